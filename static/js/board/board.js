// <battle-board>: a board that knows no rules. It is told what stands where and what may be ordered, and says what was chosen.
//
// Attributes: sprite and icons (addresses of the pictures), source (id of a script with JSON to open with), controls (show the film's), name.
// Events: `order` {text: "C5-C4"}, `inspect` {tile, words}, `frame` {place, frames, caption, playing, step}, `ended` {number}, `live`.
import { fill, gettext } from "../words.js";
import { Controls } from "./controls.js";
import { Film } from "./film.js";
import { tileUnder, watchHands } from "./hands.js";
import { watchKeys } from "./keys.js";
import { tileWords } from "./labels.js";
import { Lens } from "./lens.js";
import { Scene } from "./scene.js";
import { fillTable } from "./table.js";
import { timeline } from "./timeline.js";
import { viewBox } from "./geometry.js";

/**
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Round} Round
 * @typedef {{position: Position, you?: import("./types.js").You | null, last?: Round | null}} Live
 */

/** @type {Position} */
const NOTHING = { columns: 1, rows: 1, tiles: [], pieces: [], items: {}, targets: {} };

export class BattleBoard extends HTMLElement {
  /** @type {Live} */
  live = { position: NOTHING };
  selected = "";
  focused = "";
  /** @type {Film | null} */
  film = null;
  /** @type {Round | null} */
  round = null;
  drawnTiles = "";

  connectedCallback() {
    if (this.scene) return;
    this.scene = new Scene(this.getAttribute("sprite") ?? "");
    this.window = document.createElement("div");
    this.window.className = "board-window";
    this.window.append(this.scene.root);
    this.announcer = Object.assign(document.createElement("p"), { className: "hidden-text" });
    this.announcer.setAttribute("aria-live", "polite");
    this.prepend(this.window, this.announcer);
    this.lens = new Lens(this.window, this.scene.root);
    this.controls = new Controls(this);
    this.announcer.before(this.controls.element);
    this.querySelector("details.board-text")?.removeAttribute("open");
    watchHands(this.scene.root, {
      tap: (tile) => this.choose(tile),
      lift: (tile) => this.lift(tile),
      drag: (...at) => this.drag(...at),
      drop: (...way) => this.drop(...way),
      cancel: () => this.letGo(),
    });
    watchKeys(this.scene.root, {
      tiles: () => this.shown.tiles,
      focus: (tile) => this.focusTile(tile),
      choose: (tile) => this.choose(tile),
      cancel: () => this.select(""),
    });
    this.scene.root.addEventListener("focusin", (event) => this.inspect(/** @type {Element} */ (event.target)));
    this.readSource();
  }

  disconnectedCallback() {
    this.film?.pause();
  }

  readSource() {
    const text = document.getElementById(this.getAttribute("source") ?? "")?.textContent;
    if (!text) return;
    const { position, you, rounds } = JSON.parse(text);
    this.update({ position, you, last: rounds?.at(-1) ?? null });
    if (this.hasAttribute("controls") && rounds?.length) this.show(rounds.at(-1), 0);
  }

  get legal() {
    return this.live.you?.legal ?? {};
  }

  get you() {
    return this.live.you?.seat ?? "";
  }

  /** The position that is seen: of the film, or the present one. */
  get shown() {
    return this.film && this.round ? this.round.before : this.live.position;
  }

  /** Tell the board how things stand. @param {Live} live */
  update(live) {
    this.live = live;
    if (!this.legal[this.selected]) this.selected = "";
    if (!this.film) this.draw();
  }

  /** Play a round from its trace, then go on to the present. @param {Round} round */
  play(round) {
    this.load(round);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.film?.seek(Infinity);
    else this.film?.play();
  }

  /** Show a round that is over, stopped at one of its frames (the last). @param {Round} round */
  show(round, place = Infinity) {
    this.load(round);
    this.film?.seek(place);
  }

  /** Back to the present. */
  goLive() {
    this.film?.pause();
    this.film = this.round = null;
    this.scene?.drawEffects([], []);
    this.draw();
    this.controls?.update();
    this.tell("live", {});
  }

  /** @param {Round} round */
  load(round) {
    this.film?.pause();
    this.selected = "";
    this.round = round;
    this.film = new Film(
      timeline(round),
      (frame, place) => this.showFrame(frame, place),
      () => this.endFilm(round),
    );
    this.drawGround(round.before);
    this.scene?.clearActors();
    this.scene?.drawHints([], new Set());
    this.scene?.drawOrder("", "", "");
    this.scene?.drawTrails(null);
  }

  /** @param {import("./types.js").Frame} frame @param {number} place */
  showFrame(frame, place) {
    const last = place === (this.film?.frames.length ?? 0) - 1;
    this.scene?.root.style.setProperty("--speed", String(this.film?.speed ?? 1));
    this.setAttribute("data-step", frame.step);
    this.scene?.drawThings(frame.items, this.shown.targets ?? {});
    this.scene?.drawActors(frame.actors);
    this.scene?.drawEffects(frame.arrows, frame.marks);
    this.scene?.drawTrails(last ? this.round : null);
    this.controls?.update();
    this.tell("frame", {
      place,
      frames: this.film?.frames.length,
      caption: frame.caption,
      step: frame.step,
      playing: this.film?.playing,
    });
  }

