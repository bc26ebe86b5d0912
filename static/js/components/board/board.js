// <battle-board>: draws a board and emits what the player chooses. Holds no rules.
//
// Attributes:
//   sprite, icons  addresses of the pictures
//   source         id of a script element with the JSON to begin with
//   controls       the reader plays the last round, which is shown from its start
//   name           the name for screen readers
//   hide-last      do not draw the paths of the last round
//   danger         show who could reach which tile next
//   data-setup     pieces are set up, and no orders given
// Events:
//   order {text: "C5-C4", by: "pointer" | "keys"}
//   tap {tile}           a tile is about to be chosen by pointer; can be prevented
//   drop-outside {tile}  a piece was dragged off the board
//   inspect {tile, text}
//   frame {index, frames, caption, playing, step}
//   ended {number}       a round has been played to its end
//   live                 the board shows the present again
import { fill, gettext } from "../../core/i18n.js";
import { Controls } from "./controls.js";
import { pointerHandlers } from "./dragging.js";
import { listenToPointer } from "./pointer-input.js";
import { listenToKeys } from "./keyboard.js";
import { tileText } from "./labels.js";
import { RoundPlayer } from "./round-player.js";
import { Scene } from "./scene.js";
import { updateTable } from "./table.js";
import { viewBox } from "./geometry.js";
import { Zoom } from "./zoom.js";

/**
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Round} Round
 * @typedef {{position: Position, you?: import("./types.js").You | null, last?: Round | null,
 *   reach?: import("./types.js").Reach}} Live
 */

/** @type {Position} */
const EMPTY = { columns: 1, rows: 1, tiles: [], pieces: [], items: {}, targets: {} };

/** The element of a board. */
export class BattleBoard extends HTMLElement {
  /** @type {Live} */
  live = { position: EMPTY };
  selected = "";
  focused = "";
  player = new RoundPlayer(this);
  renderedTiles = "";
  /** The seats that could come to each tile, while that is shown. @type {Map<string, string[]> | null} */
  danger = null;

  connectedCallback() {
    if (this.scene) return;
    this.scene = new Scene(this.getAttribute("sprite") ?? "");
    this.viewport = document.createElement("div");
    this.viewport.className = "board-window";
    this.viewport.append(this.scene.root);
    this.announcer = Object.assign(document.createElement("p"), { className: "hidden-text" });
    this.announcer.setAttribute("aria-live", "polite");
    this.prepend(this.viewport, this.announcer);
    this.zoom = new Zoom(this.viewport, this.scene.root);
    this.controls = new Controls(this);
    this.announcer.before(this.controls.element);
    this.querySelector("details.board-text")?.removeAttribute("open");
    listenToPointer(this.scene.root, pointerHandlers(this));
    listenToKeys(this.scene.root, {
      tiles: () => this.shown.tiles,
      focus: (tile) => this.focusTile(tile),
      choose: (tile) => this.choose(tile),
      cancel: () => this.select(""),
    });
    this.scene.root.addEventListener("focusin", (event) => this.inspect(/** @type {Element} */ (event.target)));
    this.readSource();
  }

  disconnectedCallback() {
    this.playback?.pause();
  }

  /** Show the position that the page came with. */
  readSource() {
    const text = document.getElementById(this.getAttribute("source") ?? "")?.textContent;
    if (!text) return;
    const { position, you, rounds, reach } = JSON.parse(text);
    // In a battle the page's script handles orders; once it is loaded it updates the board with the legal ones.
    const initial = you && this.closest("[data-battle]") ? { ...you, legal: {} } : you;
    this.update({ position, you: initial, reach, last: rounds?.at(-1) ?? null });
    if (this.hasAttribute("controls") && rounds?.length) this.show(rounds.at(-1), 0);
  }

  get playback() {
    return this.player.playback;
  }

  get legal() {
    return this.live.you?.legal ?? {};
  }

  get you() {
    return this.live.you?.seat ?? "";
  }

  /** The position before the round that is shown, or the present one. */
  get shown() {
    return this.player.round?.before ?? this.live.position;
  }

  /** Return a typed order as it is sent: with capitals. @param {string} text */
  normalizeOrder(text) {
    return text.toUpperCase();
  }

  /** Show a new state. @param {Live} live */
  update(live) {
    this.live = live;
    if (!this.legal[this.selected]) this.selected = "";
    if (!this.playback) this.render();
  }

  /** Play a round; without motion, show its end. @param {Round} round */
  play(round) {
    this.player.load(round);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.playback?.seek(Infinity);
    else this.playback?.play();
  }

  /** Show a closed round, paused at one of its frames; by default the last. @param {Round} round */
  show(round, index = Infinity) {
    this.player.load(round);
    this.playback?.seek(index);
  }

  /** Show the present. */
  goLive() {
    this.player.unload();
    this.scene?.clearActors();
    this.scene?.renderEffects([], []);
    this.render();
    this.controls?.update();
    this.emit("live", {});
  }

  /** Draw the tiles, if they are not those that are drawn already. @param {Position} position */
  renderGround(position) {
    const key = position.tiles.join();
    if (key === this.renderedTiles || !this.scene || !this.zoom) return;
    const isFirst = !this.renderedTiles;
    this.renderedTiles = key;
    this.scene.renderGround(position, this.getAttribute("name") ?? gettext("Board"));
    this.style.setProperty("--columns", String(position.columns));
    this.style.setProperty("--rows", String(position.rows));
    this.toggleAttribute("data-large", Math.max(position.columns, position.rows) > 9);
    this.setTabStop(this.focused || position.tiles[0]);
    if (isFirst) this.zoom.fitTouch(viewBox(position)[2]);
  }

