import { boxAround, linesOf, overlaps, placeLabels } from "/static/js/components/map/labels.js";
import { nextInDirection } from "/static/js/components/map/directions.js";
import { arrowEnds } from "/static/js/components/map/geometry.js";
import { describeRegions, missingText, regionTitles } from "/static/js/components/map/regions.js";
import { same } from "./check.js";

const LIMITS = { left: 0, top: 0, right: 200, bottom: 100 };

/** @param {string} id @param {number} em @param {[number, number, number][]} spots */
function label(id, em, spots) {
  return { id, versions: [{ lines: [id], em }], spots: () => spots };
}

export function twoLabelsNeverShareAPlace() {
  const spots = /** @type {[number, number, number][]} */ ([[100, 50, 0], [100, 80, 5]]); // prettier-ignore
  const placed = placeLabels(
    [label("one", 4, spots), label("two", 4, spots), label("three", 4, spots)],
    10,
    [],
    LIMITS,
    [],
  );
  same(placed.map(({ id }) => id), ["one", "two"], "the third has no room"); // prettier-ignore
  same(placed[1].y > placed[0].y, true);
}

export function aLabelKeepsOffArmiesBordersAndTheEdge() {
  const army = boxAround(100, 50, 40, 40);
  const spots = /** @type {[number, number, number][]} */ ([[100, 50, 0], [195, 50, 1], [100, 85, 2], [40, 50, 3]]); // prettier-ignore
  const [free] = placeLabels([label("name", 4, spots)], 10, [army], LIMITS, [[100, 85]]);
  same(Math.round(free.x), 40);
}

export function aLongNameMayTakeTwoLines() {
  same(linesOf("Gate"), [["Gate"]]);
  same(linesOf("Eastern United States"), [["Eastern United States"], ["Eastern", "United States"]]);
  same(overlaps(boxAround(0, 0, 2, 2), boxAround(2, 0, 2, 2)), false);
}

const GROUND = {
  width: 1000,
  height: 600,
  territories: [
    { id: "west", name: "West", x: 60, y: 300, card: "", region: "one" },
    { id: "middle", name: "Middle", x: 500, y: 300, card: "", region: "one" },
    { id: "near", name: "Near", x: 480, y: 320, card: "", region: "two" },
    { id: "east", name: "East", x: 940, y: 300, card: "", region: "two" },
  ],
  land: [],
  routes: [
    { a: "west", b: "middle", type: "land", wraps: false },
    { a: "east", b: "west", type: "sea", wraps: true },
  ],
  regions: [
    { id: "one", name: "One", bonus: 3 },
    { id: "two", name: "Two", bonus: 2 },
  ],
};

export function arrowKeysFollowRoutesAlsoOverTheEdge() {
  same(nextInDirection(GROUND, "west", "ArrowRight"), "middle", "and not the nearest");
  same(nextInDirection(GROUND, "west", "ArrowLeft"), "east");
  same(nextInDirection(GROUND, "east", "ArrowRight"), "west");
  same(nextInDirection(GROUND, "middle", "ArrowRight"), "east", "where no route leads, the nearest");
  same(nextInDirection(GROUND, "middle", "ArrowUp"), "");
}

export function arrowsLeaveRoomForArmies() {
  same(arrowEnds({ x: 0, y: 0 }, { x: 100, y: 0 }), [[24, 0], [76, 0]]); // prettier-ignore
  same(arrowEnds({ x: 0, y: 0 }, { x: 100, y: 0 }, 24, 0), [[24, 0], [100, 0]]); // prettier-ignore
}

export function aRegionSaysWhoHoldsHowMuchAndWhatIsMissing() {
  const pieces = [["west", "a"], ["middle", "b"], ["near", "b"], ["east", "b"]]
    .map(([tile, seat]) => ({ tile, seat, armies: 1 })); // prettier-ignore
  const [one, two] = describeRegions(GROUND, pieces);
  same([one.held, one.size, one.owner], [[["a", 1], ["b", 1]], 2, ""]); // prettier-ignore
  same([two.held, two.owner], [[["b", 2]], "b"]);
  same(missingText(GROUND, one, pieces, "a"), "you lack Middle");
  same(missingText(GROUND, two, pieces, "b"), "yours");
  same(missingText(GROUND, two, pieces, ""), "", "a spectator lacks nothing");
  same(regionTitles([one, two], true, false), {
    one: { text: "One +3", seat: "" },
    two: { text: "Two +2", seat: "b" },
  });
  same(regionTitles([two], false, true), { two: { text: "Two\nb 2 / 2", seat: "b" } });
}

export function neutralArmiesOwnNoRegion() {
  const pieces = ["near", "east"].map((tile) => ({ tile, seat: "n", armies: 1 }));
  same(describeRegions(GROUND, pieces)[1].owner, "");
}
