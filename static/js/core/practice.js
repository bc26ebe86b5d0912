// Which puzzles for practice were solved in this browser. Nothing of it is sent: practice does not count.
import { addText, readTexts } from "./storage.js";

const NAME = "practice";
export const DOZEN = 12;

/** Return the places that were solved of a dozen. @param {number} dozen @returns {Set<number>} */
export function solvedPlaces(dozen, solved = readTexts(NAME)) {
  const mine = solved.map((text) => text.split("-").map(Number)).filter(([of]) => of === dozen);
  return new Set(mine.map(([, place]) => place ?? 0));
}

/** Note a solved puzzle. @param {number} dozen @param {number} place */
export function noteSolved(dozen, place) {
  addText(NAME, `${dozen}-${place}`);
}

/** Return the first dozen of which something is left to solve. */
export function nextDozen(solved = readTexts(NAME)) {
  let dozen = 1;
  while (solvedPlaces(dozen, solved).size >= DOZEN) dozen += 1;
  return dozen;
}

/**
 * Return the place of the puzzle that comes after one: the next that is not solved, and round again.
 * @param {Set<number>} solved @param {number} place 0: before the first
 */
export function placeAfter(solved, place) {
  const order = Array.from({ length: DOZEN }, (_, step) => ((place + step) % DOZEN) + 1);
  return order.find((each) => !solved.has(each) && each !== place) ?? order[0] ?? 1;
}
