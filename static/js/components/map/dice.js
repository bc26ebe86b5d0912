// Dice as faces: every roll of a round, in the order in which they fell.
import { gettext } from "../../core/i18n.js";
import { element, html } from "./elements.js";

/** @typedef {import("./types.js").Step} Step */

const PIPS = ["", "5", "19", "159", "1379", "13579", "134679"];
/** @type {Record<string, [number, number]>} */
const SPOTS = { 1: [6, 6], 3: [18, 6], 4: [6, 12], 5: [12, 12], 6: [18, 12], 7: [6, 18], 9: [18, 18] };

/** @param {number} face */
export function die(face) {
  const drawn = element("svg", { viewBox: "0 0 24 24", class: "die", role: "img", "aria-label": face });
  drawn.append(element("rect", { x: 1, y: 1, width: 22, height: 22, rx: 4.5 }));
  for (const spot of PIPS[face] ?? "") drawn.append(element("circle", { cx: SPOTS[spot][0], cy: SPOTS[spot][1], r: 2.4 }));
  return drawn;
}

/** One roll as a row: who, which faces, what was lost. @param {Step} step @param {(id: string) => string} called @param {(id: string) => string} owner */
export function row(step, called, owner) {
  if (step.kind === "roll_off")
    return html("li", { className: "roll" }, ...Object.entries(step.dice).map(([seat, face]) => side(seat.toUpperCase(), seat, [Number(face)], 0)));
  const { from, to, dice, losses } = step;
  return html(
    "li",
    { className: "roll" },
    side(called(from), owner(from), dice.attacker, losses.attacker),
    html("span", { className: "against", textContent: "⚔", ariaHidden: "true" }),
    side(called(to), owner(to), dice.defender, losses.defender),
  );
}

/** @param {string} name @param {string} seat @param {number[]} faces @param {number} lost */
function side(name, seat, faces, lost) {
  const found = html("span", { className: "roll-side" }, html("b", { textContent: name }));
  found.dataset.seat = seat;
  found.append(html("span", { className: "faces" }, ...faces.map(die)));
  if (lost) found.append(html("small", { className: "lost", textContent: `−${lost}`, title: gettext("lost") }));
  return found;
}
