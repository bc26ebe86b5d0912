// Threats: which tiles the pieces could reach next, shown on the board and in words.
import { fill, gettext } from "../../core/i18n.js";
import { centre, coordinates } from "./geometry.js";
import { figure, svg } from "./shapes.js";

/** @typedef {import("./types.js").Reach} Reach */
/**
 * @typedef {{seat: string, from: string}} Threat a piece that could come, by its seat and tile
 * @typedef {Map<string, Threat[]>} Threats by the tile to which they could come
 */

const MAX_BADGES = 4;

/**
 * Return who could come to which tile; the reader's own pieces are no threat.
 * @param {Reach} reach @returns {Threats}
 */
export function findThreats(reach, you = "") {
  /** @type {Threats} */
  const found = new Map();
  for (const [seat, legal] of Object.entries(reach))
    for (const [from, tiles] of seat === you ? [] : Object.entries(legal))
      for (const tile of tiles) found.set(tile, [...(found.get(tile) ?? []), { seat, from }]);
  return found;
}

/** Return the seats of the threats, sorted, each once. @param {Threat[]} threats */
export function seatsOf(threats) {
  return [...new Set(threats.map(({ seat }) => seat))].sort();
}

/** Return `A from B1, D1; C from E4`. @param {Threat[]} threats @param {(seat: string) => string} nameOf */
export function threatText(threats, nameOf = (seat) => seat.toUpperCase()) {
  return seatsOf(threats)
    .map((seat) =>
      fill(gettext("%(seat)s from %(tiles)s"), {
        seat: nameOf(seat),
        tiles: threats
          .filter((one) => one.seat === seat)
          .map(({ from }) => from)
          .join(", "),
      }),
    )
    .join("; ");
}

/**
 * Return a badge for each seat along the lower edge of a tile.
 * @param {string} sprite @param {string} tile @param {string[]} seats
 */
function badges(sprite, tile, seats) {
  const [x, y] = centre(tile);
  const shown = seats.length > MAX_BADGES ? seats.slice(0, MAX_BADGES - 1) : seats;
  const rest = seats.length - shown.length;
  const step = 23;
  const left = x - (step * (shown.length + (rest ? 1 : 0) - 1)) / 2;
  const drawn = shown.map((seat, at) =>
    svg(
      "g",
      { class: "comer", "data-seat": seat, transform: `translate(${left + at * step} ${y + 36})` },
      figure(sprite, `plain-${seat}`, 25),
      svg("text", { class: "letter", y: 5.4 }, seat.toUpperCase()),
    ),
  );
  if (rest) drawn.push(svg("text", { class: "more", x: left + shown.length * step, y: y + 42 }, `+${rest}`));
  return drawn;
}

/**
 * Show the threats on the board; null: remove them.
 * @param {import("./scene.js").Scene} scene @param {Threats | null} found
 */
export function renderDanger(scene, found) {
  for (const [tile, cell] of scene.cells) {
    const many = seatsOf(found?.get(tile) ?? []).length;
    if (many) cell.setAttribute("data-danger", String(Math.min(many, 3)));
    else cell.removeAttribute("data-danger");
  }
  const tiles = [...(found?.keys() ?? [])].filter((tile) => scene.cells.has(tile));
  scene.layers.danger.replaceChildren(
    ...tiles.flatMap((tile) => badges(scene.sprite, tile, seatsOf(found?.get(tile) ?? []))),
  );
}

/** Return how far a piece could go at most. @param {string} from @param {string[]} tiles */
export function maxDistance(from, tiles) {
  const [column, row] = coordinates(from);
  return Math.max(0, ...tiles.map(coordinates).map(([c, r]) => Math.abs(c - column) + Math.abs(r - row)));
}
