// Turns the trace of a round into frames, each with all pieces, marks and a caption.
import { caption } from "./captions.js";

/**
 * @typedef {import("./types.js").Round} Round
 * @typedef {import("./types.js").Step} Step
 * @typedef {import("./types.js").Actor} Actor
 * @typedef {import("./types.js").Frame} Frame
 */

/** The kind of frame that shows a kind of step; other steps have nothing to show. @type {Record<string, string>} */
const FRAME_KINDS = {
  ordered: "orders",
  held: "orders",
  fixed: "fixed",
  conflict: "conflict",
  sprung: "spring",
  home: "spring",
  took: "take",
  pushed: "push",
  experience: "reckoning",
  abdicated: "reckoning",
  fell: "reckoning",
  vanished: "reckoning",
  collected: "reckoning",
  reigned: "reckoning",
};

/** The mark on the tile of a step. @type {Record<string, string>} */
const MARKS = { conflict: "clash", took: "taken" };

/** What a step does to the pieces. @type {Record<string, (actors: Actors, step: Step) => void>} */
const EFFECTS = {
  fixed: (actors, { piece, at }) => settle(actors, piece, at),
  sprung: (actors, { piece, to }) => move(actors, piece, to),
  home: (actors, { piece, at }) => settle(actors, piece, at),
  pushed: (actors, { piece, to }) => settle(actors, piece, to),
  took: (actors, step) => capture(actors, step),
  experience: (actors, { piece, experience }) => setExperience(actors, piece, experience ?? 1),
  vanished: (actors, { tiles, seat }) => removeAll(actors, seat, tiles),
  abdicated: (actors, { piece }) => remove(actors, piece),
};

/** @typedef {Map<string, Actor>} Actors pieces by the tile where they stood before the round */

/**
 * Return the frames of a round.
 * @param {Round} round @param {Record<string, string>} [names] who sits where
 * @param {string} [own] the reader's seat @returns {Frame[]}
 */
export function timeline(round, names = {}, own = undefined) {
  /** @param {string} kind @param {Step[]} steps */
  const frameNow = (kind, steps) => frame(kind, actors, items, caption(kind, round, steps, names, own), steps);
  const actors = actorsOf(round);
  const items = { ...round.before.items };
  const ordered = round.events.filter((step) => step.kind === "ordered");
  const arrows = ordered.map(({ piece = "", to = "", seat = "" }) => ({ from: piece, to, seat }));
  const frames = [frameNow("opening", [])];
  const orders = round.events.filter((step) => FRAME_KINDS[step.kind] === "orders");
  frames.push({ ...frameNow("orders", orders), arrows });
  for (const { piece, to } of ordered) move(actors, piece, to);
  if (ordered.length) frames.push(frameNow("march", ordered));
  for (const steps of simultaneousSteps(round.events)) {
    for (const step of steps) EFFECTS[step.kind]?.(actors, step);
    for (const { kind, at } of steps) if (kind === "collected" && at) delete items[at];
    frames.push(frameNow(frameKind(steps), steps));
  }
  frames.push(ending(round, actors));
  return frames;
}

/** Return the kind of a frame: the capture of an Emperor has one of its own. @param {Step[]} steps */
function frameKind(steps) {
  return steps.some(({ kind, emperor }) => kind === "took" && emperor) ? "fall" : FRAME_KINDS[steps[0].kind];
}

/** @param {Round} round @returns {Actors} */
function actorsOf(round) {
  return new Map(
    round.before.pieces.map((piece) => [piece.tile, { ...piece, id: piece.tile, gone: false, settled: true }]),
  );
}

/** Return the steps after the orders, grouped by what happens at once. @param {Step[]} events */
function simultaneousSteps(events) {
  /** @type {Step[][]} */
  const groups = [];
  let last = "";
  for (const step of events.filter(({ kind }) => FRAME_KINDS[kind] && FRAME_KINDS[kind] !== "orders")) {
    const key = [step.repetition, step.phase, FRAME_KINDS[step.kind] ?? step.kind].join(" ");
    if (key === last) groups[groups.length - 1].push(step);
    else groups.push([step]);
    last = key;
  }
  return groups;
}

/**
 * Return a frame with copies of the pieces as they are now.
 * @param {string} kind @param {Actors} actors @param {Record<string, string>} items @param {string} words
 * @param {Step[]} steps @returns {Frame}
 */
function frame(kind, actors, items, words, steps) {
  const marks = steps.filter(({ kind }) => MARKS[kind]).map(({ kind, at = "" }) => ({ name: MARKS[kind], at }));
  const copies = [...actors.values()].map((actor) => ({ ...actor }));
  return { step: kind, caption: words, actors: copies, marks, arrows: [], items: { ...items } };
}

/**
 * Return the last frame. It takes the pieces from the position after the round, whatever the steps led to.
 * @param {Round} round @param {Actors} actors @returns {Frame}
 */
function ending(round, actors) {
  const after = new Map(round.after.pieces.map((piece) => [piece.tile, piece]));
  for (const actor of actors.values()) {
    const piece = after.get(actor.tile);
    if (piece && !actor.gone) Object.assign(actor, piece);
    else actor.gone = true;
    actor.settled = true;
  }
  return frame("ending", actors, round.after.items ?? {}, caption("ending", round, [], {}), []);
}

/** Move a piece. @param {Actors} actors @param {string | undefined} piece @param {string | undefined} tile */
function move(actors, piece, tile) {
  const actor = actors.get(piece ?? "");
  if (actor && tile) Object.assign(actor, { tile, settled: false });
}

/**
 * Move a piece for the last time.
 * @param {Actors} actors @param {string | undefined} piece @param {string | undefined} tile
 */
function settle(actors, piece, tile) {
  move(actors, piece, tile);
  const actor = actors.get(piece ?? "");
  if (actor) actor.settled = true;
}

/** @param {Actors} actors @param {string | undefined} piece @param {number} experience */
function setExperience(actors, piece, experience) {
  const actor = actors.get(piece ?? "");
  if (actor) actor.experience = experience;
}

/** Let a piece capture another, which changes sides or is removed. @param {Actors} actors @param {Step} step */
function capture(actors, { piece, taken, seat, becomes }) {
  const captor = actors.get(piece ?? ""),
    captured = actors.get(taken ?? "");
  if (captor?.kind === "pawn") captor.experience = 1;
  if (!captured) return;
  if (becomes === "removed") captured.gone = true;
  else Object.assign(captured, { seat, kind: becomes ?? "pawn", experience: 1 });
}

/** Remove a piece. @param {Actors} actors @param {string | undefined} piece */
function remove(actors, piece) {
  const actor = actors.get(piece ?? "");
  if (actor) actor.gone = true;
}

/**
 * Remove the pieces of these tiles, or all of a seat.
 * @param {Actors} actors @param {string | undefined} seat @param {string[] | undefined} tiles
 */
function removeAll(actors, seat, tiles) {
  for (const actor of actors.values()) if (tiles ? tiles.includes(actor.tile) : actor.seat === seat) actor.gone = true;
}
