import {
  emptyBoard,
  fromPosition,
  put,
  resized,
  symmetricCopies,
  toDiagram,
} from "/static/js/components/board-editor/model.js";
import { same } from "./check.js";

const TOOL = { what: "pawn", seat: "a", experience: 1 };

/** A row of five tiles with a camp at each end. */
function row() {
  let board = emptyBoard(5, 1);
  for (const tile of ["A1", "B1", "C1", "D1", "E1"]) board = put(board, tile, { ...TOOL, what: "tile" });
  board = put(board, "A1", { ...TOOL, what: "emperor" });
  return put(board, "E1", { what: "emperor", seat: "b", experience: 1 });
}

export function aBoardIsWrittenAsADiagram() {
  let board = put(row(), "B1", { ...TOOL, experience: 7 });
  board = put(board, "B1", { ...TOOL, what: "treasure" });
  board = put(board, "D1", { what: "chest", seat: "b", experience: 1 });
  board = put(board, "E1", { what: "target", seat: "a", experience: 1 });
  same(
    toDiagram(board),
    [
      "+---+---+---+---+---+",
      "|(a)| a7|   |[b]|(b)|",
      "+---+---+---+---+---+",
      "items: B1 treasure",
      "targets: a E1",
      "",
    ].join("\n"),
  );
}

export function theFirstTileComesToLieAtTheEdge() {
  let board = put(emptyBoard(9, 9), "C4", { ...TOOL, what: "emperor" });
  board = put(board, "C4", { ...TOOL, what: "target", seat: "b" });
  same(toDiagram(board), "+---+\n|(a)|\n+---+\ntargets: b A1\n");
}

export function holesThatAreEnclosedAreFilled() {
  let board = emptyBoard(3, 3);
  for (const tile of ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"])
    board = put(board, tile, { ...TOOL, what: "tile" });
  same(toDiagram(board).includes("|   |###|   |"), true);
}

export function aSeatHasOneEmperorAndOneChest() {
  const board = put(row(), "C1", { ...TOOL, what: "emperor" });
  same([board.pieces.A1, board.pieces.C1.kind], [undefined, "emperor"]);
}

export function symmetriesCopyTilesAndSeats() {
  const board = emptyBoard(5, 5);
  same(symmetricCopies(board, "A1", "a", "half", 4), [
    ["A1", "a"],
    ["E5", "c"],
  ]);
  same(symmetricCopies(board, "B1", "a", "quarter", 4), [
    ["B1", "a"],
    ["E2", "b"],
    ["D5", "c"],
    ["A4", "d"],
  ]);
  same(symmetricCopies(board, "A3", "d", "columns", 4), [
    ["A3", "d"],
    ["E3", "b"],
  ]);
  same(symmetricCopies(board, "C3", "a", "quarter", 4), [["C3", "a"]]);
  same(symmetricCopies(emptyBoard(5, 4), "A1", "a", "quarter", 4), [["A1", "a"]]);
}

export function whatLiesBesideASmallerBoardIsCutOff() {
  const board = resized(row(), 3, 99);
  same([board.columns, board.rows, board.tiles, Object.keys(board.pieces)], [3, 64, ["A1", "B1", "C1"], ["A1"]]);
}

export function aPositionIsReadIn() {
  const position = {
    columns: 2,
    rows: 1,
    tiles: ["A1", "B1"],
    items: { B1: "chest a" },
    targets: { a: ["B1"] },
    pieces: [{ tile: "A1", seat: "a", kind: /** @type {"emperor"} */ ("emperor"), experience: 5 }],
  };
  same(toDiagram(fromPosition(position)), "+---+---+\n|(a)|[a]|\n+---+---+\ntargets: a B1\n");
}
