// Puts the film of a round on the board, and takes it off again.
import { Film } from "./playback.js";
import { fillTable } from "./table.js";
import { timeline } from "./timeline.js";

/** @typedef {import("./types.js").Round} Round */

export class Projector {
  /** @param {import("./board.js").BattleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Film | null} */
    this.film = null;
    /** @type {Round | null} */
    this.round = null;
  }

  /** @param {Round} round */
  load(round) {
    const { board } = this;
    this.film?.pause();
    board.selected = "";
    this.round = round;
    this.film = new Film(
      timeline(round),
      (frame, place) => this.show(frame, place),
      () => this.end(round),
    );
    board.drawGround(round.before);
    board.scene?.clearActors();
    board.drawDanger();
    board.drawChoice();
    board.scene?.drawOrders([]);
    board.scene?.drawTrails(null);
  }

  unload() {
    this.film?.pause();
    this.film = this.round = null;
  }

  /** @param {import("./types.js").Frame} frame @param {number} place */
  show(frame, place) {
    const { board, film, round } = this;
    const last = place === (film?.frames.length ?? 0) - 1;
    board.scene?.root.style.setProperty("--speed", String(film?.speed ?? 1));
    board.setAttribute("data-step", frame.step);
    board.scene?.drawThings(frame.items, board.shown.targets ?? {});
    board.scene?.drawActors(frame.actors);
    board.scene?.drawEffects(frame.arrows, frame.marks);
    board.scene?.drawTrails(last ? round : null);
    const seen = { ...board.shown, items: frame.items, pieces: frame.actors.filter(({ gone }) => !gone) };
    board.describe(seen, {});
    fillTable(board, seen);
    board.controls?.update();
    const { caption, step } = frame;
    board.tell("frame", { place, frames: film?.frames.length, caption, step, playing: film?.playing });
  }

  /** @param {Round} round */
  end(round) {
    this.board.controls?.update();
    this.board.tell("ended", { number: round.number });
  }
}
