// The preview of an order while it is being written: what is wrong with each line, and what it would do.
import { fill, gettext } from "../../core/i18n.js";
import { html } from "./elements.js";

/** @typedef {import("./types.js").PreviewLine} PreviewLine */

/** Milliseconds after the last key before the server is asked. */
const DELAY = 300;

/** Asks the server for previews, and lists them below the field of the order. */
export class OrderPreview {
  /** What was found of each line. @type {PreviewLine[]} */
  rows = [];

  /** @param {HTMLFormElement | null} form */
  constructor(form) {
    this.form = form;
    this.address = form?.dataset.draftUrl ?? "";
    this.list = /** @type {HTMLElement | null} */ (form?.querySelector("[data-findings]") ?? null);
    this.field = /** @type {HTMLTextAreaElement | null} */ (form?.querySelector("textarea") ?? null);
    this.field?.addEventListener("input", () => this.schedule());
  }

  /**
   * Return the preview of an order; none if the page cannot ask for one.
   * @param {string} text @returns {Promise<PreviewLine[]>}
   */
  async fetch(text) {
    if (!this.address || !this.form || !text.trim()) return [];
    const fields = new FormData(this.form);
    const body = new URLSearchParams({ order: text, round: String(fields.get("round") ?? "1") });
    try {
      const response = await fetch(this.address, {
        method: "POST",
        body,
        headers: { Accept: "application/json", "X-CSRFToken": String(fields.get("csrfmiddlewaretoken") ?? "") },
      });
      return response.ok ? (await response.json()).lines : [];
    } catch {
      return [];
    }
  }

  /** Update the preview after a moment; for a new round clear it at once. */
  schedule(isNewRound = false) {
    if (isNewRound) this.list?.replaceChildren();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.update(), DELAY);
  }

  async update() {
    const text = this.field?.value ?? "";
    const rows = await this.fetch(text);
    if (text !== this.field?.value || !this.list) return;
    this.rows = rows;
    this.form?.dispatchEvent(new CustomEvent("findings"));
    this.list.replaceChildren(...rows.map(listItem));
    this.field.setAttribute("aria-invalid", String(rows.some(({ level }) => level === "error")));
  }
}

/** @param {PreviewLine} row */
function listItem({ line, level, said }) {
  const place = line ? fill(gettext("Line %(line)s"), { line }) : gettext("All together");
  const text = said.join(" ") || gettext("can be done");
  const item = html("li", {}, html("b", { textContent: place }), ` ${text}`);
  item.dataset.level = level;
  return item;
}
