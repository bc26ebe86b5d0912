// The tutorial: marks completed lessons, and tries orders without leaving the page.
import { gettext } from "../core/i18n.js";
import { addText, readTexts, writeList } from "../core/storage.js";

const KEY = "lessons";

/**
 * @typedef {{order: string, round: import("../components/board/types.js").Round, done: boolean, verdict: string}}
 *   Attempt
 */

/** Mark the completed lessons in the list, and link the next one. @param {HTMLElement} list */
function markLessons(list) {
  const completed = new Set(readTexts(KEY));
  const items = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-lesson]")]);
  for (const item of items) {
    const done = completed.has(item.dataset.lesson ?? "");
    item.toggleAttribute("data-completed", done);
    item.querySelector("[data-lesson-done]")?.toggleAttribute("hidden", !done);
  }
  const next = items.find((item) => !completed.has(item.dataset.lesson ?? ""));
  const go = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-lessons-go]"));
  if (go && next) go.href = next.querySelector("a")?.href ?? go.href;
  go?.toggleAttribute("hidden", !next);
  go?.querySelector("[data-first]")?.toggleAttribute("hidden", completed.size > 0);
  go?.querySelector("[data-onward]")?.toggleAttribute("hidden", completed.size === 0);
  document.querySelector("[data-lessons-over]")?.toggleAttribute("hidden", Boolean(next));
  document.querySelector("[data-lessons-reset]")?.toggleAttribute("hidden", completed.size === 0);
}

class LessonPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.name = root.dataset.lessonPage ?? "";
    this.board = /** @type {import("../components/board/board.js").BattleBoard} */ (root.querySelector("battle-board"));
    this.form = /** @type {HTMLFormElement} */ (root.querySelector("[data-lesson-form]"));
    this.board.addEventListener("order", (event) => this.attempt(/** @type {CustomEvent} */ (event).detail.text));
    this.board.addEventListener("inspect", (event) =>
      this.write("[data-tile-text]", /** @type {CustomEvent} */ (event).detail.text),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.attempt(String(new FormData(this.form, event.submitter).getAll("order").at(-1) ?? ""));
    });
    if (root.querySelector("[data-verdict][data-done]")) addText(KEY, this.name);
    if ("tried" in root.dataset) return; // the round of the address is shown, and the link leads to a new board
    root.querySelector("[data-again]")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.restart();
    });
  }

  /** @param {string} selector @param {string} text */
  write(selector, text) {
    const element = this.root.querySelector(selector);
    if (element) element.textContent = text;
  }

  /** Send an order, and show the round to which it leads. @param {string} text */
  async attempt(text) {
    const address = new URL(location.pathname, location.href);
    address.searchParams.set("order", text);
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      const result = await response.json();
      if (response.ok) this.show(result);
      else this.showError(result.detail);
    } catch {
      this.showError(gettext("The server could not be reached: your order was not sent."));
    }
  }

  /** @param {Attempt} attempt */
  async show({ order, round, done, verdict }) {
    this.openVerdict(done);
    this.writeVerdict("", verdict);
    const field = this.form.querySelector("input");
    if (field) field.value = order;
    const list = this.root.querySelector("[data-events]");
    list?.removeAttribute("hidden");
    list?.replaceChildren(
      ...(round.told ?? []).map((textContent) => Object.assign(document.createElement("li"), { textContent })),
    );
    if (done) addText(KEY, this.name);
    this.board.goLive();
    await this.board.play(round); // then its controls are there, which move the verdict
    this.scrollToVerdict();
  }

  /** @param {string} sentence */
  showError(sentence) {
    this.openVerdict(false);
    this.writeVerdict(sentence, "");
    this.root.querySelector("[data-events]")?.setAttribute("hidden", "");
    this.board.update(this.board.live);
    this.scrollToVerdict();
  }

  /** Scroll just far enough that the verdict can be read beside the round. */
  scrollToVerdict() {
    const reducesMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const text = this.root.querySelector("[data-verdict] [role=status]");
    text?.scrollIntoView({ block: "nearest", behavior: reducesMotion ? "instant" : "smooth" });
  }

  /** @param {string} error @param {string} verdict */
  writeVerdict(error, verdict) {
    this.write("[data-verdict-error]", error);
    this.root.querySelector("[data-verdict-error]")?.toggleAttribute("hidden", !error);
    this.write("[data-verdict-words]", verdict);
  }

  /** @param {boolean} done */
  openVerdict(done) {
    const card = this.root.querySelector("[data-verdict]");
    card?.removeAttribute("hidden");
    card?.toggleAttribute("data-done", done);
    this.root.querySelector("[data-onward]")?.toggleAttribute("hidden", !done);
  }

  /** Show the position of the lesson again. */
  restart() {
    this.root.querySelector("[data-verdict]")?.setAttribute("hidden", "");
    this.board.goLive();
    this.board.focusTile(this.board.focused);
  }
}

const list = document.querySelector("[data-lessons]");
if (list instanceof HTMLElement) markLessons(list);
document.querySelector("[data-lessons-reset]")?.addEventListener("click", () => {
  writeList(KEY, []);
  if (list instanceof HTMLElement) markLessons(list);
});
const lesson = document.querySelector("[data-lesson-page]");
if (lesson instanceof HTMLElement) customElements.whenDefined("battle-board").then(() => new LessonPage(lesson));
