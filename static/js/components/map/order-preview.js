// An order while it is being written: the server says what is wrong with each line, and what it would do.
import { fill, gettext } from "../../core/i18n.js";
import { html } from "./elements.js";

/** @typedef {import("./types.js").Weighed} Weighed */

const PATIENCE = 300;

export class Drafts {
  /** @param {HTMLFormElement | null} form */
  constructor(form) {
    this.form = form;
    this.address = form?.dataset.draftUrl ?? "";
    this.list = /** @type {HTMLElement | null} */ (form?.querySelector("[data-findings]") ?? null);
    this.field = /** @type {HTMLTextAreaElement | null} */ (form?.querySelector("textarea") ?? null);
    this.field?.addEventListener("input", () => this.changed());
  }

  /** What is said of a text; nothing where there is nobody to ask. @param {string} text @returns {Promise<Weighed[]>} */
  async weigh(text) {
    if (!this.address || !this.form || !text.trim()) return [];
    const given = new FormData(this.form);
    const body = new URLSearchParams({ order: text, round: String(given.get("round") ?? "1") });
    try {
      const answer = await fetch(this.address, {
        method: "POST",
        body,
        headers: { Accept: "application/json", "X-CSRFToken": String(given.get("csrfmiddlewaretoken") ?? "") },
      });
      return answer.ok ? (await answer.json()).lines : [];
    } catch {
      return [];
    }
  }

  /** The text has changed: ask in a moment, and once for all keys that are struck meanwhile. What was said of a text of
   * another round says nothing of this one. */
  changed(fresh = false) {
    if (fresh) this.list?.replaceChildren();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PATIENCE);
  }

  async check() {
    const text = this.field?.value ?? "";
    const rows = await this.weigh(text);
    if (text !== this.field?.value || !this.list) return;
    this.list.replaceChildren(...rows.map(finding));
    this.field.setAttribute("aria-invalid", String(rows.some(({ level }) => level === "error")));
  }
}

/** @param {Weighed} row */
function finding({ line, level, said }) {
  const where = line ? fill(gettext("Line %(line)s"), { line }) : gettext("All together");
  const words = said.join(" ") || gettext("can be done");
  const item = html("li", {}, html("b", { textContent: where }), ` ${words}`);
  item.dataset.level = level;
  return item;
}
