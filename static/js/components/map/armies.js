// The armies of a territory: the medallion of their seat with their number, and figures standing on it.
import { formatNumber } from "../../core/i18n.js";
import { svg } from "./elements.js";

/** @typedef {import("./types.js").Holding} Holding */

/**
 * What shows units; units.js fills it in, and is loaded only where there are some. `room`: above an army.
 * @type {{draw?: (group: Element, garrison: Record<string, number>) => void, room: number,
 *   choice?: (names: string[]) => HTMLSelectElement, text?: (garrison: Record<string, number>) => string,
 *   name?: (unit: string) => string}}
 */
export const units = { room: 24 };

const FIGURES = {
  10: "M-8 0q0-4 3-4a3 3 0 0 1 0 4zM-6-4L6-9l1.6 3L-3-1zM2-1a3 3 0 1 1 .1 0z", // a cannon
  5: "M-5 0q0-3 2-5q-4 1-4-1l3-5l1-2l1 2q5 1 5 6q0 3 1 5z", // a horse
  1: "M-3.4 0q0-5 1.8-6.4a2.7 2.7 0 1 1 3.2 0Q3.4-5 3.4 0z", // a foot soldier
};
const MAX_FIGURES = 5;

/**
 * Return the fewest figures for a number of armies: artillery is worth ten, cavalry five, infantry one.
 * @param {number} armies
 */
export function figuresFor(armies) {
  const found = [];
  for (const [worth] of Object.entries(FIGURES).sort(([one], [other]) => Number(other) - Number(one)))
    for (; armies >= Number(worth) && found.length < MAX_FIGURES; armies -= Number(worth)) found.push(Number(worth));
  return found;
}

/** Return the parts of an army, without content. */
export function createArmy() {
  const army = svg("g", { class: "map-army", "aria-hidden": "true" });
  army.append(
    svg("path", { class: "map-crown", d: "M-13-19l-3-13l8 6l8-10l8 10l8-6l-3 13z" }),
    svg("g", { class: "map-figures" }),
    svg("circle", { class: "map-medal-ground", r: 17 }),
    svg("use", { class: "map-medal", x: -21, y: -21, width: 42, height: 42 }),
    svg("text", { class: "map-number", y: 6 }),
    svg("circle", { class: "map-letter-ground", cx: 18, cy: -15, r: 8.5 }),
    svg("text", { class: "map-letter", x: 18, y: -10.4 }),
    svg("text", { class: "map-building", x: -20, y: -10 }),
  );
  return army;
}

/**
 * Show an army, or none.
 * @param {SVGElement} army @param {Holding | undefined} holding @param {string} sprite @param {number} building
 */
export function updateArmy(army, holding, sprite, building) {
  army.toggleAttribute("data-empty", !holding);
  army.setAttribute("data-seat", holding?.seat ?? "");
  const [, figures, , medal, number, , letter, addition] = army.children;
  if (holding) medal.setAttribute("href", `${sprite}#plain-${holding.seat}`);
  number.textContent = holding ? formatNumber(holding.armies) : "";
  number.toggleAttribute("data-long", (holding?.armies ?? 0) > 99);
  letter.textContent = holding?.seat.toUpperCase() ?? "";
  addition.textContent = building ? `+${building}` : "";
  if (holding?.units && units.draw) return units.draw(figures, holding.units);
  const worths = figuresFor(holding?.armies ?? 0);
  figures.replaceChildren(
    ...worths.map((worth, n) =>
      svg("path", {
        d: FIGURES[/** @type {10 | 5 | 1} */ (worth)],
        transform: `translate(${(n - (worths.length - 1) / 2) * 10 - 3} -15)`,
      }),
    ),
  );
}
