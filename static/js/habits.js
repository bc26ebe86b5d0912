// What this browser likes: whether an order is asked for once more before it is given, and whether a battle is heard.

const CONFIRM = "confirm-orders";
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
  /** @param {HTMLElement} root @param {import("./board/board.js").BattleBoard} board */
  constructor(root, board) {
    this.confirm = kept(CONFIRM) || "never";
    this.loud = kept(SOUNDS) === "on";
    this.choice = /** @type {HTMLSelectElement | null} */ (root.querySelector("[data-habit-confirm]"));
    this.button = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-habit-sounds]"));
    if (this.choice) this.choice.value = this.confirm;
    this.choice?.addEventListener("change", () => keep(CONFIRM, (this.confirm = this.choice?.value ?? "never")));
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

/** Takes the question that is open back. */
let takeBack = () => {};

/** Ask once more: yes gives the order, anything else lets it be.
 * @param {HTMLElement} bar @param {string} words @returns {Promise<boolean>} */
export function asked(bar, words) {
  takeBack();
  const [yes, no] = [bar.querySelector("[data-yes]"), bar.querySelector("[data-no]")];
  const said = bar.querySelector("[data-question]");
  if (said) said.textContent = words;
  bar.hidden = false;
  /** @type {HTMLElement | null} */ (yes)?.focus({ preventScroll: true });
  return new Promise((resolve) => {
    const answered = new AbortController();
    /** @param {boolean} answer */
    const answer = (answer) => {
      answered.abort();
      bar.hidden = true;
      resolve(answer);
    };
    takeBack = () => answer(false);
    yes?.addEventListener("click", () => answer(true), { signal: answered.signal });
    no?.addEventListener("click", () => answer(false), { signal: answered.signal });
    bar.addEventListener("keydown", (event) => event.key === "Escape" && answer(false), { signal: answered.signal });
  });
}
