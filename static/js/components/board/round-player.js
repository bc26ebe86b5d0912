// Plays a round on the board.
import { Playback } from "./playback.js";
import { updateTable } from "./table.js";
import { timeline } from "./timeline.js";

/** @typedef {import("./types.js").Round} Round */

/** Loads a round onto a board and shows its frames. */
export class RoundPlayer {
  /** @param {import("./board.js").BattleBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Playback | null} */
    this.playback = null;
    /** @type {Round | null} */
    this.round = null;
  }

  /** Prepare a round; the caller plays it or seeks a frame. @param {Round} round */
  load(round) {
    const { board } = this;
    this.playback?.pause();
    board.selected = "";
    this.round = round;
    this.playback = new Playback(
      timeline(round, board.names, board.you),
      (frame, index) => this.show(frame, index),
      () => this.end(round),
    );
    board.renderGround(round.before);
    board.scene?.clearActors();
    board.renderDanger();
    board.renderChoice();
    board.scene?.renderOrders([]);
    board.scene?.renderTrails(null);
  }

  /** Remove the round. */
  unload() {
    this.playback?.pause();
    this.playback = this.round = null;
  }

  /** @param {import("./types.js").Frame} frame @param {number} index */
  show(frame, index) {
    const { board, playback, round } = this;
    const isLast = index === (playback?.frames.length ?? 0) - 1;
    board.scene?.root.style.setProperty("--speed", String(playback?.speed ?? 1));
    board.setAttribute("data-step", frame.step);
    board.scene?.renderThings(frame.items, board.shown.targets ?? {}, board.shown.throne);
    board.scene?.renderActors(frame.actors);
    board.scene?.renderEffects(frame.arrows, frame.marks);
    board.scene?.renderTrails(isLast ? round : null);
    const position = { ...board.shown, items: frame.items, pieces: frame.actors.filter(({ gone }) => !gone) };
    board.describe(position, {});
    updateTable(board, position);
    board.controls?.update();
    const { caption, step } = frame;
    board.emit("frame", { index, frames: playback?.frames.length, caption, step, playing: playback?.isPlaying });
  }

  /** @param {Round} round */
  end(round) {
    this.board.controls?.update();
    this.board.emit("ended", { number: round.number });
  }
}
