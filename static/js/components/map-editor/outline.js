// Outlines: drawn by hand, or taken from an SVG, of which nothing is read but the numbers of its paths and polygons.

/** @typedef {import("./model.js").Point} Point */

/** Characters of a file, of one path, outlines in one file, and points that are read of one. */
export const MAX_FILE = 400_000;
const MAX_PATH = 40_000,
  MAX_RINGS = 40,
  MAX_STEPS = 400;
/** Where a part of a path begins. */
const MOVE = /^[Mm]\s*([+-]?[\d.]+(?:e[+-]?\d+)?)[\s,]*([+-]?[\d.]+(?:e[+-]?\d+)?)/i;
/** Units by which a simpler line may be off, points of one outline, and the least area of one. */
const TOLERANCE = 2.5,
  MAX_RING = 220,
  LEAST_AREA = 900;
/** Free units around an outline that is fitted into the sheet. */
const FRAME = 36;

/**
 * Return the closed lines of an SVG, or of the path of one, in its own units. The text is never parsed as a document:
 * only the values of `d` and `points` are read.
 * @param {string} text @returns {Point[][]}
 */
export function readOutlines(text) {
  if (text.length > MAX_FILE) return [];
  const isPath = /^\s*[Mm][\s\d.,+-]/.test(text);
  const paths = isPath
    ? [text]
    : [...text.matchAll(/\sd\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((each) => each[1] ?? each[2]);
  const polygons = isPath
    ? []
    : [...text.matchAll(/\spoints\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((each) => `M${each[1] ?? each[2]}Z`);
  return [...paths, ...polygons]
    .filter((each) => each.length <= MAX_PATH && /^[\s\d.,+\-eEMmLlHhVvCcSsQqTtAaZz]+$/.test(each))
    .flatMap(ringsOf)
    .slice(0, MAX_RINGS);
}

/** Return the closed lines of one path: the browser follows it, and where it jumps a new line begins. @param {string} d
 * @returns {Point[][]} */
function ringsOf(d) {
  /** @type {Point[][]} */
  const rings = [];
  let start = { x: 0, y: 0 };
  for (const part of d.match(/[Mm][^Mm]*/g) ?? []) {
    const [head, x, y] = part.match(MOVE) ?? [];
    if (!head) continue;
    // A relative part begins where the one before it closed; its further pairs are relative lines.
    const rest = part.slice(head.length);
    const [left, top] = part[0] === "m" ? [start.x + Number(x), start.y + Number(y)] : [Number(x), Number(y)];
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", `M${left} ${top}${/^[\s,]*[\d.+-]/.test(rest) ? (part[0] === "m" ? "l" : "L") : ""}${rest}`);
    const length = path.getTotalLength();
    if (!Number.isFinite(length) || length <= 0) continue;
    const steps = Math.min(MAX_STEPS, Math.max(24, part.length));
    const points = Array.from({ length: steps }, (_, n) => {
      const { x, y } = path.getPointAtLength((length * n) / steps);
      return /** @type {Point} */ ([x, y]);
    });
    start = path.getPointAtLength(0);
    rings.push(points);
  }
  return rings;
}

/**
 * Return outlines fitted into a sheet, simplified to so many points in all, the largest first.
 * @param {Point[][]} rings @param {{width: number, height: number}} layout @param {number} room
 */
export function fitOutlines(rings, { width, height }, room) {
  const all = rings.flat();
  if (!all.length) return [];
  const [left, top] = [Math.min(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...all.map(([x]) => x)), Math.max(...all.map(([, y]) => y))];
  const scale = Math.min((width - 2 * FRAME) / (right - left || 1), (height - 2 * FRAME) / (bottom - top || 1));
  const [moveX, moveY] = [(width - (right - left) * scale) / 2, (height - (bottom - top) * scale) / 2];
  const fitted = rings
    .map((ring) => ring.map(([x, y]) => /** @type {Point} */ ([(x - left) * scale + moveX, (y - top) * scale + moveY])))
    .map((ring) => simplify(ring))
    .filter((ring) => area(ring) > LEAST_AREA)
    .sort((one, other) => area(other) - area(one));
  let free = room;
  return fitted.filter((ring) => (free -= ring.length) >= 0);
}

/**
 * Return a closed line with fewer points, whole numbers (Douglas and Peucker 1973); empty if it encloses nothing.
 * @param {Point[]} ring
 */
export function simplify(ring) {
  let tolerance = TOLERANCE;
  let found = reduce(ring, tolerance);
  while (found.length > MAX_RING) found = reduce(ring, (tolerance *= 1.5));
  return found.map(([x, y]) => /** @type {Point} */ ([Math.round(x), Math.round(y)]));
}

/** @param {Point[]} line @param {number} tolerance @returns {Point[]} */
function reduce(line, tolerance) {
  if (line.length < 3) return line;
  const isUsed = new Uint8Array(line.length);
  isUsed[0] = isUsed[line.length - 1] = 1;
  const waiting = [[0, line.length - 1]];
  while (waiting.length) {
    const [from, to] = /** @type {[number, number]} */ (waiting.pop());
    let [far, at] = [tolerance, -1];
    for (let n = from + 1; n < to; n++) {
      const off = offLine(line[n], line[from], line[to]);
      if (off > far) [far, at] = [off, n];
    }
    if (at < 0) continue;
    isUsed[at] = 1;
    waiting.push([from, at], [at, to]);
  }
  return line.filter((_point, n) => isUsed[n]);
}

/** @param {Point} point @param {Point} a @param {Point} b */
function offLine([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

/** Return the area inside a closed line. @param {Point[]} ring */
export function area(ring) {
  const twice = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}
