// Dice, and rolls as rows of a list.
import { gettext } from "../../core/i18n.js";
import { html, svg } from "./elements.js";

/** @typedef {import("./types.js").Step} Step */

const PIPS = ["", "5", "19", "159", "1379", "13579", "134679"];
/** @type {Record<string, [number, number]>} */
const SPOTS = { 1: [6, 6], 3: [18, 6], 4: [6, 12], 5: [12, 12], 6: [18, 12], 7: [6, 18], 9: [18, 18] };

/** Return the drawing of a die. @param {number} face */
export function die(face) {
  const element = svg("svg", { viewBox: "0 0 24 24", class: "die", role: "img", "aria-label": face });
  element.append(svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 4.5 }));
  for (const spot of PIPS[face] ?? "")
    element.append(svg("circle", { cx: SPOTS[spot][0], cy: SPOTS[spot][1], r: 2.4 }));
  return element;
}

/**
 * Return a roll as a row: who rolled what, and the losses.
 * @param {Step} step @param {(id: string) => string} nameOf @param {(id: string) => string} ownerOf
 */
export function rollRow(step, nameOf, ownerOf) {
  if (step.kind === "roll_off")
    return html(
      "li",
      { className: "roll" },
      ...Object.entries(step.dice).map(([seat, face]) => side(seat.toUpperCase(), seat, [Number(face)], 0)),
    );
  const { from, to, dice, losses } = step;
  return html(
    "li",
    { className: "roll" },
    side(nameOf(from), ownerOf(from), dice.attacker, losses.attacker),
    html("span", { className: "against", textContent: "⚔", ariaHidden: "true" }),
    side(nameOf(to), ownerOf(to), dice.defender, losses.defender),
  );
}

/** Return one side of a roll. @param {string} name @param {string} seat @param {number[]} faces @param {number} lost */
function side(name, seat, faces, lost) {
  const element = html("span", { className: "roll-side" }, html("b", { textContent: name }));
  element.dataset.seat = seat;
  element.append(html("span", { className: "faces" }, ...faces.map(die)));
  if (lost) element.append(html("small", { className: "lost", textContent: `−${lost}`, title: gettext("lost") }));
  return element;
}
