// The bar that always stays: whose move it is, and what to do. The server says it with each state; what happens only
// in this browser is said here: a chosen piece, a round that is played, a lost connection.
import { fill, gettext } from "../../core/i18n.js";
import { stepTitle } from "./step-titles.js";

/** Milliseconds; a timer cannot wait longer. */
const MAX_TIMER = 2 ** 31 - 2000,
  SECOND = 1000;

/** @typedef {{state: string, title: string, text: string, thinks?: string, until?: string}} Bar */

/** The bar of a battle page. */
export class OrderBar {
  /** @param {import("./battle.js").BattlePage} page */
  constructor(page) {
    this.page = page;
    this.root = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-order-bar]"));
    this.isLost = false;
    /** The end of the pause for which the page is asked for again then. */
    this.awaited = "";
    page.board.addEventListener("choice", () => this.update());
  }

  /** What only this browser knows; null: what the server says. @returns {Bar | null} */
  get local() {
    const { page } = this;
    const { board, rounds, state } = page;
    if (this.isLost) {
      const text = page.orders?.unsent ? "" : gettext("A sent order is safe.");
      return { state: "offline", title: gettext("Reconnecting …"), text };
    }
    if (rounds.isFollowing && rounds.viewed)
      return { state: "revealing", title: stepTitle(rounds.viewed, page.names), text: "" };
    const { choice, selected } = /** @type {{choice?: {text: string}, selected: string}} */ (board);
    if (choice?.text) return { state: "chosen", title: choice.text, text: "" };
    const piece = selected && state.position.pieces.find(({ tile }) => tile === selected);
    if (!piece || !("kind" in piece)) return null;
    const title = fill(gettext("%(tile)s: choose where to"), { tile: selected });
    return { state: "chosen", title, text: board.describePiece(piece) };
  }

  /** Show what is to do now. */
  update() {
    const bar = this.local ?? this.page.state.bar;
    if (!this.root || !bar) return;
    this.root.dataset.state = bar.state;
    this.root.toggleAttribute("data-thinking", Boolean(bar.thinks));
    this.page.write("[data-bar-title]", bar.title);
    this.page.write("[data-bar-text]", bar.text);
    this.awaitEnd(this.page.state.bar?.until ?? "");
  }

  /** Ask for the state again when a pause ends by itself. @param {string} until */
  awaitEnd(until) {
    const left = Date.parse(until) - Date.now() - this.page.clockOffset;
    if (until === this.awaited || !(left < MAX_TIMER)) return;
    this.awaited = until;
    const ask = () => {
      this.page.refresh("live");
      document.dispatchEvent(new CustomEvent("votes", { detail: "" }));
    };
    setTimeout(ask, Math.max(0, left) + SECOND);
  }
}
