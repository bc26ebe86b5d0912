// The stream of chance, as the rules describe it: whoever has the seed can roll every die again.
import { bytes, hex } from "../../core/sha256.js";

/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Step} Step */

const WORDS = 1n << 64n;

/** What is published of a seed before the battle. @param {string} seed */
export function seal(seed) {
  return hex(seed);
}

export class Stream {
  /** @param {string} seed @param {number} words how many have been used */
  constructor(seed, words = 0) {
    this.seed = seed;
    this.words = words;
  }

  async word() {
    const word = await bytes(`${this.seed}:${this.words++}`);
    return word.slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }

  /** @param {number} n */
  async below(n) {
    const fair = WORDS - (WORDS % BigInt(n));
    let word = await this.word();
    while (word >= fair) word = await this.word();
    return Number(word % BigInt(n));
  }

  async die() {
    return 1 + (await this.below(6));
  }

  /** @template T @param {T[]} items */
  async shuffle(items) {
    const mixed = [...items];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
    }
    return mixed;
  }
}

/** The dice of a step in the order in which they were rolled, each side from high to low. @param {Step} step @returns {number[][]} */
export function faces({ kind, dice }) {
  if (kind === "roll_off") return Object.values(dice).map((face) => [Number(face)]);
  return kind === "rolled" ? [dice.attacker, dice.defender] : [];
}

/** How many dice of a round the seed rolls again, and how many it does not.
 * @param {string} seed @param {Round} round @returns {Promise<{right: number, wrong: number}>} */
export async function rolled(seed, round) {
  const { before, after, events, number } = round;
  const opening = number === 1 && before.order?.length ? events.filter(({ kind }) => kind === "roll_off") : [];
  const start = await compare(new Stream(seed), opening, 0);
  const rest = events.filter((step) => !opening.includes(step));
  const used = (after.words ?? 0) - (before.words ?? 0);
  const dice = rest.flatMap(faces).flat().length;
  const then = await compare(new Stream(seed, before.words ?? 0), rest, used - dice);
  return { right: start.right + then.right, wrong: start.wrong + then.wrong };
}

/** @param {Stream} stream @param {Step[]} steps @param {number} shuffled words that a shuffle of cards took, somewhere */
async function compare(stream, steps, shuffled) {
  const count = { right: 0, wrong: 0 };
  for (const side of steps.flatMap(faces)) {
    const here = stream.words;
    let same = await matches(stream, side);
    if (!same && shuffled > 0) {
      stream.words = here + shuffled;
      shuffled = 0;
      same = await matches(stream, side);
    }
    count[same ? "right" : "wrong"] += side.length;
  }
  return count;
}

/** @param {Stream} stream @param {number[]} side */
async function matches(stream, side) {
  const found = [];
  for (const _ of side) found.push(await stream.die());
  return found.sort((one, other) => other - one).join() === side.join();
}
