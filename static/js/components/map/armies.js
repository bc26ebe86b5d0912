// Armies as drawn pieces: the medallion of their seat with their number, and figures standing on it.
import { grouped } from "../../core/i18n.js";
import { element } from "./elements.js";

/** @typedef {import("./types.js").Territory} Territory */
/** @typedef {import("./types.js").Holding} Holding */

const FIGURES = {
  10: "M-8 0q0-4 3-4a3 3 0 0 1 0 4zM-6-4L6-9l1.6 3L-3-1zM2-1a3 3 0 1 1 .1 0z", // a cannon
  5: "M-5 0q0-3 2-5q-4 1-4-1l3-5l1-2l1 2q5 1 5 6q0 3 1 5z", // a horse
  1: "M-3.4 0q0-5 1.8-6.4a2.7 2.7 0 1 1 3.2 0Q3.4-5 3.4 0z", // a foot soldier
};
const MOST = 5;

/** Artillery for ten, cavalry for five, infantry for one: as few pieces as possible. @param {number} armies */
export function figures(armies) {
  const found = [];
  for (const [worth] of Object.entries(FIGURES).sort(([one], [other]) => Number(other) - Number(one)))
    for (; armies >= Number(worth) && found.length < MOST; armies -= Number(worth)) found.push(Number(worth));
  return found;
}

/** The empty place of a piece. @param {Territory} territory */
export function place({ name, x, y }) {
  const piece = element("g", { class: "map-army", transform: `translate(${x} ${y})`, "aria-hidden": "true" });
  piece.append(
    element("text", { class: "map-name", y: 33 }, name),
    element("path", { class: "map-crown", d: "M-13-19l-3-13l8 6l8-10l8 10l8-6l-3 13z" }),
    element("g", { class: "map-figures" }),
    element("circle", { class: "map-medal-ground", r: 17 }),
    element("use", { class: "map-medal", x: -21, y: -21, width: 42, height: 42 }),
    element("text", { class: "map-number", y: 6 }),
    element("circle", { class: "map-letter-ground", cx: 17, cy: -14, r: 8.5 }),
    element("text", { class: "map-letter", x: 17, y: -10 }),
    element("text", { class: "map-building", x: 21, y: 22 }),
  );
  return piece;
}

/** @param {SVGElement} piece @param {Holding | undefined} held @param {string} sprite @param {number} building */
export function dress(piece, held, sprite, building) {
  piece.toggleAttribute("data-empty", !held);
  piece.setAttribute("data-seat", held?.seat ?? "");
  const [, , standing, , medal, number, , letter, more] = piece.children;
  if (held) medal.setAttribute("href", `${sprite}#plain-${held.seat}`);
  number.textContent = held ? grouped(held.armies) : "";
  letter.textContent = held?.seat.toUpperCase() ?? "";
  more.textContent = building ? `+${building}` : "";
  const kinds = figures(held?.armies ?? 0);
  standing.replaceChildren(
    ...kinds.map((worth, n) =>
      element("path", { d: FIGURES[/** @type {10 | 5 | 1} */ (worth)], transform: `translate(${(n - (kinds.length - 1) / 2) * 10 - 3} -17)` }),
    ),
  );
}
