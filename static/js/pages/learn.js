// The tutorial: marks what has been learnt, and tries orders without leaving the page.
import { gettext } from "../core/i18n.js";
import { keep, remember, remembered } from "../core/storage.js";

const KEY = "lessons";

/** @typedef {{order: string, round: import("../components/board/types.js").Round, done: boolean, verdict: string}} Attempt */

/** The list of lessons: which are done, and where to go on. @param {HTMLElement} list */
function markLessons(list) {
  const known = new Set(remembered(KEY));
  const items = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-lesson]")]);
  for (const item of items) {
    const done = known.has(item.dataset.lesson ?? "");
    item.toggleAttribute("data-learnt", done);
    item.querySelector("[data-lesson-done]")?.toggleAttribute("hidden", !done);
  }
  const next = items.find((item) => !known.has(item.dataset.lesson ?? ""));
  const go = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-lessons-go]"));
  if (go && next) go.href = next.querySelector("a")?.href ?? go.href;
  go?.toggleAttribute("hidden", !next);
  go?.querySelector("[data-first]")?.toggleAttribute("hidden", known.size > 0);
  go?.querySelector("[data-onward]")?.toggleAttribute("hidden", known.size === 0);
  document.querySelector("[data-lessons-over]")?.toggleAttribute("hidden", Boolean(next));
  document.querySelector("[data-lessons-forget]")?.toggleAttribute("hidden", known.size === 0);
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
      this.write("[data-tile-words]", /** @type {CustomEvent} */ (event).detail.words),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.attempt(String(new FormData(this.form, event.submitter).getAll("order").at(-1) ?? ""));
    });
    if (root.querySelector("[data-verdict][data-done]")) remember(KEY, this.name);
    if ("tried" in root.dataset) return; // the round of the address is shown; its link leads to a fresh board
    root.querySelector("[data-again]")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.again();
    });
  }

  /** @param {string} where @param {string} words */
  write(where, words) {
    const element = this.root.querySelector(where);
    if (element) element.textContent = words;
  }

  /** @param {string} text */
  async attempt(text) {
    const address = new URL(location.pathname, location.href);
    address.searchParams.set("order", text);
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      const said = await answer.json();
      if (answer.ok) this.show(said);
      else this.refuse(said.detail);
    } catch {
      this.refuse(gettext("The server could not be reached: your order was not sent."));
    }
  }

  /** @param {Attempt} attempt */
  show({ order, round, done, verdict }) {
    this.open(done);
    this.say("", verdict);
    const field = this.form.querySelector("input");
    if (field) field.value = order;
    const list = this.root.querySelector("[data-told]");
    list?.removeAttribute("hidden");
    list?.replaceChildren(
      ...(round.told ?? []).map((textContent) => Object.assign(document.createElement("li"), { textContent })),
    );
    if (done) remember(KEY, this.name);
    this.board.goLive();
    this.board.play(round);
    this.bringIntoView();
  }

  /** @param {string} sentence */
  refuse(sentence) {
    this.open(false);
    this.say(sentence, "");
    this.root.querySelector("[data-told]")?.setAttribute("hidden", "");
    this.board.update(this.board.live);
    this.bringIntoView();
  }

  /** The verdict is read beside the round: as little is scrolled as shows its words. */
  bringIntoView() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const words = this.root.querySelector("[data-verdict] [role=status]");
    words?.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
  }

  /** @param {string} refusal @param {string} verdict */
  say(refusal, verdict) {
    this.write("[data-verdict-refusal]", refusal);
    this.root.querySelector("[data-verdict-refusal]")?.toggleAttribute("hidden", !refusal);
    this.write("[data-verdict-words]", verdict);
  }

  /** @param {boolean} done */
  open(done) {
    const card = this.root.querySelector("[data-verdict]");
    card?.removeAttribute("hidden");
    card?.toggleAttribute("data-done", done);
    this.root.querySelector("[data-onward]")?.toggleAttribute("hidden", !done);
  }

  again() {
    this.root.querySelector("[data-verdict]")?.setAttribute("hidden", "");
    this.board.goLive();
    this.board.focusTile(this.board.focused);
  }
}

const list = document.querySelector("[data-lessons]");
if (list instanceof HTMLElement) markLessons(list);
document.querySelector("[data-lessons-forget]")?.addEventListener("click", () => {
  keep(KEY, []);
  if (list instanceof HTMLElement) markLessons(list);
});
const lesson = document.querySelector("[data-lesson-page]");
if (lesson instanceof HTMLElement) customElements.whenDefined("battle-board").then(() => new LessonPage(lesson));
