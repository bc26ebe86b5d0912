// Where the labels of a map stand: readable at every zoom, on no army and on no other label. What has no room is left
// out; zooming in makes room for it.

/** @typedef {import("./types.js").Point} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/**
 * A label: the lines that it may have, with their width in ems, and the centres it may stand on, each with its cost.
 * @typedef {{id: string, versions: {lines: string[], em: number}[],
 *   spots: (width: number, height: number) => [number, number, number][]}} Label
 * @typedef {{id: string, x: number, y: number, lines: string[]}} Placed
 */

/** The height of a line in ems, and what a border below a label counts, in units of distance. */
const LINE = 1.12,
  BORDER = 9;

/** Return whether two boxes overlap. @param {Box} one @param {Box} other */
export function overlaps(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Return the box around a centre. @param {number} x @param {number} y @param {number} width @param {number} height */
export function boxAround(x, y, width, height) {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

/**
 * Return where the labels stand; those without room are missing. Cheap spots are preferred, and those that lie on few
 * borders.
 * @param {Label[]} labels the most important first @param {number} size of the letters @param {Box[]} taken
 * @param {Box} limits @param {Point[]} borders @returns {Placed[]}
 */
export function placeLabels(labels, size, taken, limits, borders) {
  const used = [...taken];
  return labels.flatMap(({ id, versions, spots }) => {
    /** @type {{cost: number, box: Box, lines: string[]} | null} */
    let best = null;
    for (const [shape, { lines, em }] of versions.entries()) {
      const [width, height] = [em * size + 2, lines.length * LINE * size];
      for (const [x, y, spotCost] of spots(width, height)) {
        const box = boxAround(x, y, width, height);
        const least = spotCost + shape * 3;
        if (best && best.cost <= least) continue;
        if (!isInside(box, limits) || used.some((other) => overlaps(box, other))) continue;
        const cost = least + BORDER * borders.filter(([px, py]) => isOn(box, px, py)).length;
        if (!best || cost < best.cost) best = { cost, box, lines };
      }
    }
    if (!best) return [];
    used.push(best.box);
    const { left, top, right } = best.box;
    return [{ id, x: (left + right) / 2, y: top + size * 0.86, lines: best.lines }];
  });
}

/** Return the versions of a name: in one line, and in two of about the same length. @param {string} name */
export function linesOf(name) {
  const words = name.split(" ");
  if (words.length < 2) return [[name]];
  const halves = words.slice(1).map((_word, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  const longest = (/** @type {string[]} */ lines) => Math.max(...lines.map(({ length }) => length));
  return [[name], halves.sort((one, other) => longest(one) - longest(other))[0]];
}

/** @param {Box} box @param {Box} limits */
function isInside(box, limits) {
  return box.left >= limits.left && box.right <= limits.right && box.top >= limits.top && box.bottom <= limits.bottom;
}

/** @param {Box} box @param {number} x @param {number} y */
function isOn(box, x, y) {
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}
