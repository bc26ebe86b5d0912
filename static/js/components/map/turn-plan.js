// The plan of a turn in which all act at once: what it adds to the map, and the list of its orders.
import { fill, gettext } from "../../core/i18n.js";
import { html } from "./elements.js";

const ADDING = new Set(["place", "reinforce", "colonize", "build"]);

/**
 * Return the armies under construction with those that the plan adds.
 * @param {Record<string, number> | undefined} building @param {string[][]} planned @returns {Record<string, number>}
 */
export function withPlanned(building = {}, planned) {
  const total = { ...building };
  for (const [verb, at, count] of planned) if (ADDING.has(verb)) total[at] = (total[at] ?? 0) + (Number(count) || 0);
  return total;
}

/**
 * Return the list of the plan's orders, each with a button that removes it, and a button that sends the plan.
 * @param {string[]} lines @param {(lines: string[]) => void} change
 */
export function planList(lines, change) {
  if (!lines.length) return [];
  const rows = lines.map((line, index) => {
    const remove = html("button", { type: "button", className: "tool", textContent: "✕" });
    remove.setAttribute("aria-label", fill(gettext("Remove %(order)s"), { order: line.trim() }));
    remove.addEventListener("click", () => change(lines.filter((_line, other) => other !== index)));
    return html("li", {}, html("span", { className: "notation", textContent: line.trim() }), remove);
  });
  const send = html("button", {
    type: "button",
    className: "button small primary",
    textContent: gettext("Send order"),
  });
  send.addEventListener("click", () =>
    /** @type {HTMLFormElement | null} */ (document.querySelector("[data-order-form]"))?.requestSubmit(),
  );
  const list = html("ul", { className: "map-plan" }, ...rows);
  list.setAttribute("aria-label", gettext("Your sheet"));
  return [list, send];
}
