// A sheet while it is written: what it adds to the map, and its lines beside the map, where each can be taken away.
import { fill, gettext } from "../../core/i18n.js";
import { html } from "./elements.js";

const ADDING = new Set(["place", "reinforce", "colonize", "build"]);

/**
 * Armies under construction, and those that the sheet adds.
 * @param {Record<string, number> | undefined} building @param {string[][]} planned @returns {Record<string, number>}
 */
export function withPlanned(building = {}, planned) {
  const found = { ...building };
  for (const [verb, at, count] of planned) if (ADDING.has(verb)) found[at] = (found[at] ?? 0) + (Number(count) || 0);
  return found;
}

/** The lines of the sheet, and a button that sends it. @param {string[]} lines @param {(lines: string[]) => void} change */
export function planList(lines, change) {
  if (!lines.length) return [];
  const rows = lines.map((line, place) => {
    const remove = html("button", { type: "button", className: "tool", textContent: "✕" });
    remove.setAttribute("aria-label", fill(gettext("Remove %(order)s"), { order: line.trim() }));
    remove.addEventListener("click", () => change(lines.filter((_line, other) => other !== place)));
    return html("li", {}, html("span", { className: "notation", textContent: line.trim() }), remove);
  });
  const send = html("button", { type: "button", className: "button small primary", textContent: gettext("Send order") });
  send.addEventListener("click", () => /** @type {HTMLFormElement | null} */ (document.querySelector("[data-order-form]"))?.requestSubmit());
  const list = html("ul", { className: "map-plan" }, ...rows);
  list.setAttribute("aria-label", gettext("Your sheet"));
  return [list, send];
}
