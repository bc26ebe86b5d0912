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
//   choice {tile}        a piece was selected; "": none
//   inspect {tile, text}
//   frame {index, frames, caption, playing, step}
//   ended {number}       a round has been played to its end
//   live                 the board shows the present again
import { fill, gettext } from "../../core/i18n.js";
import { Controls } from "./controls.js";
import { pointerHandlers } from "./dragging.js";
import { listenToPointer } from "./pointer-input.js";
import { listenToKeys } from "./keyboard.js";
import { pieceText, tileText } from "./labels.js";
import { Scene } from "./scene.js";
import { updateTable } from "./table.js";
import { viewBox } from "./geometry.js";
import { Zoom } from "./zoom.js";

/**
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Round} Round
 * @typedef {import("./round-player.js").RoundPlayer} RoundPlayer
 * @typedef {import("./tile-panel.js").TilePanel} TilePanel
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
  /** Shows rounds, once `loadPlayer` has loaded it. @type {RoundPlayer | null} */
  player = null;
  /** The round that was last asked for; null: the present. @type {Round | null} */
  wanted = null;
  renderedTiles = "";
  /** @type {TilePanel | undefined} */
  tilePanel;
  /** Who sits where, for the captions; seats without a name are told by their letters. @type {Record<string, string>} */
  names = {};
  /** The seats that could come to each tile, while that is shown. @type {Map<string, string[]> | null} */
  danger = null;

  /** Return the description of a piece. @param {import("./types.js").Piece} piece */
  describePiece(piece) {
    return pieceText(piece, this.you);
  }

  connectedCallback() {
    if (this.scene) return;
    this.scene = new Scene(this.getAttribute("sprite") ?? "");
    this.viewport = document.createElement("div");
    this.viewport.className = "board-window";
    this.viewport.append(this.scene.root);
    this.announcer = Object.assign(document.createElement("p"), { className: "hidden-text" });
    this.announcer.setAttribute("aria-live", "polite");
    this.querySelector(".board-still")?.remove();
    this.prepend(this.viewport, this.announcer);
    this.zoom = new Zoom(this.viewport, this.scene.root);
    const { scene, viewport, zoom } = this;
    viewport.addEventListener("scroll", () => scene.shiftRulers(viewport.scrollLeft, viewport.scrollTop, zoom.factor));
    this.controls = new Controls(this);
    this.placeControls(this.controls);
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

  /** Put the controls below the board, or where the page of a battle has room for them. @param {Controls} controls */
  placeControls({ element, group, zoom, caption }) {
    const page = this.closest("[data-battle]");
    const panel = page?.querySelector("[data-board-controls]");
    if (!panel) return this.announcer?.before(element);
    panel.prepend(group, zoom);
    page?.querySelector("[data-caption]")?.replaceWith(caption);
    caption.dataset.caption = "";
  }

  disconnectedCallback() {
    this.playback?.pause();
  }

  /**
   * Load the panel about tiles when it is used for the first time, as most visitors never do; without a network, the
   * next time.
   * @param {HTMLElement} page that has the panel, or none @param {(seat: string) => string} nameOf
   */
  loadTilePanelOnDemand(page, nameOf) {
    if (!page.querySelector("[data-tile-facts]")) return;
    const untilLoaded = new AbortController();
    /** @type {Promise<TilePanel | undefined> | undefined} */
    let loading;
    /** @param {typeof import("./tile-panel.js")} module */
    const create = ({ TilePanel }) => {
      untilLoaded.abort(); // from now on it listens for itself
      return (this.tilePanel = new TilePanel(page, this, nameOf));
    };
    const load = () => import("./tile-panel.js").then(create, () => (loading = undefined));
    /** @param {Element | null} target @param {string} type @param {(panel: TilePanel, event: any) => void} handle */
    const on = (target, type, handle) =>
      target?.addEventListener(
        type,
        async (event) => {
          const panel = await (loading ??= load());
          if (panel) handle(panel, event);
        },
        { signal: untilLoaded.signal },
      );
    on(this, "inspect", (panel, event) => panel.show(event.detail.tile));
    on(this, "keydown", (panel, event) => panel.handleKey(event));
    on(page.querySelector("[data-danger-toggle]"), "click", (panel) => panel.toggleDanger());
    on(page.querySelector(".reach"), "toggle", () => {});
  }

  /** Show the position that the page came with. */
  readSource() {
    const text = document.getElementById(this.getAttribute("source") ?? "")?.textContent;
    if (!text) return;
    const { position, you, rounds, reach } = JSON.parse(text);
    // In a battle the page's script handles orders; once it is loaded it updates the board with the legal ones.
    const initial = you && this.closest("[data-battle]") ? { ...you, legal: {} } : you;
    const last = rounds?.at(-1) ?? null;
    const live = { position, you: initial, reach, last };
    if (this.hasAttribute("controls") && last) this.openFilm(last, live);
    else this.update(live);
  }

  /** Show the start of the last round; until the player is loaded, as a position. @param {Round} last @param {Live} live */
  async openFilm(last, live) {
    this.update({ ...live, position: last.before, last: null });
    const shown = this.show(last, 0);
    this.live = live;
    await shown;
    if (!this.player) this.render();
  }

  get playback() {
    return this.player?.playback ?? null;
  }

  get legal() {
    return this.live.you?.legal ?? {};
  }

  get you() {
    return this.live.you?.seat ?? "";
  }

  /** The position before the round that is shown, or the present one. */
  get shown() {
    return this.player?.round?.before ?? this.live.position;
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

  /** Load what shows rounds, since most readers of a page first see the present. It stays null without a network. */
  loadPlayer() {
    if (this.player) return;
    /** @param {typeof import("./round-player.js")} module */
    const create = ({ RoundPlayer }) => {
      this.player ??= new RoundPlayer(this);
    };
    return import("./round-player.js").then(create, () => {});
  }

  /**
   * Show a round on the player: at once where it is loaded, else when it is, if the round is still wanted then.
   * @param {Round} round @param {(playback: import("./playback.js").Playback | null) => void} begin
   */
  withPlayer(round, begin) {
    this.wanted = round;
    const start = () => {
      if (this.wanted !== round) return;
      this.player?.load(round);
      begin(this.playback);
    };
    return this.player ? start() : this.loadPlayer()?.then(start);
  }

  /** Play a round; without motion, show its end. @param {Round} round */
  play(round) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.show(round);
    return this.withPlayer(round, (playback) => playback?.play());
  }

  /** Show a closed round, paused at one of its frames; by default the last. @param {Round} round */
  show(round, index = Infinity) {
    return this.withPlayer(round, (playback) => playback?.seek(index));
  }

  /** Show the present. */
  goLive() {
    this.wanted = null;
    this.player?.unload();
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
    if (!isFirst) return;
    this.zoom.fitTouch(viewBox(position)[2]);
    this.showOwnEmperor(position);
  }

  /** Scroll a board that is larger than its window to the reader's Emperor. @param {Position} position */
  showOwnEmperor({ pieces }) {
    const own = pieces.find(({ seat, kind }) => seat === this.you && kind === "emperor");
    const cell = own && this.scene?.cells.get(own.tile);
    if (!cell || !this.viewport || (this.zoom?.factor ?? 1) <= 1) return;
    const [at, around] = [cell.getBoundingClientRect(), this.viewport.getBoundingClientRect()];
    const { x, y } = { x: at.x + at.width / 2 - around.x, y: at.y + at.height / 2 - around.y };
    this.viewport.scrollBy(x - around.width / 2, y - around.height / 2);
  }

  /** Draw the present position. */
  render() {
    const { position, you, last } = this.live;
    if (!this.scene) return;
    this.renderGround(position);
    this.removeAttribute("data-step");
    this.scene.renderThings(position.items ?? {}, position.targets ?? {}, position.throne);
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
    this.emit("choice", { tile });
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
    this.emit("choice", { tile: "" });
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
