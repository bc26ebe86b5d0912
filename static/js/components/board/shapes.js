// The pictures of the board as SVG. Figures come from the sprite in images/pieces.svg.
import { centre, direction, LIP, place, TILE, tileAt } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {(SVGElement | string)[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @param {string} tile @param {number} more how far it reaches over the tile's edge */
function square(tile, more, css = "", corner = 0) {
  const [column, row] = place(tile);
  return svg("rect", {
    x: column * TILE - more,
    y: row * TILE - more,
    width: TILE + 2 * more,
    height: TILE + 2 * more,
    rx: corner,
    class: css,
  });
}

/** The tray: drawn larger under each tile, so that the lip follows any shape, holes included. @param {string[]} tiles */
export function tray(tiles) {
  return [
    svg("g", { class: "tray-line" }, ...tiles.map((tile) => square(tile, LIP - 1, "", 12))),
    svg("g", { class: "tray" }, ...tiles.map((tile) => square(tile, LIP - 4, "", 10))),
  ];
}

/** Which of four stones: always the same for the same place. @param {string} tile */
export function stone(tile) {
  const [column, row] = place(tile);
  return 1 + (((column * 7 + row * 13 + ((column * row) % 5) * 3) ^ (column + row)) & 3);
}

/** @param {string} tile @param {Set<string>} tiles */
export function ground(tile, tiles) {
  const [column, row] = place(tile);
  const x = column * TILE,
    y = row * TILE;
  const parts = [
    square(tile, 0, "whole"),
    square(tile, -2.5, `stone stone-${stone(tile)}`, 7),
    svg("path", {
      class: "bevel-light",
      d: `M${x + 5.5} ${y + 92}V${y + 11}Q${x + 5.5} ${y + 5.5} ${x + 11} ${y + 5.5}H${x + 92}`,
    }),
    svg("path", {
      class: "bevel-dark",
      d: `M${x + 8} ${y + 95}H${x + 89}Q${x + 95} ${y + 95} ${x + 95} ${y + 89}V${y + 8}`,
    }),
    svg("text", { class: "name", x: x + 10, y: y + 20, "aria-hidden": "true" }, tile),
  ];
  const above = tiles.has(tileAt(column, row - 1)),
    left = tiles.has(tileAt(column - 1, row));
  const edge = `${above ? "" : tile.replace(/\d+/, "")}${left ? "" : tile.replace(/[A-Z]+/, "")}`;
  if (edge) parts.push(svg("text", { class: "edge-name", x: x + 9, y: y + 23, "aria-hidden": "true" }, edge));
  parts.push(square(tile, -4, "ring", 6));
  return parts;
}

/** @param {string} sprite @param {string} name @param {number} size */
export function figure(sprite, name, size, css = "") {
  return svg("use", {
    href: `${sprite}#${name}`,
    x: -size / 2,
    y: -size / 2,
    width: size,
    height: size,
    class: css || undefined,
  });
}

/** @param {string} sprite @param {import("./types.js").Piece} piece */
export function piece(sprite, { seat, kind, experience }) {
  const crowned = kind === "emperor";
  const wide = experience > 9;
  return svg(
    "g",
    { class: "piece", "data-seat": seat, "data-kind": kind },
    svg(
      "g",
      { class: "body" },
      figure(sprite, `${crowned ? "crowned" : "seat"}-${seat}`, crowned ? 93 : 91),
      figure(sprite, kind, crowned ? 86 : 82),
      svg("text", { class: "letter", y: crowned ? 30.5 : 26.5 }, seat.toUpperCase()),
      svg(
        "g",
        { class: "worth", transform: "translate(31 -31)" },
        svg("rect", { x: wide ? -19 : -15, y: -15, width: wide ? 38 : 30, height: 30, rx: 15 }),
        svg("text", { y: 8.2 }, String(experience)),
      ),
    ),
  );
}

/** @param {string} sprite @param {string} tile @param {string} item */
export function item(sprite, tile, item) {
  const [name, seat] = item.split(" ");
  const [x, y] = centre(tile);
  const drawn = svg(
    "g",
    { class: `item ${name}`, "data-seat": seat, transform: `translate(${x} ${y})` },
    figure(sprite, name, 84),
  );
  if (seat) drawn.append(svg("text", { class: "letter", y: 8 }, seat.toUpperCase()));
  return drawn;
}

/** @param {string} sprite @param {string} name @param {string} tile */
export function mark(sprite, name, tile, seat = "", size = 78, right = 0, down = 0) {
  const [x, y] = centre(tile);
  return svg(
    "g",
    { class: `mark ${name}`, "data-seat": seat || undefined, transform: `translate(${x + right} ${y + down})` },
    figure(sprite, name, size),
  );
}

/** A straight arrow that starts beside the origin's middle and ends before the destination's. */
export function arrow(/** @type {string} */ from, /** @type {string} */ to, css = "", seat = "") {
  const [x1, y1] = centre(from),
    [x2, y2] = centre(to),
    [right, down] = direction(from, to);
  const tip = [x2 - right * 6, y2 - down * 6],
    neck = [x2 - right * 34, y2 - down * 34];
  const tail = [x1 + right * 26, y1 + down * 26];
  const side = (/** @type {number} */ width) => `${neck[0] - down * width} ${neck[1] + right * width}`;
  const shaft = (/** @type {number} */ width, /** @type {number[]} */ [x, y]) =>
    `${x - down * width} ${y + right * width}`;
  const tailEnd = `${tail[0] - right * 8} ${tail[1] - down * 8}`;
  const head = `L${side(21)}L${tip[0]} ${tip[1]}L${side(-21)}`;
  const d = `M${shaft(7, tail)}L${shaft(7, neck)}${head}L${shaft(-7, neck)}L${shaft(-7, tail)}Q${tailEnd} ${shaft(7, tail)}Z`;
  return svg("path", { class: `arrow ${css}`, "data-seat": seat || undefined, d });
}

/** A thin line for the paths of a round that is over; its head stays clear of the piece that may stand there. */
export function trail(/** @type {string} */ from, /** @type {string} */ to, css = "", seat = "") {
  const [x1, y1] = centre(from),
    [x2, y2] = centre(to),
    [right, down] = direction(from, to);
  const tip = [x2 - right * 40, y2 - down * 40];
  const barb = (/** @type {number} */ width) =>
    `${tip[0] - right * 15 - down * width} ${tip[1] - down * 15 + right * width}`;
  const d = `M${x1} ${y1}L${tip[0]} ${tip[1]}M${barb(10)}L${tip[0]} ${tip[1]}L${barb(-10)}`;
  return svg(
    "g",
    { class: `trail ${css}`, "data-seat": seat || undefined },
    svg("path", { class: "under", d }),
    svg("path", { class: "over", d }),
  );
}
