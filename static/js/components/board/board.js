// <battle-board>: a board that knows no rules. It is told what stands where and what may be ordered, and says what
// was chosen.
//
// Attributes: sprite and icons (addresses of the pictures), source (id of a script with JSON to open with), controls
// (the reader runs the film of the last round), name (what it is called aloud), hide-last (no paths of the last round),
// danger (who could reach which tile next), data-arranged (pieces are set up, and no orders given).
// Events: `order` {text: "C5-C4", by: "hand" or "keys"}, `tap` {tile} (a hand is about to choose a tile; can be prevented),
// `beside` {tile} (a piece was dragged off the board), `inspect` {tile, words}, `frame` {place, frames, caption, playing, step},
// `ended` {number}, `live`.
import { fill, gettext } from "../../core/i18n.js";
import { Controls } from "./controls.js";
import { dragging } from "./dragging.js";
import { watchHands } from "./pointer-input.js";
import { watchKeys } from "./keyboard.js";
import { tileWords } from "./labels.js";
import { Lens } from "./zoom.js";
import { Projector } from "./round-player.js";
import { Scene } from "./scene.js";
import { fillTable } from "./table.js";
import { viewBox } from "./geometry.js";

/**
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Round} Round
 * @typedef {{position: Position, you?: import("./types.js").You | null, last?: Round | null,
 *   reach?: import("./types.js").Reach}} Live
 */

/** @type {Position} */
const NOTHING = { columns: 1, rows: 1, tiles: [], pieces: [], items: {}, targets: {} };

