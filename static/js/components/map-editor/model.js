// The map that is edited, in the form of its file. Every function returns a new map and changes none.
import { acrossTheEdge } from "../map/terrain.js";
import { inventName } from "./names.js";

/** @typedef {[number, number]} Point */
/**
 * @typedef {{id: string, name: string, card?: string, x: number, y: number}} Place
 * @typedef {{id: string, name: string, bonus: number, territories: string[]}} Region
 * @typedef {{a: string, b: string, kind: string, wraps?: boolean}} Route
 * @typedef {{layout: {width: number, height: number}, land: Point[][][], territories: Place[], regions: Region[],
 *   routes: Route[], homes: string[]}} MapFile
 */

export const MAX_TERRITORIES = 60,
  MAX_REGIONS = 16,
  MAX_HOMES = 6,
  MAX_POINTS = 1500;
/** Units within which new territories are joined to their neighbours, and left to the edge of the sheet. */
const REACH = 190,
  EDGE = 20;
/** How many armies a region is worth for each territory in it, and for each that must be defended. */
const WORTH = { size: 0.33, entrance: 0.55 };

/** Return a map with all parts that a file may lack. @param {any} data @returns {MapFile} */
export function fromFile(data) {
  return {
    layout: { width: data.layout?.width ?? 1000, height: data.layout?.height ?? 600 },
    land: data.land ?? [],
    territories: data.territories ?? [],
    regions: data.regions ?? [],
    routes: data.routes ?? [],
    homes: data.homes ?? [],
  };
}

/** Return the map as <battle-map> draws it. @param {MapFile} map @returns {import("../map/types.js").Ground} */
export function toGround(map) {
  const { layout, land, territories, regions, routes } = map;
  // On a map with coasts, what lies at sea is shown on an islet until a coast is drawn around it.
  const atSea = land.length ? territories.filter(({ x, y }) => landAt(map, [x, y]) < 0) : [];
  const regionOf = new Map(regions.flatMap(({ id, territories: own }) => own.map((each) => [each, id])));
  return {
    ...layout,
    land: [...land, ...atSea.map((each) => [islet(each)])],
    territories: territories.map((each) => ({ ...each, card: "", region: regionOf.get(each.id) ?? "" })),
    regions,
    routes: routes.map(({ a, b, kind, wraps }) => ({ a, b, type: kind, wraps: Boolean(wraps) })),
  };
}

/** Return a small round coast. @param {Place} place @returns {Point[]} */
function islet({ x, y }) {
  return Array.from({ length: 12 }, (_, n) => [
    x + 34 * Math.cos((n * Math.PI) / 6),
    y + 34 * Math.sin((n * Math.PI) / 6),
  ]);
}

/** Return the distance between two places. @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** @param {MapFile} map @param {number} x @param {number} y */
function onSheet({ layout }, x, y) {
  const clamp = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.round(Math.min(Math.max(value, EDGE), most - EDGE));
  return { x: clamp(x, layout.width), y: clamp(y, layout.height) };
}

/** Return an id that no thing of a list has. @param {{id: string}[]} list @param {string} letter */
function freeId(list, letter) {
  const used = new Set(list.map(({ id }) => id));
  let number = list.length + 1;
  while (used.has(letter + number)) number++;
  return letter + number;
}

/** Return the territory within some units of a point, the nearest one. @param {MapFile} map @param {Point} point
 * @param {number} within */
export function placeAt({ territories }, [x, y], within) {
  const near = territories.filter((each) => distance(each, { x, y }) <= within);
  return near.sort((a, b) => distance(a, { x, y }) - distance(b, { x, y }))[0];
}

/**
 * Return the map with a new territory in a region, joined to its neighbours if asked to, and the new one's id.
 * @param {MapFile} map @param {Point} point @param {string} region @param {boolean} isJoined
 * @returns {[MapFile, string]}
 */
