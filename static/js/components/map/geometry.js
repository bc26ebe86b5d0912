// The shapes of a map: coasts and borders that look hand-drawn.

/** @typedef {import("./types.js").Territory} Territory */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Point} Point */

/** Water between territories without a route on land. */
export const WATER = 13;
const DIRECTIONS = 72,
  STEP = 3,
  FIELD = 47; // half a field of a grid, whose fields lie 100 apart

/** Return how far land extends around a territory, and beside a route on land. @param {Ground} ground */
export function landExtent({ territories, routes }) {
  const places = new Map(territories.map((each) => [each.id, each]));
  const lengths = routes
    .filter(({ type, wraps }) => type === "land" && !wraps)
    .map(({ a, b }) => distance(/** @type {Territory} */ (places.get(a)), /** @type {Territory} */ (places.get(b))))
    .sort((one, other) => one - other);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 100;
  const round = Math.min(104, Math.max(50, median * 0.66));
  return { round, beside: round * 0.66 };
}

/** Return the distance between two points. @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * Return the distance of a point from the line between two territories.
 * @param {{x: number, y: number}} p @param {Territory} a @param {Territory} b
 */
export function distanceToLine(p, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const part = Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - part * dx, p.y - a.y - part * dy);
}

/** What coasts.js draws, once it is loaded. @type {{draw?: (ground: Ground) => Map<string, Point[]>}} */
export const coasts = {};

/** Return the outline of every territory. @param {Ground} ground @returns {Map<string, Point[]>} */
export function outlines(ground) {
  if (coasts.draw && ground.land.length) return coasts.draw(ground);
  if (!ground.regions.length) return new Map(ground.territories.map((each) => [each.id, field(each)]));
  const extent = landExtent(ground);
  return new Map(ground.territories.map((each) => [each.id, outline(each, ground, extent)]));
}

/** Return the outline of a field of a grid: a square. @param {Territory} territory @returns {Point[]} */
function field({ x, y }) {
  const side = Array.from({ length: 8 }, (_, n) => (n / 4 - 1) * FIELD);
  /** @type {Point[]} */
  const points = [
    ...side.map((at) => /** @type {Point} */ ([at, -FIELD])),
    ...side.map((at) => /** @type {Point} */ ([FIELD, at])),
    ...side.map((at) => /** @type {Point} */ ([-at, FIELD])),
    ...side.map((at) => /** @type {Point} */ ([-FIELD, -at])),
  ];
  return points.map(([dx, dy]) => jitter([x + dx, y + dy], 0.4));
}

/**
 * Return the outline of the land that is nearer to this territory than to any other.
 * @param {Territory} territory @param {Ground} ground
 * @param {{round: number, beside: number}} extent @returns {Point[]}
 */
function outline(territory, { territories, routes }, { round, beside }) {
  const near = territories.filter((other) => other.id !== territory.id && distance(other, territory) < 4 * round);
  const joined = routes.filter(({ a, b, type, wraps }) => type === "land" && !wraps && [a, b].includes(territory.id));
  const neighbours = near.filter((other) => joined.some(({ a, b }) => [a, b].includes(other.id)));
  /** @param {{x: number, y: number}} point */
  const isInside = (point) => {
    const own = distance(point, territory);
    if (near.some((other) => distance(point, other) < own + (neighbours.includes(other) ? 0 : WATER))) return false;
    return own < round || neighbours.some((other) => distanceToLine(point, territory, other) < beside);
  };
  return Array.from({ length: DIRECTIONS }, (_, n) => {
    const angle = (2 * Math.PI * n) / DIRECTIONS;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    let length = 0;
    while (
      length < 3 * round &&
      isInside({ x: territory.x + dx * (length + STEP), y: territory.y + dy * (length + STEP) })
    )
      length += STEP;
    return jitter([territory.x + dx * length, territory.y + dy * length]);
  });
}

/**
 * Return a point moved a little, always in the same way, so that lines look hand-drawn.
 * @param {Point} point @returns {Point}
 */
export function jitter([x, y], strength = 1) {
  const dx =
    7 * Math.sin(x * 0.041 + 1.9 * Math.sin(y * 0.029)) +
    3.2 * Math.sin(y * 0.13 + x * 0.071) +
    1.4 * Math.sin(x * 0.31 - y * 0.27);
  const dy =
    7 * Math.sin(y * 0.043 + 1.7 * Math.sin(x * 0.033)) +
    3.2 * Math.sin(x * 0.12 - y * 0.083) +
    1.4 * Math.sin(y * 0.33 + x * 0.24);
  return [x + dx * strength, y + dy * strength];
}

/** Return the SVG path of a shape. @param {Point[]} shape */
export function path(shape) {
  return `M${shape.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/**
 * Return where an arrow begins and ends so that it covers no army.
 * @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {number} start room left at the start
 * @param {number} end room left at the end @returns {[Point, Point]}
 */
export function arrowEnds(a, b, start = 24, end = start) {
  const length = distance(a, b) || 1;
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  return [
    [a.x + dx * start, a.y + dy * start],
    [b.x - dx * end, b.y - dy * end],
  ];
}

/**
 * Return the point that is farthest from all territories, within a margin.
 * @param {Ground} ground @param {number} margin @returns {Point}
 */
export function openSea({ width, height, territories }, margin) {
  /** @type {Point} */
  let best = [margin, margin];
  let largest = -1;
  for (let x = margin; x <= width - margin; x += 20)
    for (let y = margin; y <= height - margin; y += 20) {
      const nearest = Math.min(...territories.map((each) => distance(each, { x, y })));
      if (nearest > largest) [best, largest] = [[x, y], nearest];
    }
  return best;
}
