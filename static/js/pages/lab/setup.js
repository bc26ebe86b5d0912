// Setting up the lab by hand: what is in hand goes onto the tile that is chosen; pieces are dragged about, and off the board.
import { tileUnder } from "../../components/board/pointer-input.js";

export class Arranging {
  /** @param {import("./lab.js").LabPage} page @param {HTMLDetailsElement} fold */
  constructor(page, fold) {
    this.page = page;
    this.fold = fold;
    fold.addEventListener("toggle", () => this.turn());
    fold.addEventListener("change", () => this.turn());
    fold.addEventListener("submit", (event) => this.typed(event));
    page.board.addEventListener("beside", (event) => {
      if (this.on) this.wish(`${/** @type {CustomEvent} */ (event).detail.tile}._`);
    });
    this.watchPalette();
    this.turn();
  }

  get on() {
    return this.fold.open;
  }

  /** @param {string} name */
  chosen(name) {
    const radio = /** @type {HTMLInputElement | null} */ (this.fold.querySelector(`[name=${name}]:checked`));
    return radio?.value ?? "";
  }

  /** What is in hand, as the address of a lab writes it; empty: the hand alone, which moves pieces. */
  get part() {
    const [what, seat] = [this.chosen("brush"), this.chosen("brush-seat")];
    const number = /** @type {HTMLInputElement} */ (this.fold.querySelector("[data-experience]"));
    if (what === "pawn") return seat + (number.value > "1" ? String(Math.min(99, Number(number.value) || 1)) : "");
    if (what === "emperor") return seat.toUpperCase();
    return { treasure: "_*", chest: `_.${seat}`, nothing: "_" }[what] ?? "";
  }

  /** The board in the hands of who sets it up, or of who gives orders. */
  turn() {
    const { board } = this.page;
    if (this.on && board.film) board.goLive();
    if (board.selected) board.select("");
    board.brush = this.on && this.part ? (tile) => this.wish(`${tile}.${this.part}`) : null;
    board.toggleAttribute("data-arranged", this.on);
    this.page.accept();
  }

  /** Every piece may be dragged anywhere. @param {import("../../components/board/types.js").Position} position */
  legal(position) {
    return Object.fromEntries(
      position.pieces.map(({ tile }) => [tile, position.tiles.filter((other) => other !== tile)]),
    );
  }

  /** @param {string} text */
  wish(text) {
    const address = new URL(location.href);
    for (const name of ["look", "give", "ask", "do"]) address.searchParams.delete(name);
    address.searchParams.set("set", text);
    this.page.go(address.href);
    this.page.board.announce(text);
  }

  /** @param {SubmitEvent} event */
  typed(event) {
    event.preventDefault();
    event.stopPropagation();
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.wish(String(new FormData(form).get("set") ?? ""));
  }

  /** A piece of the palette is dragged onto the board. */
  watchPalette() {
    let held = false;
    this.fold.addEventListener("pointerdown", (event) => {
      const label = event.target instanceof Element ? event.target.closest("[data-palette] label") : null;
      const radio = label?.querySelector("input");
      if (!radio) return;
      radio.checked = true;
      held = true;
      this.turn();
    });
    addEventListener("pointerup", (event) => {
      const tile = held ? tileUnder(event.clientX, event.clientY) : "";
      held = false;
      if (tile && this.part) this.wish(`${tile}.${this.part}`);
    });
    addEventListener("pointercancel", () => (held = false));
  }
}
