// The shapes of a drawn map: coasts and borders that look as if a hand had followed them.

/** @typedef {import("./types.js").Territory} Territory */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Point} Point */

const DIRECTIONS = 72,
  STEP = 3,
  WATER = 13, // between territories that no way by land joins
  FIELD = 47; // half a field of a grid, whose fields lie 100 apart

/** How far land goes round a territory, and beside a route by land. @param {Ground} ground */
export function reaches({ territories, routes }) {
  const places = new Map(territories.map((each) => [each.id, each]));
  const lengths = routes
    .filter(({ type, wraps }) => type === "land" && !wraps)
    .map(({ a, b }) => far(/** @type {Territory} */ (places.get(a)), /** @type {Territory} */ (places.get(b))))
    .sort((one, other) => one - other);
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 100;
  const round = Math.min(104, Math.max(50, usual * 0.66));
  return { round, beside: round * 0.66 };
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
export function far(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The distance of a point to the line between two. @param {{x: number, y: number}} p @param {Territory} a @param {Territory} b */
export function aside(p, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const part = Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - part * dx, p.y - a.y - part * dy);
}

/** The outline of every territory. @param {Ground} ground @returns {Map<string, Point[]>} */
export function outlines(ground) {
  if (!ground.regions.length) return new Map(ground.territories.map((each) => [each.id, field(each)]));
  const reach = reaches(ground);
  return new Map(ground.territories.map((each) => [each.id, outline(each, ground, reach)]));
}

/** A field of a grid: a square with a hedge round it. @param {Territory} territory @returns {Point[]} */
function field({ x, y }) {
  const side = Array.from({ length: 8 }, (_, n) => (n / 4 - 1) * FIELD);
  /** @type {Point[]} */
  const points = [
    ...side.map((at) => /** @type {Point} */ ([at, -FIELD])),
    ...side.map((at) => /** @type {Point} */ ([FIELD, at])),
    ...side.map((at) => /** @type {Point} */ ([-at, FIELD])),
    ...side.map((at) => /** @type {Point} */ ([-FIELD, -at])),
  ];
  return points.map(([dx, dy]) => drawn([x + dx, y + dy], 0.4));
}

/** All land that is nearer to this territory than to any other, seen from it in every direction.
 * @param {Territory} territory @param {Ground} ground @param {{round: number, beside: number}} reach @returns {Point[]} */
function outline(territory, { territories, routes }, { round, beside }) {
  const near = territories.filter((other) => other.id !== territory.id && far(other, territory) < 4 * round);
  const joined = routes.filter(({ a, b, type, wraps }) => type === "land" && !wraps && [a, b].includes(territory.id));
  const ways = near.filter((other) => joined.some(({ a, b }) => [a, b].includes(other.id)));
  /** @param {{x: number, y: number}} point */
  const inside = (point) => {
    const own = far(point, territory);
    if (near.some((other) => far(point, other) < own + (ways.includes(other) ? 0 : WATER))) return false;
    return own < round || ways.some((other) => aside(point, territory, other) < beside);
  };
  return Array.from({ length: DIRECTIONS }, (_, n) => {
    const angle = (2 * Math.PI * n) / DIRECTIONS;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    let length = 0;
    while (length < 3 * round && inside({ x: territory.x + dx * (length + STEP), y: territory.y + dy * (length + STEP) }))
      length += STEP;
    return drawn([territory.x + dx * length, territory.y + dy * length]);
  });
}

/** A point where the hand would have put it: the same point always at the same place. @param {Point} point @returns {Point} */
export function drawn([x, y], strength = 1) {
  const dx = 7 * Math.sin(x * 0.041 + 1.9 * Math.sin(y * 0.029)) + 3.2 * Math.sin(y * 0.13 + x * 0.071) + 1.4 * Math.sin(x * 0.31 - y * 0.27);
  const dy = 7 * Math.sin(y * 0.043 + 1.7 * Math.sin(x * 0.033)) + 3.2 * Math.sin(x * 0.12 - y * 0.083) + 1.4 * Math.sin(y * 0.33 + x * 0.24);
  return [x + dx * strength, y + dy * strength];
}

/** @param {Point[]} shape */
export function path(shape) {
  return `M${shape.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** Where an arrow begins and ends, so that it touches no piece. @param {Territory} a @param {Territory} b @returns {[Point, Point]} */
export function between(a, b, gap = 24) {
  const length = far(a, b) || 1;
  const [dx, dy] = [((b.x - a.x) / length) * gap, ((b.y - a.y) / length) * gap];
  return [
    [a.x + dx, a.y + dy],
    [b.x - dx, b.y - dy],
  ];
}

/** The place of the sea that is farthest from all land, within a margin. @param {Ground} ground @param {number} margin @returns {Point} */
export function openSea({ width, height, territories }, margin) {
  /** @type {Point} */
  let best = [margin, margin];
  let most = -1;
  for (let x = margin; x <= width - margin; x += 20)
    for (let y = margin; y <= height - margin; y += 20) {
      const least = Math.min(...territories.map((each) => far(each, { x, y })));
      if (least > most) [best, most] = [[x, y], least];
    }
  return best;
}
