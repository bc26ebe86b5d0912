// A question under the board before an order is sent: answered by its buttons, by a second tap on the same tile, or by
// two seconds without an answer, where that is wanted.
import { fill, gettext } from "../../core/i18n.js";

/** How many seconds are left to undo an order that ends the round. */
const UNDO = 2;

export class Confirming {
  /** Closes the question that is open. @type {((answer: boolean) => void) | null} */
  close = null;
  /** The tile whose second tap means yes. */
  goal = "";

  /** @param {HTMLElement} bar @param {EventTarget} board */
  constructor(bar, board) {
    this.bar = bar;
    document.querySelector("[data-map-acts]")?.after(bar); // where the hand is
    this.words = bar.querySelector("[data-question]");
    this.yes = /** @type {HTMLElement | null} */ (bar.querySelector("[data-yes]"));
    this.no = /** @type {HTMLElement | null} */ (bar.querySelector("[data-no]"));
    this.yes?.addEventListener("click", () => this.close?.(true));
    this.no?.addEventListener("click", () => this.close?.(false));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close?.(false));
    board.addEventListener("tap", (event) => this.tapped(/** @type {CustomEvent} */ (event)));
  }

  /** A tap on the goal is a yes, and one elsewhere takes the order back and chooses anew. @param {CustomEvent} event */
  tapped(event) {
    if (!this.close) return;
    const again = event.detail.tile === this.goal;
    if (again) event.preventDefault();
    this.close(again);
  }

  /**
   * Ask whether an order is meant. Without an answer it waits; `undo` says yes after two seconds, or when the page is left.
   * @param {string} order `C3-C4` @param {string} last why it is asked: it ends the round; `undo`, `tap` or ""
   * @returns {Promise<boolean>}
   */
  ask(order, last) {
    const seconds = last === "undo" ? UNDO : 0;
    this.close?.(false);
    this.goal = order.split("-")[1] ?? "";
    this.bar.toggleAttribute("data-counting", seconds > 0);
    const map = this.bar.hasAttribute("data-of-map");
    if (this.words) this.words.textContent = map ? mapQuestion(last, order) : fill(question(last), { order: order.replace("-", " → ") });
    if (this.yes) this.yes.textContent = seconds ? gettext("Send now") : gettext("Send order");
    if (this.no) this.no.textContent = seconds ? gettext("Undo") : gettext("Cancel");
    this.bar.hidden = false;
    this.bar.scrollIntoView({ block: "nearest" });
    (seconds ? this.no : this.yes)?.focus({ preventScroll: true });
    return new Promise((resolve) => {
      const timer = seconds ? setTimeout(() => this.close?.(true), seconds * 1000) : 0;
      const leaving = () => this.close?.(true);
      if (seconds) addEventListener("pagehide", leaving);
      this.close = (answer) => {
        clearTimeout(timer);
        removeEventListener("pagehide", leaving);
        this.close = null;
        this.bar.hidden = true;
        resolve(answer);
      };
    });
  }
}

/** @param {string} last */
function question(last) {
  if (last === "undo") return gettext("%(order)s ends the round: it is sent in two seconds.");
  if (last) return gettext("%(order)s ends the round: tap the tile again, or send it.");
  return gettext("Send the order %(order)s?");
}

/** The same on a map, where an order ends the turn, and a sheet the round. @param {string} last @param {string} order */
function mapQuestion(last, order) {
  const turn = !document.querySelector("[data-plan]");
  if (last === "undo" && turn) return gettext("This ends your turn: it is sent in two seconds.");
  if (last === "undo") return gettext("Your orders end the round: they are sent in two seconds.");
  if (last && turn) return gettext("This ends your turn: tap again to send it.");
  if (last) return gettext("Your orders end the round: tap again to send them.");
  return fill(gettext("Send the order %(order)s?"), { order });
}
