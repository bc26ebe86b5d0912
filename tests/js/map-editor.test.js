import * as model from "/static/js/components/map-editor/model.js";
import { area, fitOutlines, readOutlines, simplify } from "/static/js/components/map-editor/outline.js";
import { inventName } from "/static/js/components/map-editor/names.js";
import { same } from "./check.js";

const EMPTY = model.fromFile({ regions: [{ id: "r1", name: "One", bonus: 2, territories: [] }] });

/** Return a map with territories at these points. @param {model.Point[]} points */
function draw(...points) {
  return points.reduce((map, point) => model.addPlace(map, point, "r1", true)[0], EMPTY);
}

/** Return a square coast. @param {number} from @param {number} to @returns {model.Point[]} */
function square(from, to) {
  return [[from, from], [to, from], [to, to], [from, to]]; // prettier-ignore
}

export function territoriesAreJoinedToThoseNearThem() {
  const map = draw([100, 100], [200, 100], [300, 100], [800, 100]);
  same(
    map.routes.map(({ a, b, kind }) => [a, b, kind].join(" ")),
    ["t2 t1 land", "t3 t2 land"],
  );
  same(map.regions[0].territories, ["t1", "t2", "t3", "t4"]);
}

export function removingATerritoryRemovesAllThatNamesIt() {
  const map = model.removePlace(model.toggleHome(draw([100, 100], [200, 100]), "t1"), "t1");
  same([map.routes, map.homes, map.regions[0].territories], [[], [], ["t2"]]);
  same(model.addPlace(map, [9, 9], "r1", false)[1], "t3");
}

export function nothingLeavesTheSheet() {
  const { x, y } = model.movePlace(draw([100, 100]), "t1", [-50, 9000]).territories[0];
  same([x, y], [20, 580]);
}

export function aRouteIsToggledOrChangesItsKind() {
  const map = draw([100, 100], [200, 100]);
  same(
    model.toggleRoute(map, "t1", "t2", "sea").routes.map(({ kind }) => kind),
    ["sea"],
  );
  same(model.toggleRoute(map, "t1", "t2", "land").routes, []);
  same(model.removeRoute(map, [150, 104], 10).routes, []);
  same(model.removeRoute(map, [150, 140], 10), map);
}

export function aRouteAroundTheEdgeIsKeptAsShippedMapsKeepIt() {
  const map = model.toggleRoute(draw([100, 100], [900, 300]), "t1", "t2", "edge");
  same(map.routes, [{ a: "t1", b: "t2", kind: "sea", wraps: true }]);
  same(model.fromFile(JSON.parse(JSON.stringify(map))).routes, map.routes);
  same(model.toGround(map).routes[0].wraps, true);
  same(model.toggleRoute(map, "t2", "t1", "edge").routes, []);
  same(model.toggleRoute(map, "t1", "t2", "sea").routes, [{ a: "t1", b: "t2", kind: "sea" }]);
  same(model.removeRoute(map, [500, 200], 10), map);
  same(model.removeRoute(map, [40, 145], 10).routes, []);
  same(model.removeRoute(map, [980, 240], 10).routes, []);
}

export function aCoastInsideALandIsALake() {
  const map = model.addCoast(model.addCoast(EMPTY, square(50, 500)), square(200, 300));
  same([map.land.length, map.land[0].length], [1, 2]);
  same([model.landAt(map, [100, 100]), model.landAt(map, [250, 250])], [0, -1]);
  same(model.removeCoast(map, [250, 250]).land[0].length, 1);
  same(model.removeCoast(map, [100, 100]).land, []);
}

export function whatLiesAtSeaIsShownOnAnIslet() {
  const map = model.addCoast(draw([100, 100], [900, 500]), square(50, 150));
  same([map.land.length, model.toGround(map).land.length], [1, 2]);
  same(model.toGround(draw([100, 100])).land, []);
}

export function fairBonusesFollowSizeAndEntrances() {
  const map = draw([100, 100], [200, 100], [300, 100]);
  same(model.setFairBonuses(map).regions[0].bonus, 1);
}

export function namesDiffer() {
  const used = new Set();
  for (let n = 0; n < 60; n++) used.add(inventName(used, n));
  same(used.size, 60);
  same(
    [...used].every((name) => name.length < 24),
    true,
  );
}

export function outlinesAreReadFromPathsPolygonsAndFiles() {
  same(readOutlines("M0 0H100V100H0Z").length, 1);
  same(readOutlines("M0 0h100v100h-100z m200 0h50v50h-50z").length, 2);
  const file = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><path id="d" d='M0 0L9 0L9 9Z'/>
    <polygon points="0,0 9,0 9,9"/><script>alert(1)</script><path d="&x;"/></svg>`;
  same(readOutlines(file).length, 2);
  same(readOutlines("hello").length, 0);
  same(readOutlines("M0 0" + "L1 1".repeat(200_000)).length, 0);
}

export function aSecondPartBeginsWhereTheFirstOneClosed() {
  const [first, second] = readOutlines("M10 10h100v100h-100z m200 0h50v50h-50z");
  same([first[0], second[0]], [[10, 10], [210, 10]]); // prettier-ignore
}

export function outlinesAreFittedAndSimplified() {
  const circle = Array.from(
    { length: 400 },
    (_, n) => /** @type {model.Point} */ ([Math.cos(n / 64) * 9, Math.sin(n / 64) * 9]),
  );
  const [ring] = fitOutlines([circle], { width: 1000, height: 600 }, 500);
  same(ring.length < 120 && ring.length > 12, true);
  same(
    ring.every(([x, y]) => x >= 0 && x <= 1000 && y >= 0 && y <= 600),
    true,
  );
  same(area(ring) > 200_000, true);
  same(fitOutlines([circle], { width: 1000, height: 600 }, 5), []);
  same(simplify([[0, 0], [5, 0], [10, 0], [10, 10]]), [[0, 0], [10, 0], [10, 10]]); // prettier-ignore
}
