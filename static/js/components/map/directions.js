// Which territory lies in which direction, for the arrow keys.

/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Point} Point */

/** @type {Record<string, Point>} */
const DIRECTION = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the neighbour of a territory in the direction of an arrow key, over the edge too; the nearest territory where
 * no route leads there; "" where there is none.
 * @param {Ground} ground @param {string} at @param {string} key
 */
export function nextInDirection({ width, territories, routes }, at, key) {
  const here = territories.find(({ id }) => id === at);
  if (!here) return "";
  const [dx, dy] = DIRECTION[key] ?? [0, 0];
  const candidates = territories.flatMap(({ id, x, y }) => {
    const route = routes.find(({ a, b }) => (a === at && b === id) || (b === at && a === id));
    const [awayX, awayY] = [x - here.x + (route?.wraps ? Math.sign(here.x - x) * width : 0), y - here.y];
    const far = Math.hypot(awayX, awayY);
    const along = awayX * dx + awayY * dy;
    return id !== at && along > far * 0.5 ? [{ id, cost: far - along * 0.5 + (route ? 0 : 10_000) }] : [];
  });
  return candidates.sort((one, other) => one.cost - other.cost)[0]?.id ?? "";
}
