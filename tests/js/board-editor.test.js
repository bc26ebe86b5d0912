import { blank, copies, fromPosition, put, resized, written } from "/static/js/components/board-editor/model.js";
import { same } from "./check.js";

const TOOL = { what: "pawn", seat: "a", experience: 1 };

/** A row of five tiles with a camp at each end. */
function row() {
  let sheet = blank(5, 1);
  for (const tile of ["A1", "B1", "C1", "D1", "E1"]) sheet = put(sheet, tile, { ...TOOL, what: "tile" });
  sheet = put(sheet, "A1", { ...TOOL, what: "emperor" });
  return put(sheet, "E1", { what: "emperor", seat: "b", experience: 1 });
}

export function aSheetIsWrittenAsADiagram() {
  let sheet = put(row(), "B1", { ...TOOL, experience: 7 });
  sheet = put(sheet, "B1", { ...TOOL, what: "treasure" });
  sheet = put(sheet, "D1", { what: "chest", seat: "b", experience: 1 });
  sheet = put(sheet, "E1", { what: "target", seat: "a", experience: 1 });
  same(written(sheet), [
    "+---+---+---+---+---+",
    "|(a)| a7|   |[b]|(b)|",
    "+---+---+---+---+---+",
    "items: B1 treasure",
    "targets: a E1",
    "",
  ].join("\n"));
}

export function theFirstTileComesToLieAtTheEdge() {
  let sheet = put(blank(9, 9), "C4", { ...TOOL, what: "emperor" });
  sheet = put(sheet, "C4", { ...TOOL, what: "target", seat: "b" });
  same(written(sheet), "+---+\n|(a)|\n+---+\ntargets: b A1\n");
}

export function holesThatAreEnclosedAreFilled() {
  let sheet = blank(3, 3);
  for (const tile of ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"]) sheet = put(sheet, tile, { ...TOOL, what: "tile" });
  same(written(sheet).includes("|   |###|   |"), true);
}

export function aSeatHasOneEmperorAndOneChest() {
  const sheet = put(row(), "C1", { ...TOOL, what: "emperor" });
  same([sheet.pieces.A1, sheet.pieces.C1.kind], [undefined, "emperor"]);
}

export function symmetriesCopyTilesAndSeats() {
  const sheet = blank(5, 5);
  same(copies(sheet, "A1", "a", "half", 4), [["A1", "a"], ["E5", "c"]]);
  same(copies(sheet, "B1", "a", "quarter", 4), [["B1", "a"], ["E2", "b"], ["D5", "c"], ["A4", "d"]]);
  same(copies(sheet, "A3", "d", "columns", 4), [["A3", "d"], ["E3", "b"]]);
  same(copies(sheet, "C3", "a", "quarter", 4), [["C3", "a"]]);
  same(copies(blank(5, 4), "A1", "a", "quarter", 4), [["A1", "a"]]);
}

export function whatLiesBesideASmallerSheetIsCutOff() {
  const sheet = resized(row(), 3, 99);
  same([sheet.columns, sheet.rows, sheet.tiles, Object.keys(sheet.pieces)], [3, 64, ["A1", "B1", "C1"], ["A1"]]);
}

export function aPositionIsReadIn() {
  const position = { columns: 2, rows: 1, tiles: ["A1", "B1"], items: { B1: "chest a" }, targets: { a: ["B1"] },
    pieces: [{ tile: "A1", seat: "a", kind: /** @type {"emperor"} */ ("emperor"), experience: 5 }] };
  same(written(fromPosition(position)), "+---+---+\n|(a)|[a]|\n+---+---+\ntargets: a B1\n");
}
