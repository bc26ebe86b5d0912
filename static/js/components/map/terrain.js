// What lies under the armies: sea, coasts, territories, the bands of regions, routes, a compass.
import { distance, jitter, openSea, outlines, path } from "./geometry.js";
import { svg } from "./elements.js";

/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Territory} Territory */

/** Units around the map. */
export const MARGIN = 34;
/** How many regions have a colour of their own; how far inside a border its band lies, and where two outlines meet. */
const TINTS = 6,
  BAND = 5,
  JOINT = 15,
  RIPPLES = ["a", "b", "c", "d"];

/** Return everything of a map that never changes, and the cell of each territory. @param {Ground} ground */
export function createTerrain(ground) {
  const shapes = outlines(ground);
  /** @type {Map<string, SVGElement>} */
  const cells = new Map();
  const land = [...shapes.values()].map(path).join("");
  const coast = svg("g", { class: "map-coast", "aria-hidden": "true" });
  for (const name of RIPPLES) coast.append(svg("path", { d: land, class: `map-ripple-${name}` }));
  const group = svg("g", { class: "map-cells" });
  for (const { id, region } of ground.territories) {
    const tint = ground.regions.findIndex((each) => each.id === region) % TINTS;
    const cell = svg("g", { class: "map-cell", role: "button", tabindex: -1, "data-at": id, "data-tint": tint });
    cell.append(svg("path", { d: path(shapes.get(id) ?? []) }));
    cells.set(id, cell);
    group.append(cell);
  }
  return { cells, shapes, parts: [sea(ground), coast, group, regionBands(ground, shapes), routes(ground)] };
}

/** Return waves where the sea is open, and a compass. @param {Ground} ground */
function sea(ground) {
  const group = svg("g", { class: "map-sea", "aria-hidden": "true" });
  const { width, height, territories, regions } = ground;
  const [x, y] = openSea(ground, 62);
  const isFree = (/** @type {Point} */ [px, py]) =>
    territories.every((each) => distance(each, { x: px, y: py }) > 96) && distance({ x, y }, { x: px, y: py }) > 74;
  let waves = "";
  for (let row = 0; row * 46 < height + 40; row++)
    for (let column = 0; column * 92 < width + 60; column++) {
      const at = jitter([column * 92 + (row % 2) * 46, row * 46], 1.6);
      if (regions.length && isFree(at)) waves += `M${at[0].toFixed(0)} ${at[1].toFixed(0)}q5-6 10 0t10 0`;
    }
  if (waves) group.append(svg("path", { d: waves, class: "map-waves" }));
  if (regions.length && territories.every((each) => distance(each, { x, y }) > 104)) group.append(compass(x, y));
  return group;
}

/** Return a compass. @param {number} x @param {number} y */
function compass(x, y) {
  const rose = svg("g", { class: "map-compass", transform: `translate(${x} ${y})` });
  rose.append(svg("circle", { r: 34 }), svg("circle", { r: 28 }));
  for (const [turn, length] of [
    [45, 24],
    [135, 24],
    [225, 24],
    [315, 24],
    [0, 44],
    [90, 44],
    [180, 44],
    [270, 44],
  ])
    rose.append(
      svg("path", { d: `M0-${length}L6-6L0 0Z`, transform: `rotate(${turn})`, class: "dark" }),
      svg("path", { d: `M0-${length}L-6-6L0 0Z`, transform: `rotate(${turn})`, class: "pale" }),
    );
  rose.append(svg("text", { y: -48 }, "N"));
  return rose;
}

/**
 * Return a band inside each region along its border: every piece of a territory's outline that has no neighbour of the
 * same region behind it.
 * @param {Ground} ground @param {Map<string, Point[]>} shapes
 */
function regionBands({ territories, regions }, shapes) {
  const group = svg("g", { class: "map-bands", "aria-hidden": "true" });
  for (const [number, { id }] of regions.entries()) {
    const own = territories.filter(({ region }) => region === id);
    const d = own.map((each) => bandPath(each, own, shapes)).join("");
    group.append(svg("path", { d, "data-tint": number % TINTS }));
  }
  return group;
}

/** @param {Territory} territory @param {Territory[]} region @param {Map<string, Point[]>} shapes */
function bandPath(territory, region, shapes) {
  const shape = shapes.get(territory.id) ?? [];
  const others = region.filter((other) => other !== territory && distance(other, territory) < 320);
  const points = others.flatMap(({ id }) => shapes.get(id) ?? []);
  const isNear = shape.map(([x, y]) => points.some(([px, py]) => Math.hypot(px - x, py - y) < JOINT));
  const isInner = isNear.map(
    (_near, at) => [-2, -1, 0, 1, 2].filter((by) => isNear.at((at + by) % isNear.length)).length > 2,
  );
  let d = "";
  let isDrawing = false;
  for (let at = 0; at <= shape.length; at++) {
    const [x, y] = shape[at % shape.length];
    const length = Math.hypot(territory.x - x, territory.y - y) || 1;
    const [inX, inY] = [x + ((territory.x - x) / length) * BAND, y + ((territory.y - y) / length) * BAND];
    if (!isInner[at % shape.length]) d += `${isDrawing ? "L" : "M"}${inX.toFixed(1)} ${inY.toFixed(1)}`;
    isDrawing = !isInner[at % shape.length];
  }
  return d;
}

/** Return the routes: dotted roads on land, long strokes at sea. @param {Ground} ground */
function routes(ground) {
  const places = new Map(ground.territories.map((each) => [each.id, each]));
  const group = svg("g", { class: "map-routes", "aria-hidden": "true" });
  for (const { a, b, type, wraps } of ground.routes) {
    const [from, to] = [places.get(a), places.get(b)];
    if (!from || !to) continue;
    for (const [one, other] of wraps ? acrossTheEdge(from, to, ground.width) : [[from, to]]) {
      const way = svg("path", { d: routePath(one, other, type), "data-type": type });
      if (wraps) way.setAttribute("marker-end", "url(#map-head)");
      group.append(way);
    }
  }
  return group;
}

/**
 * Return a straight path on land, a bent one at sea.
 * @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {string} type
 */
function routePath(a, b, type) {
  if (type !== "sea") return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  const bend = distance(a, b) * 0.12;
  const length = distance(a, b) || 1;
  const [x, y] = [(a.x + b.x) / 2 - ((b.y - a.y) / length) * bend, (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend];
  return `M${a.x} ${a.y}Q${x.toFixed(1)} ${y.toFixed(1)} ${b.x} ${b.y}`;
}

/**
 * Return the two lines of a route that leaves the map on the left and on the right, each to the edge.
 * @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {number} width
 */
export function acrossTheEdge(a, b, width) {
  const [west, east] = a.x < b.x ? [a, b] : [b, a];
  const middle = (west.y + east.y) / 2;
  return [
    [west, { x: -MARGIN, y: middle }],
    [east, { x: width + MARGIN, y: middle }],
  ];
}
