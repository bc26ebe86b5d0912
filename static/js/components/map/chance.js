// The random stream of the rules: with the seed every die can be rolled again.
import { digestBytes, digestHex } from "../../core/sha256.js";

/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Step} Step */

/** How many values a word has. */
const WORD_RANGE = 1n << 64n;

/** Return the digest of a seed, which is published before the battle. @param {string} seed */
export function seal(seed) {
  return digestHex(seed);
}

/** Random words from a seed, and the dice and shuffles made of them. */
export class Stream {
  /** @param {string} seed @param {number} words how many have been used */
  constructor(seed, words = 0) {
    this.seed = seed;
    this.words = words;
  }

  /** Return the next word, a whole number of 64 bits. */
  async word() {
    const word = await digestBytes(`${this.seed}:${this.words++}`);
    return word.slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }

  /** Return a whole number from 0 up to, but not including, `n`. @param {number} n */
  async below(n) {
    const limit = WORD_RANGE - (WORD_RANGE % BigInt(n));
    let word = await this.word();
    while (word >= limit) word = await this.word();
    return Number(word % BigInt(n));
  }

  /** Roll a die. */
  async die() {
    return 1 + (await this.below(6));
  }

  /** Return the items in random order. @template T @param {T[]} items */
  async shuffle(items) {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled;
  }
}

/**
 * Return the dice of a step as they were rolled, each side from high to low.
 * @param {Step} step @returns {number[][]}
 */
export function faces({ kind, dice }) {
  if (kind === "roll_off") return Object.values(dice).map((face) => [Number(face)]);
  return kind === "rolled" ? [dice.attacker, dice.defender] : [];
}

/**
 * Roll the dice of a round again, and count how many are right and wrong.
 * @param {string} seed @param {Round} round @returns {Promise<{right: number, wrong: number}>}
 */
export async function checkDice(seed, round) {
  const { before, after, events, number } = round;
  const opening = number === 1 && before.order?.length ? events.filter(({ kind }) => kind === "roll_off") : [];
  const start = await compare(new Stream(seed), opening, 0);
  const rest = events.filter((step) => !opening.includes(step));
  const used = (after.words ?? 0) - (before.words ?? 0);
  const dice = rest.flatMap(faces).flat().length;
  const then = await compare(new Stream(seed, before.words ?? 0), rest, used - dice);
  return { right: start.right + then.right, wrong: start.wrong + then.wrong };
}

/**
 * Compare the dice of steps with a stream.
 * @param {Stream} stream @param {Step[]} steps
 * @param {number} skipped words that a shuffle of cards took somewhere between
 */
async function compare(stream, steps, skipped) {
  const count = { right: 0, wrong: 0 };
  for (const side of steps.flatMap(faces)) {
    const before = stream.words;
    let isSame = await matches(stream, side);
    if (!isSame && skipped > 0) {
      stream.words = before + skipped;
      skipped = 0;
      isSame = await matches(stream, side);
    }
    count[isSame ? "right" : "wrong"] += side.length;
  }
  return count;
}

/** Return whether the next dice are those of one side. @param {Stream} stream @param {number[]} side */
async function matches(stream, side) {
  const found = [];
  for (const _ of side) found.push(await stream.die());
  return found.sort((one, other) => other - one).join() === side.join();
}
