// What a page says of a tile: who stands there, how far it can go, what lies there, who could come, and why.
import { comersInWords, furthest, threats } from "./danger.js";
import { itemWords } from "./labels.js";
import { fill, gettext, grouped } from "../../core/i18n.js";

/** @typedef {import("./board.js").BattleBoard} BattleBoard */

export class Tiles {
  /**
   * @param {HTMLElement} root where the panel and the button of the danger are
   * @param {BattleBoard} board
   * @param {(seat: string) => string} called what a seat is called
   */
  constructor(root, board, called) {
    this.root = root;
    this.board = board;
    this.called = called;
    this.tile = "";
    this.panel = root.querySelector("[data-tile-facts]");
    this.button = root.querySelector("[data-danger-toggle]");
    this.button?.addEventListener("click", () => this.toggleDanger());
    board.addEventListener("inspect", (event) => this.show(/** @type {CustomEvent} */ (event).detail.tile));
    board.addEventListener("keydown", (event) => this.key(event));
    for (const change of ["frame", "live"]) board.addEventListener(change, () => this.tile && this.show(this.tile));
    this.update();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const onBoard = event.target instanceof Element && event.target.closest(".board");
    if (!onBoard || event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== "d") return;
    this.toggleDanger();
  }

  toggleDanger() {
    const shown = this.board.toggleAttribute("danger");
    this.button?.setAttribute("aria-pressed", String(shown));
    if (shown && this.board.film) this.board.goLive();
    else this.board.drawDanger();
    if (shown) this.board.announce(this.inDanger());
  }

  /** Which of the reader's pieces could be taken, in a sentence. */
  inDanger() {
    const { position, reach } = this.board.live;
    const found = threats(reach ?? {}, this.board.you);
    const own = position.pieces.filter(({ seat, tile }) => seat === this.board.you && found.has(tile));
    if (!this.board.you) return gettext("Shown: where every piece could go next.");
    if (!own.length) return gettext("None of your pieces could be taken where it stands.");
    const said = own.map(({ tile }) => `${tile}: ${comersInWords(found.get(tile) ?? [], this.called)}`);
    return fill(gettext("Could be taken where they stand: %(pieces)s."), { pieces: said.join(" · ") });
  }

  /** The lists that say the same as the colours. */
  update() {
    const { reach } = this.board.live;
    const line = this.root.querySelector("[data-in-danger]");
    if (line && reach) line.textContent = this.inDanger();
    for (const [seat, legal] of Object.entries(reach ?? {})) {
      const list = this.root.querySelector(`[data-reach-of="${seat}"]`);
      if (list) list.textContent = [...new Set(Object.values(legal).flat())].join(", ");
    }
    if (this.tile) this.show(this.tile);
  }

  /** @param {string} tile */
  show(tile) {
    this.tile = tile;
    if (!this.panel) return;
    const piece = this.pieceOn(tile);
    const title = document.createElement("p");
    title.append(Object.assign(document.createElement("b"), { textContent: tile }), ` ${this.title(piece)}`);
    if (piece) title.dataset.seat = piece.seat;
    const list = document.createElement("dl");
    for (const [name, words] of this.facts(tile, piece).filter(([, words]) => words)) {
      const row = document.createElement("div");
      row.append(
        Object.assign(document.createElement("dt"), { textContent: name }),
        Object.assign(document.createElement("dd"), { textContent: words }),
      );
      list.append(row);
    }
    const fresh = document.createElement("div");
    fresh.append(title, list);
    if (fresh.innerHTML !== this.panel.innerHTML) this.panel.replaceChildren(title, list);
  }

  /** @param {string} tile @returns {(import("./types.js").Piece & {id?: string}) | undefined} */
  pieceOn(tile) {
    const { film, live } = this.board;
    return film
      ? film.frames[film.place].actors.find((actor) => actor.tile === tile && !actor.gone)
      : live.position.pieces.find((piece) => piece.tile === tile);
  }

  /** @param {import("./types.js").Piece | undefined} piece */
  title(piece) {
    if (!piece) return gettext("Nobody stands here.");
    const sentence = piece.kind === "emperor" ? gettext("Emperor of %(seat)s") : gettext("Pawn of %(seat)s");
    return fill(sentence, { seat: this.called(piece.seat) });
  }

  /** @param {string} tile @param {ReturnType<Tiles["pieceOn"]>} piece @returns {[string, string][]} */
  facts(tile, piece) {
    const { film, live, shown } = this.board;
    const reach = film ? {} : (live.reach ?? {});
    const item = (film ? film.frames[film.place].items : live.position.items)?.[tile];
    const aims = Object.entries(shown.targets ?? {}).filter(([, tiles]) => tiles.includes(tile));
    return [
      [gettext("Experience"), piece ? this.experience(piece, reach) : ""],
      [gettext("Lies here"), item ? itemWords(item) : ""],
      [gettext("Target of"), aims.map(([seat]) => this.called(seat)).join(", ")],
      [gettext("Could come next"), comersInWords(threats(reach, piece?.seat).get(tile) ?? [], this.called)],
      [gettext("Why it is here"), this.why(tile, piece)],
    ];
  }

  /** @param {import("./types.js").Piece} piece @param {import("./types.js").Reach} reach */
  experience({ tile, seat, experience }, reach) {
    const usable = furthest(tile, reach[seat]?.[tile] ?? []);
    if (!reach[seat] || usable === experience) return grouped(experience);
    return fill(gettext("%(experience)s, of which %(usable)s can be used from here"), { experience, usable });
  }

  /** The last round's words, or those of the round that is shown. @param {string} tile @param {ReturnType<Tiles["pieceOn"]>} piece */
  why(tile, piece) {
    const round = this.board.projector.round ?? this.board.live.last;
    const id = piece?.id;
    const story = round?.why?.find((one) => (this.board.film ? one.piece === id : one.at === tile));
    return (piece && story?.words) || "";
  }
}
