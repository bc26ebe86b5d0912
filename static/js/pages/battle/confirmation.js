// The question before an order is sent: answered by its buttons, by a second tap on the same tile, or, if the player
// prefers that, by waiting for two seconds.
import { fill, gettext } from "../../core/i18n.js";

/** Seconds in which an order that ends the round can be undone. */
const UNDO_SECONDS = 2;
/** What happens when the page is left. Chromium loses some of the requests that begin as late as at `pagehide`. */
const LEAVING = ["beforeunload", "pagehide"];

/** Asks whether an order is meant. */
export class Confirmation {
  /** Answers the open question; null if none is open. @type {((answer: boolean) => void) | null} */
  close = null;
  /** A tap on this tile means yes. */
  target = "";

  /** @param {HTMLElement} bar @param {EventTarget} board */
  constructor(bar, board) {
    this.bar = bar;
    document.querySelector("[data-map-actions]")?.after(bar); // beside the actions that it asks about
    this.question = bar.querySelector("[data-question]");
    this.yes = /** @type {HTMLElement | null} */ (bar.querySelector("[data-yes]"));
    this.no = /** @type {HTMLElement | null} */ (bar.querySelector("[data-no]"));
    this.yes?.addEventListener("click", () => this.close?.(true));
    this.no?.addEventListener("click", () => this.close?.(false));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close?.(false));
    board.addEventListener("tap", (event) => this.handleTap(/** @type {CustomEvent} */ (event)));
  }

  /** Answer yes on a tap on the target; no on another one, which then chooses anew. @param {CustomEvent} event */
  handleTap(event) {
    if (!this.close) return;
    const isYes = event.detail.tile === this.target;
    if (isYes) event.preventDefault();
    this.close(isYes);
  }

  /**
   * Ask whether an order is meant.
   * @param {string} order `C3-C4`
   * @param {string} reason for an order that would end the round, the player's preference: `undo` (yes after two
   *   seconds, or
   *   if the page is left) or `tap`; "" for any order
   * @returns {Promise<boolean>}
   */
  ask(order, reason) {
    const seconds = reason === "undo" ? UNDO_SECONDS : 0;
    this.close?.(false);
    this.target = order.split("-")[1] ?? "";
    this.bar.toggleAttribute("data-counting", seconds > 0);
    const isMap = this.bar.hasAttribute("data-of-map");
    if (this.question) this.question.textContent = isMap ? mapQuestion(reason) : boardQuestion(reason, order);
    if (this.yes) this.yes.textContent = seconds ? gettext("Send now") : gettext("Send order");
    if (this.no) this.no.textContent = seconds ? gettext("Undo") : gettext("Cancel");
    this.bar.hidden = false;
    this.bar.scrollIntoView({ block: "nearest" });
    (seconds ? this.no : this.yes)?.focus({ preventScroll: true });
    return new Promise((resolve) => {
      const timer = seconds ? setTimeout(() => this.close?.(true), seconds * 1000) : 0;
      const onLeave = () => this.close?.(true);
      if (seconds) for (const name of LEAVING) addEventListener(name, onLeave);
      this.close = (answer) => {
        clearTimeout(timer);
        for (const name of LEAVING) removeEventListener(name, onLeave);
        this.close = null;
        this.bar.hidden = true;
        resolve(answer);
      };
    });
  }
}

/** Return the question about an order on a board. @param {string} reason @param {string} order `C3-C4` */
function boardQuestion(reason, order) {
  const values = { order: order.replace("-", "\u00a0→\u00a0") };
  if (reason === "undo") return fill(gettext("%(order)s ends the round: it is sent in two seconds."), values);
  if (reason) return fill(gettext("%(order)s ends the round: tap the tile again, or send it."), values);
  return fill(gettext("Send the order %(order)s?"), values);
}

/** Return the question about an order on a map: a plan ends the round, another order the turn. @param {string} reason */
function mapQuestion(reason) {
  const isTurn = !document.querySelector("[data-plan]");
  if (reason === "undo" && isTurn) return gettext("This ends your turn: it is sent in two seconds.");
  if (reason === "undo") return gettext("Your orders end the round: they are sent in two seconds.");
  if (reason && isTurn) return gettext("This ends your turn: tap again to send it.");
  if (reason) return gettext("Your orders end the round: tap again to send them.");
  return gettext("Send this order?");
}
