import { Playback, apply, isDealt, territoriesOf } from "/static/js/components/map/playback.js";
import { figuresFor } from "/static/js/components/map/armies.js";
import "/static/js/components/map/coasts.js";
import { outlines } from "/static/js/components/map/geometry.js";
import { same } from "./check.js";

/** @param {[string, string, number][]} pieces */
function holdings(pieces) {
  return new Map(pieces.map(([tile, seat, armies]) => [tile, { tile, seat, armies }]));
}

export function aRoundCanBeFollowedStepByStep() {
  const after = holdings([["gate", "a", 6], ["dale", "b", 2]]); // prettier-ignore
  apply(after, { kind: "rolled", from: "gate", to: "dale", losses: { attacker: 1, defender: 1 } });
  apply(after, { kind: "rolled", from: "gate", to: "dale", losses: { attacker: 0, defender: 1 } });
  apply(after, { kind: "captured", seat: "a", at: "dale", from: "gate", armies: 4 });
  apply(after, { kind: "placed", seat: "a", at: "gate", armies: 2 });
  apply(after, { kind: "moved", seat: "a", from: "dale", to: "gate", armies: 1 });
  same(
    [...after.values()].map(({ tile, seat, armies }) => `${tile} ${seat}${armies}`),
    ["gate a4", "dale a3"],
  );
  apply(after, { kind: "left", seat: "a", why: "resigned" });
  same([...after.values()].map(({ seat }) => seat).join(""), "nn");
}

export function whatNobodyHeldIsWon() {
  const after = holdings([]);
  apply(after, { kind: "auction", at: "cedar", winner: "b", bids: { a: 2, b: 6 } });
  same(after.get("cedar"), { tile: "cedar", seat: "b", armies: 6 });
  same(territoriesOf({ kind: "auction", at: "cedar" }), ["cedar"]);
}

export function whatWasDealtIsNotPlacedTwice() {
  const position = { pieces: [{ tile: "ash", seat: "a", armies: 1 }], round: 1, to_act: [] };
  const deal = { kind: "placed", seat: "a", at: "ash", armies: 1 };
  const round = {
    number: 1,
    before: position,
    after: position,
    orders: /** @type {[string, string][]} */ ([]),
    events: [deal],
  };
  same([isDealt(round), isDealt({ ...round, number: 2 }), isDealt({ ...round, events: [] })], [true, false, false]);
  same(isDealt({ ...round, events: [{ ...deal, armies: 3 }] }), false);
  const before = { ...position, pieces: position.pieces.map((piece) => ({ ...piece, armies: 3 })) };
  const [first, second] = [{ ...deal, armies: 1, unit: "spears" }, { ...deal, armies: 2, unit: "riders" }]; // prettier-ignore
  const ofUnits = { ...round, before, events: [first, second] };
  same([isDealt(ofUnits), isDealt({ ...ofUnits, events: [first] })], [true, false]);
}

export function armiesOfEachUnitAreFollowed() {
  const after = new Map([["gate", { tile: "gate", seat: "a", armies: 3, units: { spears: 3 } }]]);
  apply(after, { kind: "placed", seat: "a", at: "gate", armies: 2, unit: "riders" });
  same(after.get("gate")?.units, { spears: 3, riders: 2 });
  const units = { attacker: "spears", defender: "archers" };
  apply(after, { kind: "rolled", from: "gate", to: "dale", losses: { attacker: 1, defender: 0 }, units });
  apply(after, { kind: "captured", seat: "a", at: "dale", from: "gate", armies: 2, unit: "riders" });
  same([after.get("gate"), after.get("dale")].map((each) => each?.units), [{ spears: 2, riders: 0 }, { riders: 2 }]);
}

export function asFewPiecesAsPossible() {
  same([1, 4, 5, 9, 17, 99].map(figuresFor), [
    [1],
    [1, 1, 1, 1],
    [5],
    [5, 1, 1, 1, 1],
    [10, 5, 1, 1],
    [10, 10, 10, 10, 10],
  ]);
}

export function everyTerritoryHasLandAndLandMeetsWhereAWayJoinsIt() {
  const territories = ["a", "b", "c"].map((id, n) => ({
    id,
    name: id,
    x: 100 + 120 * n,
    y: 100,
    card: "",
    region: "r",
  }));
  const routes = [{ a: "a", b: "b", type: "land", wraps: false }, { a: "b", b: "c", type: "sea", wraps: false }]; // prettier-ignore
  const shapes = outlines({
    width: 400,
    height: 200,
    land: [],
    territories,
    routes,
    regions: [{ id: "r", name: "r", bonus: 1 }],
  });
  const east = (/** @type {string} */ id) => Math.max(...(shapes.get(id) ?? []).map(([x]) => x));
  const west = (/** @type {string} */ id) => Math.min(...(shapes.get(id) ?? []).map(([x]) => x));
  same(east("a") > west("b") - 6, true, "land meets");
  same(east("b") < west("c"), true, "a strait lies between");
}

/** Return a square around a point. @param {number} x @param {number} y @param {number} half */
function square(x, y, half) {
  return /** @type {[number, number][]} */ ([
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]);
}

export function landEndsAtTheCoastsThatAMapDraws() {
  const at = { west: [100, 200], east: [300, 200], isle: [500, 200] };
  const territories = Object.entries(at).map(([id, [x, y]]) => ({ id, name: id, x, y, card: "", region: "r" }));
  const island = [square(500, 200, 40), square(500, 170, 8)];
  const ground = {
    width: 600,
    height: 400,
    land: [[[[40, 100], [360, 100], [360, 300], [40, 300]]], island], // prettier-ignore
    territories,
    routes: [{ a: "west", b: "east", type: "land", wraps: false }],
    regions: [{ id: "r", name: "r", bonus: 1 }],
  };
  const shapes = outlines(/** @type {any} */ (ground));
  const reach = (/** @type {string} */ id, /** @type {(xs: number[]) => number} */ pick) =>
    pick((shapes.get(id) ?? []).map(([x]) => x));
  const right = (/** @type {string} */ id) => reach(id, (xs) => Math.max(...xs));
  const left = (/** @type {string} */ id) => reach(id, (xs) => Math.min(...xs));
  same(Math.abs(right("west") - 200) < 14 && Math.abs(left("east") - 200) < 14, true, "borders lie halfway");
  same(Math.abs(right("east") - 360) < 14 && Math.abs(left("isle") - 460) < 14, true, "coasts lie where they are drawn");
  const above = (shapes.get("isle") ?? []).filter(([x, y]) => Math.abs(x - 500) < 6 && y < 200);
  same(above.length > 0 && above.every(([, y]) => y > 164), true, "a lake is no land");
  ground.routes = [];
  const parted = outlines(/** @type {any} */ (ground));
  const gap = Math.min(...(parted.get("east") ?? []).map(([x]) => x)) - 200;
  same(gap > -2, true, "water parts those without a route");
}

export function aRoundIsPlayedAsFastAsTheReaderLikes() {
  const position = { pieces: [], round: 1, to_act: [] };
  const round = { number: 2, before: position, after: position, orders: [], events: [{ kind: "card" }] };
  const scales = ["", "slow", "fast"].map((speed) => {
    localStorage.setItem("speed", speed);
    const playback = new Playback(/** @type {any} */ (round), () => {}, () => {}); // prettier-ignore
    playback.pause();
    return playback.scale;
  });
  localStorage.removeItem("speed");
  same(scales, [1, 1.8, 0.4]);
}