export function addPlace(map, [x, y], region, isJoined) {
  const id = freeId(map.territories, "t");
  const name = inventName(new Set(map.territories.map((each) => each.name)), map.territories.length);
  const next = { ...map, territories: [...map.territories, { id, name, ...onSheet(map, x, y) }] };
  const painted = setRegion(next, id, region);
  return [isJoined ? joinNeighbours(painted, id) : painted, id];
}

/** Return the map with a territory elsewhere. @param {MapFile} map @param {string} id @param {Point} point */
export function movePlace(map, id, [x, y]) {
  return change(map, id, onSheet(map, x, y));
}

/** Return the map with a territory by another name. @param {MapFile} map @param {string} id @param {string} name */
export function renamePlace(map, id, name) {
  return change(map, id, { name });
}

/** @param {MapFile} map @param {string} id @param {Partial<Place>} values @returns {MapFile} */
function change(map, id, values) {
  return { ...map, territories: map.territories.map((each) => (each.id === id ? { ...each, ...values } : each)) };
}

/** Return the map without a territory and its routes. @param {MapFile} map @param {string} id @returns {MapFile} */
export function removePlace(map, id) {
  return {
    ...map,
    territories: map.territories.filter((each) => each.id !== id),
    regions: map.regions.map((each) => ({ ...each, territories: each.territories.filter((own) => own !== id) })),
    routes: map.routes.filter(({ a, b }) => a !== id && b !== id),
    homes: map.homes.filter((each) => each !== id),
  };
}

/** Return the map with a territory in a region and in no other. @param {MapFile} map @param {string} id
 * @param {string} region @returns {MapFile} */
export function setRegion(map, id, region) {
  const without = map.regions.map((each) => ({ ...each, territories: each.territories.filter((own) => own !== id) }));
  return {
    ...map,
    regions: without.map((each) => (each.id === region ? { ...each, territories: [...each.territories, id] } : each)),
  };
}

/** Return the map with a region more, and its id. @param {MapFile} map @param {string} name
 * @returns {[MapFile, string]} */
export function addRegion(map, name) {
  const id = freeId(map.regions, "r");
  return [{ ...map, regions: [...map.regions, { id, name, bonus: 2, territories: [] }] }, id];
}

/** Return the map with a region changed. @param {MapFile} map @param {string} id @param {Partial<Region>} values
 * @returns {MapFile} */
export function changeRegion(map, id, values) {
  return { ...map, regions: map.regions.map((each) => (each.id === id ? { ...each, ...values } : each)) };
}

/** Return the map without a region; its territories join the first other one. @param {MapFile} map @param {string} id
 * @returns {MapFile} */
export function removeRegion(map, id) {
  const own = map.regions.find((each) => each.id === id)?.territories ?? [];
  const [first, ...others] = map.regions.filter((each) => each.id !== id);
  if (!first) return map;
  return { ...map, regions: [{ ...first, territories: [...first.territories, ...own] }, ...others] };
}

/** Return the map with the bonus of each region that fits its size and its entrances. @param {MapFile} map
 * @returns {MapFile} */
export function setFairBonuses(map) {
  const regions = map.regions.map((region) => {
    const own = new Set(region.territories);
    const entrances = region.territories.filter((id) =>
      map.routes.some(({ a, b }) => (a === id && !own.has(b)) || (b === id && !own.has(a))),
    );
    const worth = WORTH.size * region.territories.length + WORTH.entrance * entrances.length;
    return { ...region, bonus: Math.max(1, Math.round(worth)) };
  });
  return { ...map, regions };
}

/** @param {MapFile} map @param {string} one @param {string} other */
const routeBetween = ({ routes }, one, other) =>
  routes.find(({ a, b }) => (a === one && b === other) || (a === other && b === one));

/**
 * Return the map with a route between two territories, without the one there was, or with one of another kind.
 * @param {MapFile} map @param {string} a @param {string} b
 * @param {string} kind `edge`: over water, leaving the sheet on one side and coming back on the other
 * @returns {MapFile}
 */
