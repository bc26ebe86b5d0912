import { Stream, checkDice, seal } from "/static/js/components/map/chance.js";
import { same } from "./check.js";

/** @param {Stream} stream @param {number} count */
async function dice(stream, count) {
  const found = [];
  while (found.length < count) found.push(await stream.die());
  return found;
}

export async function theCheckValuesOfTheRules() {
  const stream = new Stream("dynasty");
  same(await dice(stream, 12), [1, 6, 2, 5, 1, 2, 6, 2, 6, 3, 2, 4]);
  same(stream.words, 12);
  const other = new Stream("dynasty");
  same((await other.shuffle([..."abcdefgh"])).join(""), "gdecfbha");
  same(other.words, 7);
}

export async function aSeedIsSealedByItsSum() {
  same(await seal("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

export async function diceOfARoundAreRolledAgain() {
  const [before, after] = [12, 18].map((words) => ({ words, pieces: [], round: 2, to_act: [] }));
  const faces = await dice(new Stream("dynasty", 13), 5); // a word before them went into a shuffle
  /** @param {number[]} some */
  const high = (some) => [...some].sort((one, two) => two - one);
  const events = [{ kind: "rolled", dice: { attacker: high(faces.slice(0, 3)), defender: high(faces.slice(3)) } }];
  const round = { number: 4, before, after, events, orders: /** @type {[string, string][]} */ ([]) };
  same(await checkDice("dynasty", round), { right: 5, wrong: 0 });
  same((await checkDice("another", round)).wrong > 0, true);
}
