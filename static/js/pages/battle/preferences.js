// What this browser likes: whether an order is asked for once more before it is given, what happens to one that would
// end the round at once, and whether a battle is heard.

const CONFIRM = "confirm-orders";
const LAST = "last-order";
const SOUNDS = "sounds";

/** @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It still holds for this page.
  }
}

export class Habits {
  /** @param {HTMLElement} root @param {import("../../components/board/board.js").BattleBoard} board */
  constructor(root, board) {
    this.confirm = kept(CONFIRM) || "touch";
    /** For a tap that would end the round: `undo` leaves two seconds, `tap` asks for a second one, `never` sends it. */
    this.last = kept(LAST) || "undo";
    this.loud = kept(SOUNDS) === "on";
    this.choice = /** @type {HTMLSelectElement | null} */ (root.querySelector("[data-habit-confirm]"));
    this.lastChoice = /** @type {HTMLSelectElement | null} */ (root.querySelector("[data-habit-last]"));
    this.button = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-habit-sounds]"));
    if (this.choice) this.choice.value = this.confirm;
    this.choice?.addEventListener("change", () => keep(CONFIRM, (this.confirm = this.choice?.value ?? "touch")));
    if (this.lastChoice) this.lastChoice.value = this.last;
    this.lastChoice?.addEventListener("change", () => keep(LAST, (this.last = this.lastChoice?.value ?? "undo")));
    this.button?.addEventListener("click", () => this.toggleSounds());
    board.addEventListener("frame", (event) => {
      const { step, playing } = /** @type {CustomEvent} */ (event).detail;
      if (playing) this.play(step);
    });
    this.showSounds();
  }

  /** Whether an order from the board is asked for once more. */
  get asks() {
    return this.confirm === "always" || (this.confirm === "touch" && matchMedia("(pointer: coarse)").matches);
  }

  toggleSounds() {
    this.loud = !this.loud;
    keep(SOUNDS, this.loud ? "on" : "off");
    this.showSounds();
    this.play("sealed");
  }

  showSounds() {
    this.button?.setAttribute("aria-pressed", String(this.loud));
  }

  /** A short sound, where sounds are wanted; who wants little motion wants peace. @param {string} name */
  async play(name) {
    if (!this.loud || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { play } = await import("./sounds.js");
    play(name);
  }
}