export function toggleRoute(map, a, b, kind) {
  const there = routeBetween(map, a, b);
  const others = map.routes.filter((each) => each !== there);
  if (there && (there.wraps ? "edge" : there.kind) === kind) return { ...map, routes: others };
  return { ...map, routes: [...others, kind === "edge" ? { a, b, kind: "sea", wraps: true } : { a, b, kind }] };
}

/**
 * Return the map with routes from a territory to those near it with none between them: by land on one land, else by
 * sea.
 * @param {MapFile} map @param {string} id
 */
export function joinNeighbours(map, id) {
  const here = map.territories.find((each) => each.id === id);
  if (!here) return map;
  let next = map;
  for (const other of map.territories) {
    if (other === here || distance(here, other) > REACH || routeBetween(map, id, other.id)) continue;
    const middle = { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 };
    const isFree = map.territories.every(
      (each) => each === here || each === other || distance(each, middle) > distance(here, middle),
    );
    if (!isFree) continue;
    const isOneLand = landAt(map, [here.x, here.y]) === landAt(map, [other.x, other.y]);
    next = toggleRoute(next, id, other.id, isOneLand ? "land" : "sea");
  }
  return next;
}

/** Return the map with a starting place more or less. @param {MapFile} map @param {string} id @returns {MapFile} */
export function toggleHome(map, id) {
  if (map.homes.includes(id)) return { ...map, homes: map.homes.filter((each) => each !== id) };
  return map.homes.length < MAX_HOMES ? { ...map, homes: [...map.homes, id] } : map;
}

/** Return whether a point lies inside a closed line. @param {Point} point @param {Point[]} ring */
export function isInside([x, y], ring) {
  let inside = false;
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** Return the number of the land on which a point lies; -1 at sea. @param {MapFile} map @param {Point} point */
export function landAt({ land }, point) {
  return land.findIndex((rings) => rings.filter((ring) => isInside(point, ring)).length % 2);
}

/** Return the map with another coast: a lake where it lies inside a land, else a land. @param {MapFile} map
 * @param {Point[]} ring @returns {MapFile} */
export function addCoast(map, ring) {
  const around = map.land.findIndex(([coast]) => ring.every((point) => isInside(point, coast)));
  if (around < 0) return { ...map, land: [...map.land, [ring]] };
  return { ...map, land: map.land.map((rings, at) => (at === around ? [...rings, ring] : rings)) };
}

/** Return the map without the coast around a point: that of a lake, or of a land with its lakes. @param {MapFile} map
 * @param {Point} point @returns {MapFile} */
export function removeCoast(map, point) {
  const at = map.land.findIndex(([coast]) => isInside(point, coast));
  if (at < 0) return map;
  const lake = map.land[at].findIndex((ring, number) => number > 0 && isInside(point, ring));
  const land = map.land.map((rings, number) =>
    number === at ? rings.filter((_ring, ringAt) => ringAt !== lake) : rings,
  );
  return { ...map, land: lake < 0 ? map.land.filter((_rings, number) => number !== at) : land };
}

/** Return the map without the route nearest to a point, if one is near. @param {MapFile} map @param {Point} point
 * @param {number} within @returns {MapFile} */
export function removeRoute(map, [x, y], within) {
  const places = new Map(map.territories.map((each) => [each.id, each]));
  const lengths = map.routes.map((route) => {
    const [a, b] = [places.get(route.a), places.get(route.b)];
    if (!a || !b) return { route, far: Infinity };
    const lines = route.wraps ? acrossTheEdge(a, b, map.layout.width) : [[a, b]];
    const far = lines.map(([from, to]) => {
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const part = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(x - from.x - part * dx, y - from.y - part * dy);
    });
    return { route, far: Math.min(...far) };
  });
  const nearest = lengths.filter(({ far }) => far <= within).sort((one, other) => one.far - other.far)[0];
  return nearest ? { ...map, routes: map.routes.filter((each) => each !== nearest.route) } : map;
}
