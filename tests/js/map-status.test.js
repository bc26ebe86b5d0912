import { phaseText } from "/static/js/components/map/status-text.js";
import { same } from "./check.js";

const NAMES = { a: "Ann", b: "Bot", c: "Cog" };
const POSITION = { pieces: [], round: 4, to_act: ["b"], phase: "attack" };
const COMPUTERS = new Set(["b", "c"]);

export function aComputerThinksAndAPersonIsWaitedFor() {
  same(phaseText(POSITION, "a", NAMES, COMPUTERS), "Round 4: Bot thinks …");
  same(phaseText({ ...POSITION, to_act: ["b", "c"] }, "a", NAMES, COMPUTERS), "Round 4: Bot, Cog think …");
  same(phaseText({ ...POSITION, phase: "claim" }, "a", NAMES, COMPUTERS), "Placing armies: Bot thinks …");
  same(phaseText({ ...POSITION, to_act: ["a", "b"] }, "", NAMES, COMPUTERS), "Round 4: waiting for Ann, Bot.");
  same(phaseText(POSITION, "a", NAMES), "Round 4: waiting for Bot.");
}