  /** @param {Round} round */
  endFilm(round) {
    this.controls?.update();
    this.tell("ended", { number: round.number });
  }

  /** @param {Position} position */
  drawGround(position) {
    const key = position.tiles.join();
    if (key === this.drawnTiles || !this.scene || !this.lens) return;
    const first = !this.drawnTiles;
    this.drawnTiles = key;
    this.scene.drawGround(position, this.getAttribute("name") ?? gettext("Board"));
    this.style.setProperty("--columns", String(position.columns));
    this.style.setProperty("--rows", String(position.rows));
    this.toggleAttribute("data-large", Math.max(position.columns, position.rows) > 9);
    this.focusable(this.focused || position.tiles[0]);
    if (first) this.lens.fitThumb(viewBox(position)[2]);
  }

  /** Everything of the present position. */
  draw() {
    const { position, you, last } = this.live;
    if (!this.scene) return;
    this.drawGround(position);
    this.removeAttribute("data-step");
    this.scene.clearActors();
    this.scene.drawThings(position.items ?? {}, position.targets ?? {});
    this.scene.drawActors(position.pieces.map((piece) => ({ ...piece, id: piece.tile, gone: false, settled: true })));
    this.scene.drawTrails(this.hasAttribute("hide-last") ? null : (last ?? null));
    const [from, to] = you?.order?.split("-") ?? [];
    this.scene.drawOrder(from ?? "", to ?? "", this.you);
    this.drawChoice();
    fillTable(this, position);
  }

  /** What can be chosen now, in marks and in words. */
  drawChoice() {
    const { position } = this.live;
    const aims = this.legal[this.selected] ?? [];
    this.scene?.drawHints(aims, new Set(position.pieces.map(({ tile }) => tile)));
    for (const [tile, cell] of this.scene?.cells ?? []) {
      cell.setAttribute(
        "aria-label",
        tileWords(tile, position, { you: this.you, legal: this.legal, selected: this.selected }),
      );
      cell.toggleAttribute("data-mine", Boolean(this.legal[tile]?.length));
      cell.toggleAttribute("data-legal", aims.includes(tile));
      cell.setAttribute("aria-selected", String(tile === this.selected));
    }
  }

  /** A tile was chosen, by whatever means. @param {string} tile */
  choose(tile) {
    this.focusable(tile);
    if (this.film?.playing && !this.hasAttribute("controls")) this.goLive();
    if (this.film) return;
    if (this.legal[this.selected]?.includes(tile)) this.order(this.selected, tile);
    else this.select(this.legal[tile]?.length && tile !== this.selected ? tile : "");
    this.inspect(this.scene?.cells.get(tile));
  }

  /** @param {string} tile */
  select(tile) {
    this.selected = tile;
    this.drawChoice();
    if (tile)
      this.announce(
        fill(gettext("%(piece)s selected. It can go to %(tiles)s."), {
          piece: tile,
          tiles: this.legal[tile].join(", "),
        }),
      );
  }

  /** @param {string} from @param {string} to */
  order(from, to) {
    this.selected = "";
    this.drawChoice();
    this.scene?.drawOrder(from, to, this.you);
    this.announce(fill(gettext("Order %(order)s."), { order: `${from}-${to}` }));
    this.tell("order", { text: `${from}-${to}` });
  }

  /** @param {string} tile */
  lift(tile) {
    return !this.film && Boolean(this.legal[tile]?.length);
  }

  /** @param {string} tile @param {number} x @param {number} y */
  drag(tile, x, y) {
    const piece = this.live.position.pieces.find((one) => one.tile === tile);
    if (!piece || !this.scene) return this.letGo();
    if (this.selected !== tile) this.select(tile);
    this.setAttribute("data-dragging", tile);
    const [right, down] = this.scene.point(x, y);
    this.scene.drawHeld(piece, right, down);
    this.scene.actors.get(tile)?.element.classList.add("ghost");
    const over = tileUnder(x, y);
    for (const [name, cell] of this.scene.cells)
      cell.toggleAttribute("data-over", name === over && this.legal[tile].includes(name));
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    this.letGo();
    if (this.legal[from]?.includes(to)) this.order(from, to);
    else if (to !== from) this.select("");
  }

  letGo() {
    this.removeAttribute("data-dragging");
    this.scene?.drawHeld(null);
    for (const { element } of this.scene?.actors.values() ?? []) element.classList.remove("ghost");
    for (const cell of this.scene?.cells.values() ?? []) cell.removeAttribute("data-over");
  }

  /** @param {string} tile */
  focusTile(tile) {
    this.focusable(tile);
    this.scene?.cells.get(tile)?.focus();
  }

  /** The one tile that the tab key reaches. @param {string} tile */
  focusable(tile) {
    this.scene?.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = this.scene?.cells.has(tile) ? tile : (this.shown.tiles[0] ?? "");
    this.scene?.cells.get(this.focused)?.setAttribute("tabindex", "0");
  }

  /** @param {Element | null | undefined} element */
  inspect(element) {
    const cell = element?.closest("[data-tile]");
    if (cell)
      this.tell("inspect", { tile: cell.getAttribute("data-tile"), words: cell.getAttribute("aria-label") ?? "" });
  }

  /** @param {string} words */
  announce(words) {
    if (this.announcer) this.announcer.textContent = words;
  }

  /** @param {string} name @param {unknown} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("battle-board", BattleBoard);
