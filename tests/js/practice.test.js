import { nextDozen, placeAfter, solvedPlaces } from "/static/js/core/practice.js";
import { same } from "./check.js";

/** Return all that is stored once a dozen is solved. @param {number} dozen */
const whole = (dozen) => Array.from({ length: 12 }, (_, at) => `${dozen}-${at + 1}`);

export function eachDozenHasItsOwnPlaces() {
  same([...solvedPlaces(1, ["1-3", "2-4", "1-12", "nonsense"])], [3, 12]);
  same(solvedPlaces(3, ["1-3"]).size, 0);
}

export function theNextDozenIsTheFirstThatIsNotSolved() {
  same(nextDozen([]), 1);
  same(nextDozen(whole(1)), 2);
  same(nextDozen([...whole(2), "1-1"]), 1);
}

export function theNextPuzzleIsOneThatIsNotSolved() {
  same(placeAfter(new Set(), 0), 1);
  same(placeAfter(new Set([2, 3]), 1), 4);
  same(placeAfter(new Set([12]), 11), 1);
  same(placeAfter(solvedPlaces(1, whole(1)), 12), 1);
}
