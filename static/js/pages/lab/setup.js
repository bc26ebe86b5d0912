// Sets up the position of the lab by hand: the chosen thing goes onto the chosen tile, and pieces are dragged about the
// board and off it.
import { tileAtPoint } from "../../components/board/pointer-input.js";

export class LabSetup {
  /**
   * @param {import("./lab.js").LabPage} page @param {HTMLDetailsElement} panel the part of the page with the palette
   */
  constructor(page, panel) {
    this.page = page;
    this.panel = panel;
    panel.addEventListener("toggle", () => this.updateBoard());
    panel.addEventListener("change", () => this.updateBoard());
    panel.addEventListener("submit", (event) => this.submit(event));
    page.board.addEventListener("drop-outside", (event) => {
      if (this.isOpen) this.request(`${/** @type {CustomEvent} */ (event).detail.tile}._`);
    });
    this.watchPalette();
    this.updateBoard();
  }

  get isOpen() {
    return this.panel.open;
  }

  /** Return the value of the checked radio button. @param {string} name */
  checkedValue(name) {
    const radio = /** @type {HTMLInputElement | null} */ (this.panel.querySelector(`[name=${name}]:checked`));
    return radio?.value ?? "";
  }

  /** What is put down on a tile, as the lab's address writes it; "" if pieces are only moved. */
  get thing() {
    const [what, seat] = [this.checkedValue("brush"), this.checkedValue("brush-seat")];
    const number = /** @type {HTMLInputElement} */ (this.panel.querySelector("[data-experience]"));
    if (what === "pawn") return seat + (number.value > "1" ? String(Math.min(99, Number(number.value) || 1)) : "");
    if (what === "emperor") return seat.toUpperCase();
    return { treasure: "_*", chest: `_.${seat}`, nothing: "_" }[what] ?? "";
  }

  /** Let the board set up pieces while the panel is open, and give orders otherwise. */
  updateBoard() {
    const { board } = this.page;
    if (this.isOpen && board.playback) board.goLive();
    if (board.selected) board.select("");
    board.onTile = this.isOpen && this.thing ? (tile) => this.request(`${tile}.${this.thing}`) : null;
    board.toggleAttribute("data-setup", this.isOpen);
    this.page.readData();
  }

  /**
   * Return moves from every piece to every tile.
   * @param {import("../../components/board/types.js").Position} position
   */
  allMoves(position) {
    return Object.fromEntries(
      position.pieces.map(({ tile }) => [tile, position.tiles.filter((other) => other !== tile)]),
    );
  }

  /** Load the lab with a changed position. @param {string} text the change, as the lab's address writes it */
  request(text) {
    const address = new URL(this.page.address);
    for (const name of ["look", "give", "ask", "do"]) address.searchParams.delete(name);
    address.searchParams.set("set", text);
    this.page.load(address.href);
    this.page.board.announce(text);
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    event.stopPropagation();
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.request(String(new FormData(form).get("set") ?? ""));
  }

  /** Let a piece of the palette be dragged onto the board. */
  watchPalette() {
    let isDragging = false;
    this.panel.addEventListener("pointerdown", (event) => {
      const label = event.target instanceof Element ? event.target.closest("[data-palette] label") : null;
      const radio = label?.querySelector("input");
      if (!radio) return;
      radio.checked = true;
      isDragging = true;
      this.updateBoard();
    });
    addEventListener("pointerup", (event) => {
      const tile = isDragging ? tileAtPoint(event.clientX, event.clientY) : "";
      isDragging = false;
      if (tile && this.thing) this.request(`${tile}.${this.thing}`);
    });
    addEventListener("pointercancel", () => (isDragging = false));
  }
}
