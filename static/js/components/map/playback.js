// Plays a round step by step on the map, with its dice.
import { readOption } from "../../core/storage.js";
import { isRoll } from "./status-text.js";

/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Holding} Holding */
/** @typedef {import("./types.js").Round} Round */

/** Milliseconds that a round takes at most. */
const MAX_DURATION = 9000;
/** How much longer or shorter it takes where the reader chose so. @type {Record<string, number>} */
const SPEEDS = { slow: 1.8, fast: 0.4 };
/** Milliseconds for each kind of step; others are not shown. @type {Record<string, number>} */
const DURATIONS = {
  roll_off: 900, rolled: 750, captured: 500, moved: 350, followed: 350, placed: 200, auction: 600, clash: 700, battle: 700,
  contest: 600, returned: 350, built: 150, traded: 500, left: 500,
}; // prettier-ignore

/** Milliseconds of a roll where the reader wants to see no dice. */
const UNSEEN_ROLL = 150;

/** Return the milliseconds of a kind of step. @param {string} kind */
function durationOf(kind) {
  const isUnseen = ["rolled", "roll_off"].includes(kind) && readOption("dice") === "off";
  return isUnseen ? UNSEEN_ROLL : DURATIONS[kind];
}

/** Change the holdings by a step, as far as it is public. @param {Map<string, Holding>} holdings @param {Step} step */
export function apply(holdings, step) {
  const { kind, at, from, to, seat, armies, unit } = step;
  /** @param {string} tile @param {number} more @param {string} [owner] @param {string} [kindOfUnit] */
  const add = (tile, more, owner, kindOfUnit = unit) => {
    const before = holdings.get(tile) ?? { tile, seat: owner ?? "", armies: 0 };
    const units = kindOfUnit
      ? { units: { ...before.units, [kindOfUnit]: (before.units?.[kindOfUnit] ?? 0) + more } }
      : {};
    const left = Math.max(0, before.armies + more);
    holdings.set(tile, { ...before, seat: before.seat || owner || "", armies: left, ...units });
  };
  const garrison = (/** @type {number} */ count) => (unit ? { units: { [unit]: count } } : {});
  if (kind === "placed") add(at, armies, seat);
  if (kind === "built") add(at, step.amount, seat);
  if (kind === "returned") add(to, armies, seat);
  if (kind === "rolled") {
    add(from, -step.losses.attacker, "", step.units?.attacker);
    add(to, -step.losses.defender, "", step.units?.defender);
  }
  if (kind === "moved" || kind === "followed") {
    add(from, -armies);
    add(to, armies, seat);
  }
  if (kind === "captured") {
    add(from, -armies);
    holdings.set(at, { tile: at, seat, armies, ...garrison(armies) });
  }
  if (kind === "auction") {
    const won = step.bids[step.winner];
    holdings.set(at, { tile: at, seat: step.winner, armies: won, ...garrison(won) });
  }
  if (kind === "battle") {
    for (const [tile, force] of Object.entries(step.forces)) add(tile, -Number(force));
    if (holdings.has(at)) add(at, step.defenders_left - (holdings.get(at)?.armies ?? 0));
  }
  if (kind === "left" && step.why === "resigned")
    for (const piece of holdings.values()) if (piece.seat === seat) holdings.set(piece.tile, { ...piece, seat: "n" });
}

/** Return the territories that a step is about. @param {Step} step @returns {string[]} */
export function territoriesOf({ at, from, to }) {
  return [at, from, to].filter((id) => typeof id === "string");
}

/** Return whether this is the first round with the deal of the first armies before it. @param {Round} round */
export function isDealt({ number, before, events }) {
  const left = new Map(before.pieces.map(({ tile, armies }) => [tile, armies]));
  for (const { at, armies } of events.filter(({ kind, armies }) => kind === "placed" && armies)) {
    const rest = (left.get(at) ?? -1) - armies;
    if (rest < 0) break;
    if (rest) left.set(at, rest);
    else left.delete(at);
  }
  return number === 1 && before.pieces.length > 0 && !left.size;
}

/** Shows a round step by step; begins at once. */
export class Playback {
  isPlaying = true;

  /** @param {Round} round @param {(holdings: Holding[], step: Step) => void} onStep @param {() => void} onEnd */
  constructor(round, onStep, onEnd) {
    this.steps = round.events.filter(({ kind }) => DURATIONS[kind]);
    this.onStep = onStep;
    this.onEnd = onEnd;
    this.holdings = new Map(isDealt(round) ? [] : round.before.pieces.map((piece) => [piece.tile, piece]));
    const total = this.steps.reduce((sum, { kind }) => sum + durationOf(kind), 0);
    this.scale = Math.min(1, MAX_DURATION / (total || 1)) * (SPEEDS[readOption("speed")] ?? 1);
    this.timer = setTimeout(() => this.next(0), 0);
  }

  /** Show a step and schedule the next one. @param {number} number */
  next(number) {
    const step = this.steps[number];
    if (!step) {
      this.timer = setTimeout(() => this.end(), 700);
      return;
    }
    apply(this.holdings, step);
    this.onStep(
      [...this.holdings.values()].filter(({ seat }) => seat),
      step,
    );
    this.timer = setTimeout(() => this.next(number + 1), durationOf(step.kind) * this.scale);
  }

  pause() {
    clearTimeout(this.timer);
    this.isPlaying = false;
  }

  /** Stop, as if the round had been played to its end. */
  end() {
    this.pause();
    this.onEnd();
  }
}

/**
 * Play a round on a map.
 * @param {import("./map.js").BattleMap} map @param {Round} round @param {() => void} onEnd
 */
export function playOn(map, round, onEnd) {
  const { scene, names } = map;
  return new Playback(
    round,
    (pieces, step) => {
      scene?.renderArmies({ ...round.before, pieces }, names);
      scene?.highlight(territoriesOf(step));
      scene?.renderArrows(map.arrowsOf([step], round));
      if (isRoll(step)) map.surroundings?.renderRolls([step], round, true);
    },
    onEnd,
  );
}
