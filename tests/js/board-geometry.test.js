import {
  byRow,
  centre,
  coordinates,
  direction,
  letters,
  nextTile,
  tileAt,
  viewBox,
} from "/static/js/components/board/geometry.js";
import { keyTarget } from "/static/js/components/board/keyboard.js";
import { throws, same } from "./check.js";

export function columnsAreNamedLikeThoseOfASpreadsheet() {
  same([0, 25, 26, 51, 52, 701, 702].map(letters), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
}

export function namesAndPlacesAreInverse() {
  for (const tile of ["A1", "C5", "Z64", "AA10", "BL64"]) same(tileAt(...coordinates(tile)), tile);
  for (const text of ["", "c5", "5C", "C", "C-5"]) throws(() => coordinates(text));
}

export function directionsHaveNoLength() {
  same(
    [direction("C5", "C2"), direction("A1", "D1"), direction("B2", "B2")],
    [
      [0, -1],
      [1, 0],
      [0, 0],
    ],
  );
  same(centre("C5"), [250, 450]);
}

export function theNextTileLiesOverHoles() {
  const tiles = new Set(["A1", "D1", "A3"]);
  same([nextTile(tiles, "A1", 1, 0), nextTile(tiles, "A1", 0, 1), nextTile(tiles, "A1", -1, 0)], ["D1", "A3", ""]);
}

export function keysLeadAlongTheRow() {
  const tiles = ["B1", "A2", "B2", "E2"];
  same(
    ["Home", "End", "ArrowUp", "ArrowRight", "x"].map((key) => keyTarget(key, "B2", tiles)),
    ["A2", "E2", "B1", "E2", ""],
  );
}

export function tilesComeInReadingOrder() {
  same(byRow(["B2", "A10", "A2", "AA2", "C1"]), [["C1"], ["A2", "B2", "AA2"], ["A10"]]);
  same(viewBox({ columns: 7, rows: 5 }), [-47, -47, 760, 560]);
}
