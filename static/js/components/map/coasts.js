// The territories of maps whose coasts stand in their files. Loaded on pages that show such a map.
import { WATER, coasts, jitter } from "./geometry.js";

/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Point} Point */

const DIRECTIONS = 144;

coasts.draw = (ground) => new Map(ground.land.flatMap((land) => landOutlines(land, ground)));

/**
 * Return the outlines of the territories on one land: each reaches to the coast, and halfway to its neighbours.
 * @param {Point[][]} rings its coast, then those of its lakes @param {Ground} ground @returns {[string, Point[]][]}
 */
function landOutlines(rings, { territories, routes }) {
  const edges = rings.flatMap((ring) => ring.map((point, at) => [point, ring[(at + 1) % ring.length]]));
  const own = territories.filter(({ x, y }) => edges.filter(([a, b]) => crosses(x, y, a, b)).length % 2);
  return own.map((home) => {
    const others = own.filter((other) => other !== home).map((other) => {
      const isJoined = routes.some(({ a, b }) => (a === home.id && b === other.id) || (b === home.id && a === other.id));
      return { dx: other.x - home.x, dy: other.y - home.y, gap: isJoined ? 0 : WATER };
    });
    const points = Array.from({ length: DIRECTIONS }, (_, n) => {
      const angle = (2 * Math.PI * n) / DIRECTIONS;
      const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
      let length = Infinity;
      for (const { dx, dy, gap } of others) {
        const towards = 2 * (dx * ux + dy * uy + gap);
        if (towards > 0) length = Math.min(length, (dx * dx + dy * dy - gap * gap) / towards);
      }
      for (const [[ax, ay], [bx, by]] of edges) {
        const [ex, ey, px, py] = [bx - ax, by - ay, ax - home.x, ay - home.y];
        const along = ux * ey - uy * ex;
        const [far, part] = [(px * ey - py * ex) / along, (px * uy - py * ux) / along];
        if (far > 0 && part >= 0 && part <= 1) length = Math.min(length, far);
      }
      return jitter([home.x + ux * length, home.y + uy * length]);
    });
    return [home.id, points];
  });
}

/**
 * Return whether the line from a point to the right meets an edge.
 * @param {number} x @param {number} y @param {Point} a @param {Point} b
 */
function crosses(x, y, [ax, ay], [bx, by]) {
  return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
}
