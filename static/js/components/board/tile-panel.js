// The panel about a tile: what stands and lies there, how far the piece can go, who could come, and why it is there.
import { findThreats, maxDistance, threatText } from "./danger.js";
import { itemText } from "./labels.js";
import { fill, gettext, formatNumber } from "../../core/i18n.js";

/** @typedef {import("./board.js").BattleBoard} BattleBoard */

/** Describes the tile that is inspected, and switches the display of threats. */
export class TilePanel {
  /**
   * @param {HTMLElement} root contains the panel and the button for threats
   * @param {BattleBoard} board
   * @param {(seat: string) => string} nameOf returns the name of a seat
   */
  constructor(root, board, nameOf) {
    this.root = root;
    this.board = board;
    this.nameOf = nameOf;
    this.tile = "";
    this.panel = root.querySelector("[data-tile-facts]");
    this.button = root.querySelector("[data-danger-toggle]");
    this.button?.addEventListener("click", () => this.toggleDanger());
    board.addEventListener("inspect", (event) => this.show(/** @type {CustomEvent} */ (event).detail.tile));
    board.addEventListener("keydown", (event) => this.handleKey(event));
    for (const change of ["frame", "live"]) board.addEventListener(change, () => this.tile && this.show(this.tile));
    this.update();
  }

  /** Switch the threats with the letter D. @param {KeyboardEvent} event */
  handleKey(event) {
    const onBoard = event.target instanceof Element && event.target.closest(".board");
    if (!onBoard || event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== "d") return;
    this.toggleDanger();
  }

  toggleDanger() {
    const isShown = this.board.toggleAttribute("danger");
    this.button?.setAttribute("aria-pressed", String(isShown));
    if (isShown && this.board.playback) this.board.goLive();
    else this.board.renderDanger();
    if (isShown) this.board.announce(this.dangerText());
  }

  /** Return a sentence about which of the reader's pieces could be captured. */
  dangerText() {
    const { position, reach } = this.board.live;
    const threats = findThreats(reach ?? {}, this.board.you);
    const own = position.pieces.filter(({ seat, tile }) => seat === this.board.you && threats.has(tile));
    if (!this.board.you) return gettext("Shown: where every piece could go next.");
    if (!own.length) return gettext("None of your pieces could be taken where it stands.");
    const parts = own.map(({ tile }) => `${tile}: ${threatText(threats.get(tile) ?? [], this.nameOf)}`);
    return fill(gettext("Could be taken where they stand: %(pieces)s."), { pieces: parts.join(" · ") });
  }

  /** Update the texts that say the same as the colours of the board. */
  update() {
    const { reach } = this.board.live;
    const line = this.root.querySelector("[data-in-danger]");
    if (line && reach) line.textContent = this.dangerText();
    for (const [seat, legal] of Object.entries(reach ?? {})) {
      const list = this.root.querySelector(`[data-reach-of="${seat}"]`);
      if (list) list.textContent = [...new Set(Object.values(legal).flat())].join(", ");
    }
    if (this.tile) this.show(this.tile);
  }

  /** Describe a tile. @param {string} tile */
  show(tile) {
    this.tile = tile;
    if (!this.panel) return;
    const piece = this.pieceOn(tile);
    const title = document.createElement("p");
    title.append(Object.assign(document.createElement("b"), { textContent: tile }), ` ${this.title(piece)}`);
    if (piece) title.dataset.seat = piece.seat;
    const list = document.createElement("dl");
    for (const [name, text] of this.facts(tile, piece).filter(([, text]) => text)) {
      const row = document.createElement("div");
      row.append(
        Object.assign(document.createElement("dt"), { textContent: name }),
        Object.assign(document.createElement("dd"), { textContent: text }),
      );
      list.append(row);
    }
    const fresh = document.createElement("div");
    fresh.append(title, list);
    if (fresh.innerHTML !== this.panel.innerHTML) this.panel.replaceChildren(title, list);
  }

  /**
   * Return the piece on a tile, of the frame or of the present.
   * @param {string} tile @returns {(import("./types.js").Piece & {id?: string}) | undefined}
   */
  pieceOn(tile) {
    const { playback, live } = this.board;
    return playback
      ? playback.frames[playback.index].actors.find((actor) => actor.tile === tile && !actor.gone)
      : live.position.pieces.find((piece) => piece.tile === tile);
  }

  /** @param {import("./types.js").Piece | undefined} piece */
  title(piece) {
    if (!piece) return gettext("Nobody stands here.");
    const sentence = piece.kind === "emperor" ? gettext("Emperor of %(seat)s") : gettext("Pawn of %(seat)s");
    return fill(sentence, { seat: this.nameOf(piece.seat) });
  }

  /** @param {string} tile @param {ReturnType<TilePanel["pieceOn"]>} piece @returns {[string, string][]} */
  facts(tile, piece) {
    const { playback, live, shown } = this.board;
    const reach = playback ? {} : (live.reach ?? {});
    const item = (playback ? playback.frames[playback.index].items : live.position.items)?.[tile];
    const targets = Object.entries(shown.targets ?? {}).filter(([, tiles]) => tiles.includes(tile));
    return [
      [gettext("Experience"), piece ? this.experience(piece, reach) : ""],
      [gettext("Lies here"), item ? itemText(item) : ""],
      [gettext("Throne"), tile === shown.throne ? this.reign() : ""],
      [gettext("Target of"), targets.map(([seat]) => this.nameOf(seat)).join(", ")],
      [gettext("Could come next"), threatText(findThreats(reach, piece?.seat).get(tile) ?? [], this.nameOf)],
      [gettext("Why it is here"), this.why(tile, piece)],
    ];
  }

  /** Return who holds the throne. */
  reign() {
    const [seat, rounds] = this.board.shown.reign ?? ["", 0];
    if (!seat) return gettext("nobody holds it");
    return fill(gettext("%(seat)s, rounds in a row: %(rounds)s"), { seat: this.nameOf(seat), rounds });
  }

  /** @param {import("./types.js").Piece} piece @param {import("./types.js").Reach} reach */
  experience({ tile, seat, experience }, reach) {
    const usable = maxDistance(tile, reach[seat]?.[tile] ?? []);
    if (!reach[seat] || usable === experience) return formatNumber(experience);
    return fill(gettext("%(experience)s, of which %(usable)s can be used from here"), { experience, usable });
  }

  /**
   * Return why the piece is here, after the last round or the one that is shown.
   * @param {string} tile @param {ReturnType<TilePanel["pieceOn"]>} piece
   */
  why(tile, piece) {
    const round = this.board.player?.round ?? this.board.live.last;
    const id = piece?.id;
    const reason = round?.why?.find((one) => (this.board.playback ? one.piece === id : one.at === tile));
    return (piece && reason?.words) || "";
  }
}