  /** Draw the present position. */
  render() {
    const { position, you, last } = this.live;
    if (!this.scene) return;
    this.renderGround(position);
    this.removeAttribute("data-step");
    this.scene.renderThings(position.items ?? {}, position.targets ?? {});
    this.scene.renderActors(position.pieces.map((piece) => ({ ...piece, id: piece.tile, gone: false, settled: true })));
    this.scene.renderTrails(this.hasAttribute("hide-last") ? null : (last ?? null));
    this.renderOrders(you?.order ?? "");
    this.renderDanger();
    this.renderChoice();
    updateTable(this, position);
  }

  /** Draw the arrow of the own order; in the lab those of all orders. @param {string} order `C5-C4` */
  renderOrders(order) {
    const [from, to] = order.split("-");
    const all = this.live.you?.orders;
    if (all) this.scene?.renderOrders(all, "revealed");
    else this.scene?.renderOrders(from && to ? [{ from, to, seat: this.you }] : []);
  }

  /** Show who could come to which tile, if the attribute is set and the present is shown. */
  async renderDanger() {
    const isWanted = () => this.hasAttribute("danger") && !this.playback;
    if (!isWanted() && !this.danger) return;
    const { findThreats, renderDanger, seatsOf } = await import("./danger.js");
    const threats = isWanted() ? findThreats(this.live.reach ?? {}, this.you) : null;
    this.danger = threats && new Map([...threats].map(([tile, pieces]) => [tile, seatsOf(pieces)]));
    if (this.scene) renderDanger(this.scene, threats);
    if (!this.playback) this.describe(this.live.position, this.legal);
  }

  /** Mark and describe what can be chosen now. */
  renderChoice() {
    const { position } = this.live;
    const legal = this.playback ? {} : this.legal;
    const targets = legal[this.selected] ?? [];
    this.scene?.renderHints(targets, new Set(position.pieces.map(({ tile }) => tile)));
    this.describe(position, legal);
    for (const [tile, cell] of this.scene?.cells ?? []) {
      cell.toggleAttribute("data-mine", Boolean(legal[tile]?.length));
      cell.toggleAttribute("data-legal", targets.includes(tile));
      cell.setAttribute("aria-selected", String(tile === this.selected));
    }
  }

  /** Describe every tile for screen readers. @param {Position} position @param {import("./types.js").Legal} legal */
  describe(position, legal) {
    const isSetup = this.hasAttribute("data-setup");
    const view = { you: this.you, legal, selected: this.selected, danger: this.danger, isSetup };
    for (const [tile, cell] of this.scene?.cells ?? []) cell.setAttribute("aria-label", tileText(tile, position, view));
  }

  /** Called with a chosen tile instead of choosing orders. @type {((tile: string) => void) | null} */
  onTile = null;

  /** Choose a tapped tile, unless a listener of the `tap` event prevents it. @param {string} tile */
  tap(tile) {
    const tapped = new CustomEvent("tap", { detail: { tile }, bubbles: true, cancelable: true });
    if (this.dispatchEvent(tapped)) this.choose(tile, "pointer");
  }

  /**
   * Select the piece on a tile, or order the selected piece to it.
   * @param {string} tile @param {"pointer" | "keys"} by
   */
  choose(tile, by = "keys") {
    this.setTabStop(tile);
    if (this.onTile && !this.playback) return this.onTile(tile);
    if (this.playback?.isPlaying && !this.hasAttribute("controls")) this.goLive();
    if (this.playback) return;
    if (this.legal[this.selected]?.includes(tile)) this.order(this.selected, tile, by);
    else this.select(this.legal[tile]?.length && tile !== this.selected ? tile : "");
    this.inspect(this.scene?.cells.get(tile));
  }

  /** Select the piece on a tile; "": none. @param {string} tile */
  select(tile) {
    if (this.playback) return;
    const before = this.selected;
    this.selected = tile;
    this.renderChoice();
    if (!tile && before) this.announce(fill(gettext("%(piece)s is no longer selected."), { piece: before }));
    if (tile && this.hasAttribute("data-setup"))
      this.announce(fill(gettext("%(piece)s is in your hand. Choose the tile to put it on."), { piece: tile }));
    else if (tile)
      this.announce(
        fill(gettext("%(piece)s selected. It can go to %(tiles)s."), {
          piece: tile,
          tiles: this.legal[tile].join(", "),
        }),
      );
  }

  /** Emit an order. @param {string} from @param {string} to @param {"pointer" | "keys"} by */
  order(from, to, by = "keys") {
    this.selected = "";
    this.renderChoice();
    if (!this.hasAttribute("data-setup")) {
      this.renderOrders(`${from}-${to}`);
      this.announce(fill(gettext("Order %(order)s."), { order: `${from}-${to}` }));
    }
    this.emit("order", { text: `${from}-${to}`, by });
  }

  /** @param {string} tile */
  focusTile(tile) {
    this.setTabStop(tile);
    this.scene?.cells.get(tile)?.focus();
  }

  /** Make a tile the one that the tab key reaches. @param {string} tile */
  setTabStop(tile) {
    this.scene?.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = this.scene?.cells.has(tile) ? tile : (this.shown.tiles[0] ?? "");
    this.scene?.cells.get(this.focused)?.setAttribute("tabindex", "0");
  }

  /** Emit which tile is inspected. @param {Element | null | undefined} element of a tile */
  inspect(element) {
    const cell = element?.closest("[data-tile]");
    if (cell)
      this.emit("inspect", { tile: cell.getAttribute("data-tile"), text: cell.getAttribute("aria-label") ?? "" });
  }

  /** Say something to screen readers. @param {string} text */
  announce(text) {
    if (this.announcer) this.announcer.textContent = text;
  }

  /** Dispatch an event that bubbles. @param {string} name @param {unknown} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("battle-board", BattleBoard);
