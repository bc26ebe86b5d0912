// The regions of a map: who holds how much of each, what is missing, and what a whole one brings.
import { fill, gettext } from "../../core/i18n.js";
import { html } from "./elements.js";

/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Holding} Holding */
/**
 * @typedef {{id: string, name: string, bonus: number, size: number, held: [string, number][], owner: string}} Region
 */

/** As many missing territories are named. */
const MAX_NAMED = 3;

/**
 * Return the regions with the number of territories of each seat, most first.
 * @param {Ground} ground @param {Holding[]} pieces @returns {Region[]}
 */
export function describeRegions({ territories, regions }, pieces) {
  const owners = new Map(pieces.map(({ tile, seat }) => [tile, seat]));
  return regions.map(({ id, name, bonus }) => {
    const own = territories.filter(({ region }) => region === id);
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const seat of own.map((each) => owners.get(each.id) ?? ""))
      if (seat) counts.set(seat, (counts.get(seat) ?? 0) + 1);
    const held = [...counts].sort(([, one], [, other]) => other - one);
    return {
      id,
      name,
      bonus,
      size: own.length,
      held,
      owner: held[0]?.[1] === own.length && held[0][0] !== "n" ? held[0][0] : "",
    };
  });
}

/**
 * Return the title of each region on the map.
 * @param {Region[]} regions @param {boolean} pays whether a whole region brings a bonus @param {boolean} isCounted
 * whether the titles say who holds how much
 */
export function regionTitles(regions, pays, isCounted) {
  return Object.fromEntries(
    regions.map(({ id, name, bonus, size, held, owner }) => {
      const counts = held.filter(([seat]) => seat !== "n").map(([seat, count]) => `${seat} ${count}`);
      const lines = [pays ? `${name} +${bonus}` : name, ...(isCounted ? [`${counts.join(" · ")} / ${size}`] : [])];
      return [id, { text: lines.join("\n"), seat: owner }];
    }),
  );
}

/**
 * Return what the reader lacks of a region.
 * @param {Ground} ground @param {Region} region @param {Holding[]} pieces @param {string} own
 */
export function missingText({ territories }, region, pieces, own) {
  if (!own) return "";
  if (region.owner === own) return gettext("yours");
  const isHeld = new Set(pieces.filter(({ seat }) => seat === own).map(({ tile }) => tile));
  const missing = territories.filter((each) => each.region === region.id && !isHeld.has(each.id));
  if (missing.length > MAX_NAMED) return "";
  return fill(gettext("you lack %(names)s"), { names: missing.map(({ name }) => name).join(", ") });
}

/**
 * Return a row for each region, with a button that lights its territories on the map.
 * @param {Ground} ground @param {Holding[]} pieces @param {string} own seat of the reader @param {boolean} pays
 * @param {string} lit the region whose territories are lit @param {(id: string) => void} light
 */
export function regionRows(ground, pieces, own, pays, lit, light) {
  return describeRegions(ground, pieces).map((region, number) => {
    const { id, name, bonus, size, held } = region;
    const button = html("button", { type: "button", textContent: pays ? `${name} +${bonus}` : name });
    button.setAttribute("aria-pressed", String(lit === id));
    button.addEventListener("click", () => light(id));
    const counts = held.map(([seat, count]) => {
      const each = html("span", {}, html("i", { textContent: seat === "n" ? "–" : seat.toUpperCase() }), String(count));
      each.dataset.seat = seat;
      return each;
    });
    const missing = missingText(ground, region, pieces, own);
    const row = html("li", {}, button, ...counts, ` / ${size}`, html("small", { textContent: missing }));
    row.dataset.tint = String(number % 6);
    row.dataset.region = id;
    return row;
  });
}