export class BattleBoard extends HTMLElement {
  /** @type {Live} */
  live = { position: NOTHING };
  selected = "";
  focused = "";
  projector = new Projector(this);
  drawnTiles = "";
  /** The seats that could come to each tile, while they are shown. @type {Map<string, string[]> | null} */
  danger = null;

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
    watchHands(this.scene.root, dragging(this));
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
    const { position, you, rounds, reach } = JSON.parse(text);
    // In a battle the page takes the orders, and gives the board the pieces that can go once it listens.
    const offered = you && this.closest("[data-battle]") ? { ...you, legal: {} } : you;
    this.update({ position, you: offered, reach, last: rounds?.at(-1) ?? null });
    if (this.hasAttribute("controls") && rounds?.length) this.show(rounds.at(-1), 0);
  }

  get film() {
    return this.projector.film;
  }

  get legal() {
    return this.live.you?.legal ?? {};
  }

  get you() {
    return this.live.you?.seat ?? "";
  }

  /** The position that is seen: of the film, or the present one. */
  get shown() {
    return this.projector.round?.before ?? this.live.position;
  }

  /** How a typed order is sent: tiles are capitals. @param {string} text */
  spell(text) {
    return text.toUpperCase();
  }

  /** Tell the board how things stand. @param {Live} live */
  update(live) {
    this.live = live;
    if (!this.legal[this.selected]) this.selected = "";
    if (!this.film) this.draw();
  }

  /** Play a round from its trace, then go on to the present. @param {Round} round */
  play(round) {
    this.projector.load(round);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.film?.seek(Infinity);
    else this.film?.play();
  }

  /** Show a round that is over, stopped at one of its frames (the last). @param {Round} round */
  show(round, place = Infinity) {
    this.projector.load(round);
    this.film?.seek(place);
  }

  /** Back to the present. */
  goLive() {
    this.projector.unload();
    this.scene?.clearActors();
    this.scene?.drawEffects([], []);
    this.draw();
    this.controls?.update();
    this.tell("live", {});
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
    this.scene.drawThings(position.items ?? {}, position.targets ?? {});
    this.scene.drawActors(position.pieces.map((piece) => ({ ...piece, id: piece.tile, gone: false, settled: true })));
    this.scene.drawTrails(this.hasAttribute("hide-last") ? null : (last ?? null));
    this.drawOwnOrder(you?.order ?? "");
    this.drawDanger();
    this.drawChoice();
    fillTable(this, position);
  }

  /** @param {string} order `C5-C4` */
  drawOwnOrder(order) {
    const [from, to] = order.split("-");
    const all = this.live.you?.orders;
    if (all) this.scene?.drawOrders(all, "told");
    else this.scene?.drawOrders(from && to ? [{ from, to, seat: this.you }] : []);
  }

  /** Whose pieces could come where, while that is wanted and the present is seen. */
  async drawDanger() {
    const wanted = () => this.hasAttribute("danger") && !this.film;
    if (!wanted() && !this.danger) return;
    const { drawDanger, seatsOf, threats } = await import("./danger.js");
    const found = wanted() ? threats(this.live.reach ?? {}, this.you) : null;
    this.danger = found && new Map([...found].map(([tile, comers]) => [tile, seatsOf(comers)]));
    if (this.scene) drawDanger(this.scene, found);
    if (!this.film) this.describe(this.live.position, this.legal);
  }

  /** What can be chosen now, in marks and in words. */
  drawChoice() {
    const { position } = this.live;
    const legal = this.film ? {} : this.legal;
    const aims = legal[this.selected] ?? [];
    this.scene?.drawHints(aims, new Set(position.pieces.map(({ tile }) => tile)));
    this.describe(position, legal);
    for (const [tile, cell] of this.scene?.cells ?? []) {
      cell.toggleAttribute("data-mine", Boolean(legal[tile]?.length));
      cell.toggleAttribute("data-legal", aims.includes(tile));
      cell.setAttribute("aria-selected", String(tile === this.selected));
    }
  }

  /** Say of every tile what is on it. @param {Position} position @param {import("./types.js").Legal} legal */
  describe(position, legal) {
    const arranged = this.hasAttribute("data-arranged");
    const view = { you: this.you, legal, selected: this.selected, danger: this.danger, arranged };
    for (const [tile, cell] of this.scene?.cells ?? [])
      cell.setAttribute("aria-label", tileWords(tile, position, view));
  }

  /** What a chosen tile is for, where it is not for orders. @type {((tile: string) => void) | null} */
  brush = null;

  /** A tile was tapped: whoever listens may have another use for it. @param {string} tile */
  tap(tile) {
    const tapped = new CustomEvent("tap", { detail: { tile }, bubbles: true, cancelable: true });
    if (this.dispatchEvent(tapped)) this.choose(tile, "hand");
  }

  /** A tile was chosen, by whatever means. @param {string} tile @param {"hand" | "keys"} by */
  choose(tile, by = "keys") {
    this.focusable(tile);
    if (this.brush && !this.film) return this.brush(tile);
    if (this.film?.playing && !this.hasAttribute("controls")) this.goLive();
    if (this.film) return;
    if (this.legal[this.selected]?.includes(tile)) this.order(this.selected, tile, by);
    else this.select(this.legal[tile]?.length && tile !== this.selected ? tile : "");
    this.inspect(this.scene?.cells.get(tile));
  }

  /** @param {string} tile */
  select(tile) {
    if (this.film) return;
    const before = this.selected;
    this.selected = tile;
    this.drawChoice();
    if (!tile && before) this.announce(fill(gettext("%(piece)s is no longer selected."), { piece: before }));
    if (tile && this.hasAttribute("data-arranged"))
      this.announce(fill(gettext("%(piece)s is in your hand. Choose the tile to put it on."), { piece: tile }));
    else if (tile)
      this.announce(
        fill(gettext("%(piece)s selected. It can go to %(tiles)s."), {
          piece: tile,
          tiles: this.legal[tile].join(", "),
        }),
      );
  }

  /** @param {string} from @param {string} to @param {"hand" | "keys"} by */
  order(from, to, by = "keys") {
    this.selected = "";
    this.drawChoice();
    if (!this.hasAttribute("data-arranged")) {
      this.drawOwnOrder(`${from}-${to}`);
      this.announce(fill(gettext("Order %(order)s."), { order: `${from}-${to}` }));
    }
    this.tell("order", { text: `${from}-${to}`, by });
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
