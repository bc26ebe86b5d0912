// The hints of a first battle, beside the board: the server says what to point at, here it is shown and can be hidden.
import { readText, writeText } from "../../core/storage.js";

const KEY = "hints";
const HIDDEN = "hidden";

/** Shows one hint at a time. */
export class Coach {
  /** @param {import("./battle.js").BattlePage} page @param {HTMLElement} root */
  constructor(page, root) {
    this.page = page;
    this.root = root;
    this.isHidden = readText(KEY) === HIDDEN;
    this.button = /** @type {HTMLElement | null} */ (root.querySelector("[data-coach-toggle]"));
    this.button?.addEventListener("click", () => this.toggle());
    page.board.addEventListener("choice", () => this.update());
    this.update();
  }

  /** Hide the hints, or show them again. */
  toggle() {
    this.isHidden = !this.isHidden;
    writeText(KEY, this.isHidden ? HIDDEN : "");
    this.update();
  }

  /** The hint for this moment, if there is one. @returns {import("./types.js").Hint | null} */
  get hint() {
    const { coach } = this.page.state;
    return (this.page.board.selected && coach?.chosen) || coach?.now || null;
  }

  /** Show the hint for this moment; while a round is played, the last one stays. */
  update() {
    if (this.page.rounds.isFollowing) return this.point("");
    const { hint } = this;
    this.root.toggleAttribute("data-hidden", this.isHidden);
    this.page.write("[data-coach-title]", hint?.title ?? "");
    this.page.write("[data-coach-text]", hint?.text ?? "");
    this.button?.setAttribute("aria-pressed", String(!this.isHidden));
    this.point(this.isHidden || this.page.rounds.shown ? "" : (hint?.tile ?? ""));
  }

  /** Mark a tile on the board. @param {string} tile "": none */
  point(tile) {
    for (const [name, cell] of this.page.board.scene?.cells ?? []) cell.toggleAttribute("data-coach-mark", name === tile);
  }
}
