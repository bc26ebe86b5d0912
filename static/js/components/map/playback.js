// A round as it happened: step by step on the map, with its dice; it can be skipped, and is never long.

/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Holding} Holding */
/** @typedef {import("./types.js").Round} Round */

const LONGEST = 9000;
/** Milliseconds for each kind of step; others take no time. @type {Record<string, number>} */
const PACE = {
  roll_off: 900, rolled: 750, captured: 500, moved: 350, followed: 350, placed: 200, auction: 600, clash: 700, battle: 700,
  contest: 600, returned: 350, built: 150, traded: 500, left: 500,
}; // prettier-ignore

/** The holdings after a step, as far as a page can tell. @param {Map<string, Holding>} held @param {Step} step */
export function apply(held, step) {
  const { kind, at, from, to, seat, armies } = step;
  /** @param {string} tile @param {number} more @param {string} [owner] */
  const add = (tile, more, owner) => {
    const before = held.get(tile) ?? { tile, seat: owner ?? "", armies: 0 };
    held.set(tile, { ...before, seat: before.seat || owner || "", armies: Math.max(0, before.armies + more) });
  };
  if (kind === "placed") add(at, armies, seat);
  if (kind === "built") add(at, step.amount, seat);
  if (kind === "returned") add(to, armies, seat);
  if (kind === "rolled") {
    add(from, -step.losses.attacker);
    add(to, -step.losses.defender);
  }
  if (kind === "moved" || kind === "followed") {
    add(from, -armies);
    add(to, armies, seat);
  }
  if (kind === "captured") {
    add(from, -armies);
    held.set(at, { tile: at, seat, armies });
  }
  if (kind === "auction") held.set(at, { tile: at, seat: step.winner, armies: step.bids[step.winner] });
  if (kind === "battle") {
    for (const [tile, force] of Object.entries(step.forces)) add(tile, -Number(force));
    if (held.has(at)) add(at, step.defenders_left - (held.get(at)?.armies ?? 0));
  }
  if (kind === "left" && step.why === "resigned")
    for (const piece of held.values()) if (piece.seat === seat) held.set(piece.tile, { ...piece, seat: "n" });
}

/** The territories that a step is about. @param {Step} step @returns {string[]} */
export function scene({ at, from, to }) {
  return [at, from, to].filter((id) => typeof id === "string");
}

/** Whether this is the first round, told with the deal that went before it. @param {Round} round */
export function isDealt({ number, before, events }) {
  const placed = events.filter(({ kind, armies }) => kind === "placed" && armies).slice(0, before.pieces.length);
  const stands = new Map(before.pieces.map(({ tile, armies }) => [tile, armies]));
  return number === 1 && placed.length > 0 && placed.every(({ at, armies }) => stands.get(at) === armies && stands.delete(at));
}

export class Film {
  playing = true;

  /** @param {Round} round @param {(held: Holding[], step: Step) => void} show @param {() => void} over */
  constructor(round, show, over) {
    this.steps = round.events.filter(({ kind }) => PACE[kind]);
    this.show = show;
    this.over = over;
    this.held = new Map(isDealt(round) ? [] : round.before.pieces.map((piece) => [piece.tile, piece]));
    const whole = this.steps.reduce((sum, { kind }) => sum + PACE[kind], 0);
    this.haste = Math.min(1, LONGEST / (whole || 1));
    this.timer = setTimeout(() => this.next(0), 0);
  }

  /** @param {number} number */
  next(number) {
    const step = this.steps[number];
    if (!step) {
      this.timer = setTimeout(() => this.end(), 700);
      return;
    }
    apply(this.held, step);
    this.show([...this.held.values()].filter(({ seat }) => seat), step);
    this.timer = setTimeout(() => this.next(number + 1), PACE[step.kind] * this.haste);
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
  }

  end() {
    this.pause();
    this.over();
  }
}
