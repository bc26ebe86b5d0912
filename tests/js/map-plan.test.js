import { boundedForms, chipText, countOf, countTraded, movesToBorder, planChips, planNodes, repeatable, withCount, withPlanned } from "/static/js/components/map/turn-plan.js"; // prettier-ignore
import { incomeOf } from "/static/js/components/map/income.js";
import { same } from "./check.js";

const GROUND = {
  width: 400,
  height: 100,
  territories: ["one", "two", "three", "four"].map((id, at) => ({
    id,
    name: id,
    x: 100 * at,
    y: 50,
    card: "",
    region: "",
  })),
  routes: [["one", "two"], ["two", "three"], ["three", "four"]].map(([a, b]) => ({ a, b, type: "land", wraps: false })), // prettier-ignore
  land: [],
  regions: [],
};
const PIECES = [["one", "a", 5], ["two", "a", 3], ["three", "a", 2], ["four", "b", 1]]
  .map(([tile, seat, armies]) => ({ tile: String(tile), seat: String(seat), armies: Number(armies) })); // prettier-ignore
const FORMS = [
  { do: "move", from: "one", to: "two", armies: [1, 10 ** 9] },
  { do: "move", from: "two", to: "one", armies: [1, 10 ** 9] },
  { do: "move", from: "two", to: "three", armies: [1, 10 ** 9] },
  { do: "attack", from: "three", to: "four", armies: [1, 10 ** 9] },
  { do: "reinforce", at: "one", armies: [1, 10 ** 9] },
];

export function anOpenNumberEndsWithTheArmiesThatThereAre() {
  const forms = boundedForms(FORMS, ["reinforce three 4", "reinforce one 2"], PIECES, 10);
  same(forms.map(({ armies }) => armies?.[1]), [6, 2, 2, 5, 6]); // prettier-ignore
  same(boundedForms([{ do: "build", at: "one", armies: [1, 2] }], [], PIECES, 0)[0].armies, [1, 2]);
}

export function armiesInsideGoToTheBorder() {
  const forms = boundedForms(FORMS, [], PIECES, 10);
  same(movesToBorder(GROUND, PIECES, "a", forms), ["move two three 2", "move one two 4"]);
  same(movesToBorder(GROUND, PIECES, "b", forms), []);
}

export function ordersOfTheLastRoundAreGivenAgainAsFarAsTheyCanBe() {
  const forms = boundedForms(FORMS, [], PIECES, 3);
  const before = ["reinforce one 9", "attack three four 1", "attack two four 1", "guard one", "-"];
  same(repeatable(before, forms), ["reinforce one 3", "attack three four 1"]);
}

export function anOrderIsReadAndChanged() {
  same(countOf("attack one two 12"), 12);
  same(countOf("guard one"), null);
  same(withCount(" attack one two 12", 3), "attack one two 3");
  same(withPlanned({ one: 1 }, [["build", "one", "2"], ["attack", "one", "two", "3"]]), { one: 3 }); // prettier-ignore
  same(chipText("attack far_dale gate 3"), "Attack Gate from Far Dale");
  same(chipText("reinforce gate 3"), "Reinforce Gate");
}

export function aChipChangesItsNumberWithinLimitsAndIsRemoved() {
  /** @type {string[][]} */
  const changes = [];
  const finding = { line: 1, level: "error", text: "", code: "", said: ["Too many."] };
  const list = planChips(
    ["attack three four 1", "reinforce one 2"],
    boundedForms(FORMS, [], PIECES, 10),
    [finding],
    (lines) => changes.push(lines),
  );
  const [first, second] = list.querySelectorAll("li");
  same([first.dataset.level, first.querySelector("small")?.textContent], ["error", "Too many."]);
  const [fewer, more] = first.querySelectorAll("button");
  same([fewer.disabled, more.disabled], [true, true], "there is one to send");
  for (const button of second.querySelectorAll("button")) button.click();
  same(changes, [["attack three four 1", "reinforce one 1"], ["attack three four 1", "reinforce one 3"], ["attack three four 1"]]); // prettier-ignore
  const [trade] = planChips(["trade ash wild1 gate"], [], [], () => {}).querySelectorAll("li");
  same(trade.querySelector("button")?.ariaLabel, "Remove trade ash wild card gate");
}

export function anIncomeIsExplained() {
  const europe = { id: "e", name: "Europe", bonus: 5, size: 7, held: [], owner: "a" };
  same(incomeOf({ divisor: 3, minimum: 3 }, 14, [europe]), { total: 9, text: "+9 a turn (4 for land + Europe 5)" });
  same(incomeOf({ divisor: 3, minimum: 3 }, 2, []), { total: 3, text: "+3 a turn" });
  same(incomeOf({ base: 2, field: 1 }, 4, []), { total: 5, text: "5 coins a round" });
  same(incomeOf({ base: 2, field: 1 }, 0, []).total, 0);
}

export function theButtonsOfAPlanLeaveOutArmiesThatAreUsed() {
  const labels = (/** @type {string[]} */ lines, isChoosing = false) => {
    const plan = { lines, before: "move one two 9", forms: boundedForms(FORMS, lines, PIECES, 10), own: "a" };
    const nodes = planNodes(
      { ...plan, ground: GROUND, pieces: PIECES, isChoosing },
      { canUndo: false, isSent: false, findings: [] },
      { set: () => {}, undo: () => {} },
    );
    return nodes.filter((node) => node instanceof HTMLButtonElement).map(({ textContent }) => textContent);
  };
  same(labels([]), ["As last round", "All to the border"]);
  same(labels(["move one two 4"]), ["All to the border", "Send order"]);
  same(labels(["move one two 4", "move two three 2"]), ["Send order"]);
  same(labels([], true), []);
}

export function aTradeBringsWhatItsSetIsWorth() {
  const symbols = { ash: "infantry", dale: "infantry", gate: "infantry", birch: "cavalry" };
  const places = new Map(Object.entries(symbols).map(([id, card]) => [id, { name: id, card }]));
  same(countTraded(["reinforce ash 3"], places), 0);
  same(countTraded(["trade ash dale gate"], places), 6);
  same(countTraded(["trade ash wild1 gate"], places), 6);
  same(countTraded(["trade ash birch wild1"], places), 10);
  same(countTraded(["trade ash wild1 wild2"], places), 10);
  same(chipText("trade ash birch wild1"), "Trade Ash, Birch, wild card");
}

export function anOrderKeepsItsUnitWhenItsNumberChanges() {
  same(countOf("attack three four 2 riders"), 2);
  same(withCount("attack three four 2 riders", 5), "attack three four 5 riders");
  same(chipText("reinforce one 3 spears"), "Reinforce One (spears)");
  same(chipText("move one two 3 archers"), "Move to Two from One (archers)");
}

export function armiesOfTheUnitOfWhichThereAreMostGoToTheBorder() {
  const pieces = PIECES.map((piece) => (piece.tile === "one" ? { ...piece, units: { spears: 2, riders: 3 } } : piece));
  const forms = FORMS.map((form) => ({ ...form, unit: ["spears", "riders", "archers"] }));
  same(movesToBorder(GROUND, pieces, "a", boundedForms(forms, [], pieces, 10)).at(-1), "move one two 3 riders");
}
