import { generalActions } from "/static/js/components/map/actions.js";
import { phaseText, resourceTexts } from "/static/js/components/map/status-text.js";
import { countPlanned } from "/static/js/components/map/turn-plan.js";
import { same } from "./check.js";

const NAMES = { a: "Ann", b: "Bot", c: "Cog" };
const POSITION = { pieces: [], round: 4, to_act: ["b"], phase: "attack" };
const COMPUTERS = new Set(["b", "c"]);

export function aComputerThinksAndAPersonIsWaitedFor() {
  same(phaseText(POSITION, "a", NAMES, COMPUTERS), "Round 4: Bot thinks …");
  same(phaseText({ ...POSITION, to_act: ["b", "c"] }, "a", NAMES, COMPUTERS), "Round 4: Bot and Cog think …");
  same(phaseText({ ...POSITION, phase: "claim" }, "a", NAMES, COMPUTERS), "Placing armies: Bot thinks …");
  same(phaseText({ ...POSITION, to_act: ["a", "b"] }, "", NAMES, COMPUTERS), "Round 4: waiting for Ann and Bot.");
  same(phaseText(POSITION, "a", NAMES), "Round 4: waiting for Bot.");
}

export function theReaderIsToldWhatToDoInEveryPhase() {
  /** @param {object} position */
  const told = (position) => phaseText({ ...POSITION, to_act: ["a"], ...position }, "a", NAMES).split(":")[0];
  same(told({ phase: "draft", pool: 3 }), "Now place your new armies");
  same(told({ phase: "draft", pool: 0 }), "Your new armies are placed");
  same(told({ phase: "attack" }), "Now attack");
  same(told({ phase: "plan" }), "Now plan in secret");
  const free = { phase: undefined, pieces: [] };
  same(told(free), "Now bid in secret for territories");
  same(told({ ...free, pieces: [{ at: "A1", seat: "a", armies: 1 }] }), "Now plan in secret");
  const texts = ["claim", "muster", "capital", "draft", "cards", "attack", "fortify", "placing", "plan"].map((phase) =>
    phaseText({ ...POSITION, to_act: ["a"], phase }, "a", NAMES),
  );
  same(new Set(texts).size, texts.length);
}

export function whoeverMustTradeIsToldSo() {
  const position = { ...POSITION, to_act: ["a"], phase: "draft", pool: 0 };
  same(phaseText(position, "a", NAMES, COMPUTERS, true), "You hold so many cards that you must trade a set of them now.");
}

export function whoeverIsOutOwnsNothingMore() {
  const position = { ...POSITION, money: { a: 0 }, out: ["a"] };
  same(resourceTexts(position, "a").join(), "");
  same(resourceTexts({ ...position, out: [] }, "a").join(), "Coins: 0");
}

export function whatThePlanUsesOfTheReserveIsTakenOff() {
  const position = { ...POSITION, reserve: { a: 30 } };
  const lines = ["colonize ash 6", "reinforce gate 20 spears", "attack gate ash 3"];
  same(resourceTexts(position, "a", undefined, 0, countPlanned(lines)).join(), "Reserve: 4 of 30 left");
  same(resourceTexts(position, "a").join(), "Reserve: 30");
}

export function theButtonThatGoesOnSaysWhereTo() {
  const label = (/** @type {string} */ phase) => generalActions([{ do: "done" }], phase)[0].label;
  same(["draft", "cards", "attack", "fortify"].map(label).join(), "Go on to attacks,Go on to attacks,End attacks,End turn");
}

export function aNeutralArmyIsPlacedOnNeutralTerritory() {
  /** @param {number} visit */
  const placing = (visit) => ({ ...POSITION, to_act: ["a"], phase: "muster", visit });
  same(phaseText(placing(0), "a", NAMES), "Now place one neutral army on a neutral territory.");
  same(resourceTexts(placing(0), "a").join(), "");
  same(resourceTexts(placing(2), "a").join(), "To place: 2");
}

export function firstArmiesAreCountedInsteadOfCoinsThatNothingCanBeBoughtWith() {
  const placing = { ...POSITION, to_act: ["a"], phase: "placing", money: { a: 0 } };
  same(resourceTexts(placing, "a", undefined, 2).join(), "To place: 2");
  same(resourceTexts({ ...placing, phase: "plan", money: { a: 3 } }, "a").join(), "Coins: 3");
}

export function whoeverIsAskedWithinAFightReadsWhichOne() {
  const battle = { from: "far_dale", to: "gate", dice: 3 };
  /** @param {object} position */
  const told = (position) => phaseText({ ...POSITION, to_act: ["a"], battle, ...position }, "a", NAMES);
  same(told({ phase: "defend" }), "Far Dale attacks Gate with 3 dice: say how many dice you roll.");
  same(
    told({ phase: "defend", battle: { ...battle, dice: 1 } }),
    "Far Dale attacks Gate with one die: say how many dice you roll.",
  );
  same(told({ phase: "occupy" }), "You have taken Gate: say how many armies move in from Far Dale.");
}
