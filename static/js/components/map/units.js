// Three units, each of which beats another: their marks, their names, and the field that chooses one. Loaded only where
// a battle has some.
import { gettext } from "../../core/i18n.js";
import { units } from "./armies.js";
import { html, svg } from "./elements.js";

/** @typedef {Record<string, number>} Garrison */

/** @type {Record<string, {name: () => string, mark: string}>} */
const UNITS = {
  spears: { name: () => gettext("spears"), mark: "M0-7L3.4-1H1.1V6H-1.1V-1H-3.4z" },
  riders: { name: () => gettext("riders"), mark: "M-5 5q0-3 2-5q-4 1-4-1l3-5l1-2l1 2q5 1 5 6q0 3 1 5z" },
  archers: { name: () => gettext("archers"), mark: "M-2.5-7Q7.5 0-2.5 7Q2.5 0-2.5-7zM-6-.8H6V.8H-6z" },
};
/** The room of a mark with its number, in units of the map; how far above the centre of an army they stand. */
const WIDTH = 23,
  HEIGHT = 31;
const SVG_MARK = "-8 -8 16 16";

/** Return the name of a unit. @param {string} unit */
export function unitName(unit) {
  return UNITS[unit]?.name() ?? unit;
}

/** Return what stands in a territory, in words. @param {Garrison} garrison */
export function garrisonText(garrison) {
  return Object.entries(garrison)
    .map(([unit, armies]) => `${unitName(unit)} ${armies}`)
    .join(", ");
}

/** Draw a mark and a number for each unit above an army. @param {Element} group @param {Garrison} garrison */
function draw(group, garrison) {
  const present = Object.entries(garrison).filter(([unit, armies]) => armies > 0 && UNITS[unit]);
  group.replaceChildren(
    ...present.map(([unit, armies], at) => {
      const x = (at - (present.length - 1) / 2) * WIDTH;
      const mark = svg("g", { "data-unit": unit, transform: `translate(${x} ${-HEIGHT})` });
      mark.append(
        svg("path", { d: UNITS[unit].mark, transform: "translate(-5 0) scale(.8)" }),
        svg("text", { class: "map-count", x: 5, y: 4.5 }, String(armies)),
      );
      return mark;
    }),
  );
}

/** Return the field that chooses a unit. @param {string[]} names */
function choice(names) {
  const field = html(
    "select",
    { ariaLabel: gettext("Unit") },
    ...names.map((unit) => html("option", { value: unit, textContent: unitName(unit) })),
  );
  return field;
}

/** Return what the marks mean, and who beats whom. */
export function legend() {
  const marks = Object.values(UNITS).map(({ name, mark }) => {
    const drawing = svg("svg", { viewBox: SVG_MARK, class: "unit-mark", "aria-hidden": "true" });
    drawing.append(svg("path", { d: mark }));
    return html("span", {}, /** @type {any} */ (drawing), ` ${name()} `);
  });
  return [...marks, gettext("Spears beat riders, riders beat archers, and archers beat spears.")];
}

Object.assign(units, { draw, choice, text: garrisonText, name: unitName, room: HEIGHT + 9 });
