import { shareOf, spread, toBorder, toTarget } from "/static/js/components/map/group-orders.js";
import { moved } from "/static/js/components/map/turn-plan.js";
import { same } from "./check.js";

const FORMS = [
  { do: "move", from: "one", to: "two", armies: [1, 7] },
  { do: "attack", from: "one", to: "four", armies: [1, 7] },
  { do: "attack", from: "three", to: "four", armies: [1, 2] },
  { do: "attack", from: "five", to: "four", armies: [1, 0] },
  { do: "reinforce", at: "one", armies: [1, 5] },
  { do: "reinforce", at: "three", armies: [1, 5] },
];

export function aShareIsRoundedDownToOneAtLeast() {
  same([shareOf(10, 25), shareOf(10, 33), shareOf(1, 25), shareOf(7, 100)], [2, 3, 1, 7]); // prettier-ignore
}

export function theChosenSendTheSameShareToTheBorder() {
  const orders = ["move one two 8", "move five six 3"];
  same(toBorder(orders, ["one"], 50), ["move one two 4"]);
  same(toBorder(orders, ["one", "five"], 100), orders);
}

export function theChosenAttackOneTargetTogether() {
  same(toTarget(FORMS, ["one", "three", "five"], "four", 50), ["attack one four 3", "attack three four 1"]);
  same(toTarget(FORMS, ["three"], "two", 50), []);
}

export function newArmiesAreSharedOutEvenly() {
  same(spread(FORMS, ["one", "three"], [], 100), ["reinforce one 3", "reinforce three 2"]);
  same(spread(FORMS, ["one", "three"], ["reinforce one 2"], 100), ["reinforce one 4", "reinforce three 1"]);
  same(spread(FORMS, ["two"], [], 100), []);
}

export function anOrderMovesAmongTheOthers() {
  same(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  same(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
}
