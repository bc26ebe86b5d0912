// The list of regions beside the sheet: which one is chosen, their names, bonuses and sizes.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { html } from "../map/elements.js";

/** @typedef {import("./model.js").Region} Region */
/**
 * @typedef {{choose: (id: string) => void, change: (id: string, values: Partial<Region>) => void,
 *   remove: (id: string) => void}} Acts
 */

const TINTS = 6;

/** Shows the regions, and says what is done with them. */
export class RegionList {
  /** @param {HTMLElement} root @param {Acts} acts */
  constructor(root, acts) {
    this.root = root;
    this.acts = acts;
  }

  /** Show the regions; a field that is being filled in keeps its place. @param {Region[]} regions @param {string} chosen */
  render(regions, chosen) {
    const ids = regions.map(({ id }) => id).join();
    if (this.root.dataset.ids !== ids) {
      this.root.dataset.ids = ids;
      this.root.replaceChildren(...regions.map(({ id }) => this.createRow(id)));
    }
    regions.forEach((region, at) =>
      this.updateRow(/** @type {HTMLElement} */ (this.root.children[at]), region, at, chosen),
    );
  }

  /** @param {string} id */
  createRow(id) {
    const choice = html("input", { type: "radio", name: "region-choice", value: id });
    choice.addEventListener("change", () => this.acts.choose(id));
    const name = html("input", { type: "text", maxLength: 24, autocomplete: "off", className: "region-name" });
    name.addEventListener("focus", () => this.acts.choose(id));
    name.addEventListener("change", () => this.acts.change(id, { name: name.value.trim() }));
    const bonus = html("input", {
      type: "number",
      min: "0",
      max: "20",
      inputMode: "numeric",
      className: "region-bonus",
    });
    bonus.addEventListener("change", () =>
      this.acts.change(id, { bonus: Math.min(20, Math.max(0, Math.round(Number(bonus.value)) || 0)) }),
    );
    const remove = html("button", { type: "button", className: "button small quiet region-remove" }, "×");
    remove.addEventListener("click", () => this.acts.remove(id));
    const swatch = html("span", { className: "region-swatch" });
    const count = html("span", { className: "small faint" });
    const worth = html(
      "div",
      { className: "region-worth" },
      html("span", { className: "small" }, gettext("Bonus")),
      bonus,
      count,
    );
    return html("li", {}, html("label", { className: "region-choice" }, choice, swatch), name, remove, worth);
  }

  /** @param {HTMLElement} row @param {Region} region @param {number} at @param {string} chosen */
  updateRow(row, { id, name, bonus, territories }, at, chosen) {
    const [label, field, remove, worth] = /** @type {HTMLElement[]} */ ([...row.children]);
    const [, number, count] = /** @type {HTMLElement[]} */ ([...worth.children]);
    row.dataset.tint = String(at % TINTS);
    row.toggleAttribute("data-chosen", id === chosen);
    const choice = /** @type {HTMLInputElement} */ (label.firstElementChild);
    choice.checked = id === chosen;
    choice.setAttribute("aria-label", fill(gettext("Put territories into %(region)s"), { region: name }));
    for (const [input, value, words] of /** @type {[HTMLElement, string, string][]} */ ([
      [field, name, gettext("Name of the region")],
      [number, String(bonus), fill(gettext("Bonus of %(region)s"), { region: name })],
    ])) {
      input.setAttribute("aria-label", words);
      if (document.activeElement !== input) /** @type {HTMLInputElement} */ (input).value = value;
    }
    const size = territories.length;
    count.textContent = fill(ngettext("%(n)s territory", "%(n)s territories", size), { n: size });
    remove.setAttribute("aria-label", fill(gettext("Remove %(region)s"), { region: name }));
    remove.toggleAttribute("disabled", this.root.children.length < 2);
  }
}
