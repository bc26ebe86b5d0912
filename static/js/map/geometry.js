// The shape of a territory: all that is nearer to it than to any other, within reach.

/** @typedef {import("./types.js").Territory} Territory */
/** @typedef {[number, number]} Point */

const REACH = 72,
  SIDES = 24;

/** The part of a shape that is nearer to one point than to another. @param {Point[]} shape @param {Point} near @param {Point} far */
export function nearer(shape, near, far) {
  const middle = [(near[0] + far[0]) / 2, (near[1] + far[1]) / 2];
  /** @param {Point} point */
  const side = ([x, y]) => (x - middle[0]) * (far[0] - near[0]) + (y - middle[1]) * (far[1] - near[1]);
  /** @type {Point[]} */
  const kept = [];
  shape.forEach((point, place) => {
    const next = shape[(place + 1) % shape.length];
    const [here, there] = [side(point), side(next)];
    if (here <= 0) kept.push(point);
    if (here < 0 !== there < 0 && here !== there) {
      const part = here / (here - there);
      kept.push([point[0] + part * (next[0] - point[0]), point[1] + part * (next[1] - point[1])]);
    }
  });
  return kept;
}

/** @param {Territory} territory @param {Territory[]} all @returns {Point[]} */
export function cell({ x, y, id }, all) {
  /** @type {Point[]} */
  let shape = Array.from({ length: SIDES }, (_, n) => {
    const angle = (2 * Math.PI * n) / SIDES;
    return [x + REACH * Math.cos(angle), y + REACH * Math.sin(angle)];
  });
  for (const other of all)
    if (other.id !== id && Math.hypot(other.x - x, other.y - y) < 2 * REACH)
      shape = nearer(shape, [x, y], [other.x, other.y]);
  return shape;
}

/** @param {Point[]} shape */
export function path(shape) {
  return `M${shape.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** Where an arrow begins and ends, so that it touches no badge. @param {Territory} a @param {Territory} b @returns {[Point, Point]} */
export function between(a, b, gap = 20) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [((b.x - a.x) / length) * gap, ((b.y - a.y) / length) * gap];
  return [
    [a.x + dx, a.y + dy],
    [b.x - dx, b.y - dy],
  ];
}
