// What everybody could reach next: which tiles are in danger, on the board and in words.
import { fill, gettext } from "../../core/i18n.js";
import { centre, place } from "./geometry.js";
import { figure, svg } from "./shapes.js";

/** @typedef {import("./types.js").Reach} Reach */
/** @typedef {Map<string, {seat: string, from: string}[]>} Threats by tile: who could go there, and from where */

const MOST = 4;

/** Who could come to which tile; the reader's own pieces are no danger. @param {Reach} reach @returns {Threats} */
export function threats(reach, you = "") {
  /** @type {Threats} */
  const found = new Map();
  for (const [seat, legal] of Object.entries(reach))
    for (const [from, tiles] of seat === you ? [] : Object.entries(legal))
      for (const tile of tiles) found.set(tile, [...(found.get(tile) ?? []), { seat, from }]);
  return found;
}

/** The seats among them, each once. @param {{seat: string}[]} comers */
export function seatsOf(comers) {
  return [...new Set(comers.map(({ seat }) => seat))].sort();
}

/** `A from B1, D1; C from E4`. @param {{seat: string, from: string}[]} comers @param {(seat: string) => string} called */
export function comersInWords(comers, called = (seat) => seat.toUpperCase()) {
  return seatsOf(comers)
    .map((seat) =>
      fill(gettext("%(seat)s from %(tiles)s"), {
        seat: called(seat),
        tiles: comers
          .filter((one) => one.seat === seat)
          .map(({ from }) => from)
          .join(", "),
      }),
    )
    .join("; ");
}

/** A badge for each seat along the lower edge of a tile. @param {string} sprite @param {string} tile @param {string[]} seats */
function badges(sprite, tile, seats) {
  const [x, y] = centre(tile);
  const shown = seats.length > MOST ? seats.slice(0, MOST - 1) : seats;
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

/** Draw it, or take it away. @param {import("./scene.js").Scene} scene @param {Threats | null} found */
export function drawDanger(scene, found) {
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

/** How far a piece could go at most. @param {string} from @param {string[]} tiles */
export function furthest(from, tiles) {
  const [column, row] = place(from);
  return Math.max(0, ...tiles.map(place).map(([c, r]) => Math.abs(c - column) + Math.abs(r - row)));
}
