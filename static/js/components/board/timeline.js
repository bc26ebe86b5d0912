// A round as a film: its trace becomes frames, each of which says where everything is and what is being told.
import { caption } from "./captions.js";

/**
 * @typedef {import("./types.js").Round} Round
 * @typedef {import("./types.js").Step} Step
 * @typedef {import("./types.js").Actor} Actor
 * @typedef {import("./types.js").Frame} Frame
 */

/** Which kinds of steps are shown together; a kind that is not named here has nothing to show on the board.
 * @type {Record<string, string>} */
export const SCENES = {
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
};

/** What is drawn where a step happens. @type {Record<string, string>} */
const MARKS = { conflict: "clash", took: "taken" };

/** What a step does to the pieces. @type {Record<string, (cast: Cast, step: Step) => void>} */
const EFFECTS = {
  fixed: (cast, { piece, at }) => settle(cast, piece, at),
  sprung: (cast, { piece, to }) => put(cast, piece, to),
  home: (cast, { piece, at }) => settle(cast, piece, at),
  pushed: (cast, { piece, to }) => settle(cast, piece, to),
  took: (cast, step) => take(cast, step),
  experience: (cast, { piece, experience }) => worth(cast, piece, experience ?? 1),
  vanished: (cast, { tiles, seat }) => vanish(cast, seat, tiles),
  abdicated: (cast, { piece }) => leave(cast, piece),
};

/** @typedef {Map<string, Actor>} Cast pieces by the tile where they stood before the round */

/** @param {Round} round @returns {Frame[]} */
export function timeline(round) {
  const cast = castOf(round);
  const items = { ...round.before.items };
  const ordered = round.events.filter((step) => step.kind === "ordered");
  const arrows = ordered.map(({ piece = "", to = "", seat = "" }) => ({ from: piece, to, seat }));
  const frames = [frame("opening", cast, items, round, [])];
  frames.push({
    ...frame(
      "orders",
      cast,
      items,
      round,
      round.events.filter((step) => SCENES[step.kind] === "orders"),
    ),
    arrows,
  });
  for (const { piece, to } of ordered) put(cast, piece, to);
  if (ordered.length) frames.push(frame("march", cast, items, round, ordered));
  for (const steps of scenes(round.events)) {
    for (const step of steps) EFFECTS[step.kind]?.(cast, step);
    for (const { kind, at } of steps) if (kind === "collected" && at) delete items[at];
    frames.push(frame(SCENES[steps[0].kind], cast, items, round, steps));
  }
  frames.push(ending(round, cast));
  return frames;
}

/** @param {Round} round @returns {Cast} */
function castOf(round) {
  return new Map(
    round.before.pieces.map((piece) => [piece.tile, { ...piece, id: piece.tile, gone: false, settled: true }]),
  );
}

/** The steps after the orders, those that happen at once together. @param {Step[]} events */
function scenes(events) {
  /** @type {Step[][]} */
  const groups = [];
  let last = "";
  for (const step of events.filter(({ kind }) => SCENES[kind] && SCENES[kind] !== "orders")) {
    const key = [step.repetition, step.phase, SCENES[step.kind] ?? step.kind].join(" ");
    if (key === last) groups[groups.length - 1].push(step);
    else groups.push([step]);
    last = key;
  }
  return groups;
}

/** @param {string} step @param {Cast} cast @param {Record<string, string>} items @param {Round} round @param {Step[]} steps @returns {Frame} */
function frame(step, cast, items, round, steps) {
  const marks = steps.filter(({ kind }) => MARKS[kind]).map(({ kind, at = "" }) => ({ name: MARKS[kind], at }));
  const actors = [...cast.values()].map((actor) => ({ ...actor }));
  return { step, caption: caption(step, round, steps), actors, marks, arrows: [], items: { ...items } };
}

/** The formation after the round is the truth: the pieces that stand there, as it says that they are.
 * @param {Round} round @param {Cast} cast @returns {Frame} */
function ending(round, cast) {
  const left = new Map(round.after.pieces.map((piece) => [piece.tile, piece]));
  for (const actor of cast.values()) {
    const piece = left.get(actor.tile);
    if (piece && !actor.gone) Object.assign(actor, piece);
    else actor.gone = true;
    actor.settled = true;
  }
  return frame("ending", cast, round.after.items ?? {}, round, []);
}

/** @param {Cast} cast @param {string | undefined} piece @param {string | undefined} tile */
function put(cast, piece, tile) {
  const actor = cast.get(piece ?? "");
  if (actor && tile) Object.assign(actor, { tile, settled: false });
}

/** @param {Cast} cast @param {string | undefined} piece @param {string | undefined} tile */
function settle(cast, piece, tile) {
  put(cast, piece, tile);
  const actor = cast.get(piece ?? "");
  if (actor) actor.settled = true;
}

/** @param {Cast} cast @param {string | undefined} piece @param {number} experience */
function worth(cast, piece, experience) {
  const actor = cast.get(piece ?? "");
  if (actor) actor.experience = experience;
}

/** @param {Cast} cast @param {Step} step */
function take(cast, { piece, taken, seat, becomes }) {
  const taker = cast.get(piece ?? ""),
    prey = cast.get(taken ?? "");
  if (taker?.kind === "pawn") taker.experience = 1;
  if (!prey) return;
  if (becomes === "removed") prey.gone = true;
  else Object.assign(prey, { seat, kind: becomes ?? "pawn", experience: 1 });
}

/** @param {Cast} cast @param {string | undefined} piece */
function leave(cast, piece) {
  const actor = cast.get(piece ?? "");
  if (actor) actor.gone = true;
}

/** @param {Cast} cast @param {string | undefined} seat @param {string[] | undefined} tiles */
function vanish(cast, seat, tiles) {
  for (const actor of cast.values()) if (tiles ? tiles.includes(actor.tile) : actor.seat === seat) actor.gone = true;
}
