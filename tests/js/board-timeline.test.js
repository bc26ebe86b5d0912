import { timeline } from "/static/js/components/board/timeline.js";
import { same } from "./check.js";

/** @typedef {import("../../static/js/components/board/types.js").Piece} Piece */

/** @param {string} text `C5 a pawn 3` @returns {Piece} */
function piece(text) {
  const [tile, seat, kind, experience] = text.split(" ");
  return { tile, seat, kind: /** @type {"pawn" | "emperor"} */ (kind), experience: Number(experience) };
}

/** @param {string[]} texts */
function position(texts, items = {}) {
  const tiles = [1, 2, 3, 4, 5].flatMap((row) => [..."ABCDE"].map((column) => `${column}${row}`));
  return { columns: 5, rows: 5, tiles, pieces: texts.map(piece), items, targets: {} };
}

/** @param {string[]} before @param {any[]} events @param {string[]} after */
function played(before, events, after, items = {}, left = {}) {
  return timeline({ number: 4, before: position(before, items), orders: [], events, after: position(after, left) });
}

/** @param {import("../../static/js/components/board/types.js").Frame} frame */
function standing(frame) {
  return frame.actors
    .filter(({ gone }) => !gone)
    .map(({ tile, seat, kind, experience }) => `${tile} ${seat} ${kind} ${experience}`)
    .sort();
}

const FIRST = [
  { kind: "ordered", repetition: 0, phase: 0, seat: "a", piece: "C5", to: "C2" },
  { kind: "ordered", repetition: 0, phase: 0, seat: "c", piece: "A3", to: "C3" },
  { kind: "fixed", repetition: 1, phase: 1, piece: "A3", at: "C3" },
  {
    kind: "took",
    repetition: 1,
    phase: 3,
    seat: "a",
    piece: "C5",
    at: "C2",
    taken: "C2",
    from_seat: "b",
    emperor: false,
    becomes: "pawn",
  },
  { kind: "sprung", repetition: 1, phase: 3, piece: "C5", from: "C2", to: "C4" },
  { kind: "fixed", repetition: 2, phase: 1, piece: "C5", at: "C4" },
  { kind: "experience", repetition: 0, phase: 0, piece: "A3", at: "C3", experience: 3 },
];
const BEFORE = ["C5 a pawn 3", "C2 b pawn 1", "A3 c pawn 2"],
  AFTER = ["C4 a pawn 1", "C2 a pawn 1", "C3 c pawn 3"];

export function aRoundIsToldInTheOrderOfItsPhases() {
  const steps = played(BEFORE, FIRST, AFTER).map(({ step }) => step);
  same(steps, ["opening", "orders", "march", "fixed", "take", "spring", "fixed", "reckoning", "ending"]);
}

export function everybodyStandsWhereTheOrdersLedBeforeAnythingHappens() {
  same(standing(played(BEFORE, FIRST, AFTER)[2]), ["C2 a pawn 3", "C2 b pawn 1", "C3 c pawn 2"]);
}

export function aTakenPawnChangesSidesWhereItStands() {
  const [, , , , take, spring] = played(BEFORE, FIRST, AFTER);
  same(standing(take), ["C2 a pawn 1", "C2 a pawn 1", "C3 c pawn 2"]);
  same(take.marks, [{ name: "taken", at: "C2" }]);
  same(standing(spring), ["C2 a pawn 1", "C3 c pawn 2", "C4 a pawn 1"]);
}

export function theStepsAloneLeadToTheFormationAfterwards() {
  const frames = played(BEFORE, FIRST, AFTER);
  same(standing(frames[frames.length - 2]), [...AFTER].sort());
  same(standing(frames[frames.length - 1]), [...AFTER].sort());
  same(frames[frames.length - 2].caption, "The pawn on C3 now has experience 3.");
}

export function aTakenEmperorLeavesAndItsSeatFalls() {
  const events = [
    { kind: "ordered", seat: "a", piece: "A1", to: "B1" },
    {
      kind: "took",
      repetition: 1,
      phase: 3,
      seat: "a",
      piece: "A1",
      at: "B1",
      taken: "B1",
      from_seat: "b",
      emperor: true,
      becomes: "removed",
    },
    { kind: "fell", repetition: 0, phase: 0, seat: "b" },
    { kind: "captured", repetition: 0, phase: 0, seat: "a", emperor_of: "b" },
  ];
  const frames = played(["A1 a pawn 2", "B1 b emperor 1"], events, ["B1 a pawn 1"]);
  same(
    frames.map(({ step }) => step),
    ["opening", "orders", "march", "fall", "reckoning", "ending"],
  );
  same(standing(frames[3]), ["B1 a pawn 1"]);
  same(frames[4].caption, "B has fallen.");
}

export function conflictsAreMarkedAndItemsCollected() {
  const events = [
    { kind: "ordered", seat: "a", piece: "A1", to: "B1" },
    { kind: "ordered", seat: "b", piece: "C1", to: "B1" },
    { kind: "conflict", repetition: 1, phase: 2, at: "B1", pieces: ["A1", "C1"], keeps: "A1" },
    { kind: "home", repetition: 1, phase: 2, piece: "C1", from: "B1", at: "C1" },
    { kind: "collected", repetition: 0, phase: 0, seat: "a", piece: "A1", at: "B1", item: "treasure" },
  ];
  const frames = played(["A1 a emperor 1", "C1 b pawn 1"], events, ["B1 a emperor 1", "C1 b pawn 1"], {
    B1: "treasure",
  });
  same(frames[3].marks, [{ name: "clash", at: "B1" }]);
  same(frames[3].caption, "Collision on B1 between A1 and C1; A1 keeps the tile.");
  same([frames[4].items, frames[5].items], [{ B1: "treasure" }, {}]);
}

export function aRoundInWhichAllHoldIsShort() {
  const frames = played(["A1 a pawn 1"], [{ kind: "held", seat: "a" }], ["A1 a pawn 1"]);
  same(
    frames.map(({ step }) => step),
    ["opening", "orders", "ending"],
  );
  same(frames[1].caption, "A holds.");
}

export function captionsNameWhoSitsWhere() {
  const board = position(["A1 a pawn 1", "C1 b pawn 1"]);
  const events = [{ kind: "held", seat: "a" }, { kind: "ordered", seat: "b", piece: "C1", to: "B1" }];
  const round = { number: 1, before: board, orders: [], events, after: board };
  same(timeline(/** @type {any} */ (round), { b: "Vasile" })[1].caption, "A holds. Vasile orders C1 to B1.");
}

export function readersAreAddressedAsYou() {
  const board = position(["A1 a pawn 1", "C1 b pawn 1"]);
  const events = [{ kind: "ordered", seat: "a", piece: "A1", to: "B1" }, { kind: "held", seat: "b" }];
  const round = { number: 1, before: board, orders: [], events, after: board };
  same(timeline(/** @type {any} */ (round), { b: "Vasile" }, "a")[1].caption, "You order A1 to B1. Vasile holds.");
  same(timeline(/** @type {any} */ (round), { b: "Vasile" }, "b")[1].caption, "A orders A1 to B1. You hold.");
}
