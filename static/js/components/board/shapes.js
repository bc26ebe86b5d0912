// SVG elements of the board. Figures come from the sprite images/pieces.svg.
import { centre, coordinates, direction, letters, MARGIN, RULER, TILE } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new SVG element.
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

/**
 * Return a square as large as a tile.
 * @param {string} tile @param {number} margin how far it reaches over the tile's edge
 */
function square(tile, margin, css = "", corner = 0) {
  const [column, row] = coordinates(tile);
  return svg("rect", {
    x: column * TILE - margin,
    y: row * TILE - margin,
    width: TILE + 2 * margin,
    height: TILE + 2 * margin,
    rx: corner,
    class: css,
  });
}

/**
 * Return the rim around the tiles: larger squares below them, so that it follows any shape, holes included.
 * @param {string[]} tiles
 */
export function tray(tiles) {
  return [
    svg("g", { class: "tray-line" }, ...tiles.map((tile) => square(tile, MARGIN - 1, "", 12))),
    svg("g", { class: "tray" }, ...tiles.map((tile) => square(tile, MARGIN - 4, "", 10))),
  ];
}

/** Return one of four stone patterns, always the same for a tile. @param {string} tile */
export function stone(tile) {
  const [column, row] = coordinates(tile);
  return 1 + (((column * 7 + row * 13 + ((column * row) % 5) * 3) ^ (column + row)) & 3);
}

/**
 * Return the coordinates along the edges: letters above the columns, numbers beside the rows.
 * @param {{columns: number, rows: number}} position
 */
export function rulers({ columns, rows }) {
  const middle = -MARGIN - RULER / 2;
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
    svg("text", { x, y: y + 9 }, text);
  const at = (/** @type {number} */ index) => index * TILE + TILE / 2;
  return [
    svg("g", {}, ...Array.from({ length: columns }, (_, index) => label(at(index), middle, letters(index)))),
    svg("g", {}, ...Array.from({ length: rows }, (_, index) => label(middle, at(index), String(index + 1)))),
  ];
}

/** Return the parts of a tile. @param {string} tile */
export function ground(tile) {
  const [column, row] = coordinates(tile);
  const x = column * TILE,
    y = row * TILE;
  return [
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
    square(tile, -4, "ring", 6),
  ];
}

/** Return a figure of the sprite, centred. @param {string} sprite @param {string} name @param {number} size */
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

/** Return a piece with its letter and experience. @param {string} sprite @param {import("./types.js").Piece} piece */
export function piece(sprite, { seat, kind, experience }) {
  const isEmperor = kind === "emperor";
  const isWide = experience > 9;
  return svg(
    "g",
    { class: "piece", "data-seat": seat, "data-kind": kind },
    svg(
      "g",
      { class: "body" },
      figure(sprite, `${isEmperor ? "crowned" : "seat"}-${seat}`, isEmperor ? 93 : 91),
      figure(sprite, kind, isEmperor ? 86 : 82),
      svg("text", { class: "letter", y: isEmperor ? 30.5 : 26.5 }, seat.toUpperCase()),
      svg(
        "g",
        { class: "worth", transform: "translate(31 -31)" },
        svg("rect", { x: isWide ? -19 : -15, y: -15, width: isWide ? 38 : 30, height: 30, rx: 15 }),
        svg("text", { y: 8.2 }, String(experience)),
      ),
    ),
  );
}

/**
 * Return an item on its tile.
 * @param {string} sprite @param {string} tile @param {string} item `treasure` or `chest a`
 */
export function item(sprite, tile, item) {
  const [name, seat] = item.split(" ");
  const [x, y] = centre(tile);
  const element = svg(
    "g",
    { class: `item ${name}`, "data-seat": seat, transform: `translate(${x} ${y})` },
    figure(sprite, name, 84),
  );
  if (seat) element.append(svg("text", { class: "letter", y: 8 }, seat.toUpperCase()));
  return element;
}

/** Return a mark on a tile. @param {string} sprite @param {string} name @param {string} tile */
export function mark(sprite, name, tile, seat = "", size = 78, right = 0, down = 0) {
  const [x, y] = centre(tile);
  return svg(
    "g",
    { class: `mark ${name}`, "data-seat": seat || undefined, transform: `translate(${x + right} ${y + down})` },
    figure(sprite, name, size),
  );
}

/** Return a straight arrow that starts beside the centre of the origin and ends before that of the destination. */
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

/** Return a thin line for the path of a closed round; its head stays clear of a piece on the destination. */
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
