// How this player gives orders and hears a battle, stored in this browser; how it is shown, in the account if there is one.
import { readOption, readText, writeOption, writeText } from "../../core/storage.js";

const CONFIRM = "confirm-orders";
const LAST_ORDER = "last-order";
const SOUNDS = "sounds";

/** The preferences, and their controls on the page. */
export class Preferences {
  /** @param {HTMLElement} root @param {import("../../components/board/board.js").BattleBoard} board */
  constructor(root, board) {
    /** On a map an order is given by a button that names it, so a touch is not confirmed. */
    this.isOnMap = root.dataset.view === "map";
    /** Which orders are confirmed: `always`, `touch` (on a board, those given on a touch screen) or `never`. */
    this.confirm = readText(CONFIRM) || "touch";
    /**
     * For an order that would end the round: `undo` leaves two seconds, `tap` asks for a second tap, `never` sends it.
     */
    this.lastOrder = readText(LAST_ORDER) || "undo";
    this.hasSounds = readText(SOUNDS) === "on";
    const confirm = /** @type {HTMLSelectElement | null} */ (root.querySelector("[data-confirm-orders]"));
    const lastOrder = /** @type {HTMLSelectElement | null} */ (root.querySelector("[data-last-order]"));
    this.button = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-sounds]"));
    if (confirm) confirm.value = this.isOnMap && this.confirm === "touch" ? "never" : this.confirm;
    confirm?.addEventListener("change", () => writeText(CONFIRM, (this.confirm = confirm.value)));
    if (lastOrder) lastOrder.value = this.lastOrder;
    lastOrder?.addEventListener("change", () => writeText(LAST_ORDER, (this.lastOrder = lastOrder.value)));
    this.button?.addEventListener("click", () => this.toggleSounds());
    for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (root.querySelectorAll("[data-remember]"))) {
      const name = select.dataset.remember ?? "";
      select.value = readOption(name);
      select.addEventListener("change", () => writeOption(name, select.value));
    }
    board.addEventListener("frame", (event) => {
      const { step, playing } = /** @type {CustomEvent} */ (event).detail;
      if (playing) this.playSound(step);
    });
    this.showSounds();
  }

  /** Whether an order from the board is confirmed. */
  get confirmsOrders() {
    if (this.confirm === "touch") return !this.isOnMap && matchMedia("(pointer: coarse)").matches;
    return this.confirm === "always";
  }

  toggleSounds() {
    this.hasSounds = !this.hasSounds;
    writeText(SOUNDS, this.hasSounds ? "on" : "off");
    this.showSounds();
    this.playSound("sealed");
  }

  showSounds() {
    this.button?.setAttribute("aria-pressed", String(this.hasSounds));
  }

  /** Play a sound, unless sounds are off or the player prefers reduced motion. @param {string} name */
  async playSound(name) {
    if (!this.hasSounds || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { play } = await import("./sounds.js");
    play(name);
  }
}
