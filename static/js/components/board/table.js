// The board as an HTML table, for readers who do not see it. The server renders it; this updates it.
import { coordinates } from "./geometry.js";
import { itemText, pieceText } from "./labels.js";

/**
 * Update the table of a board.
 * @param {HTMLElement & {you: string}} board @param {import("./types.js").Position} position
 */
export function updateTable(board, position) {
  const table = board.querySelector("table.board-table");
  if (!(table instanceof HTMLTableElement)) return;
  const pieces = new Map(position.pieces.map((piece) => [piece.tile, piece]));
  for (const tile of position.tiles) {
    const [column, row] = coordinates(tile);
    const cell = table.tBodies[0]?.rows[row]?.cells[column + 1];
    const piece = pieces.get(tile),
      item = position.items?.[tile];
    const text = [piece && pieceText(piece, board.you), item && itemText(item)].filter(Boolean).join(", ");
    if (cell && cell.dataset.text !== text) writeCell(cell, text, piece);
  }
}

/** @param {HTMLTableCellElement} cell @param {string} text @param {import("./types.js").Piece | undefined} piece */
function writeCell(cell, text, piece) {
  const short = Object.assign(document.createElement("span"), { textContent: piece ? notation(piece) : "" });
  const long = Object.assign(document.createElement("span"), { textContent: text, className: "hidden-text" });
  short.setAttribute("aria-hidden", "true");
  if (piece) short.dataset.seat = piece.seat;
  cell.dataset.text = text;
  cell.replaceChildren(short, long);
}

/** Return a piece as the rules' diagrams write it: (a), a, a7. @param {import("./types.js").Piece} piece */
function notation({ seat, kind, experience }) {
  return kind === "emperor" ? `(${seat})` : `${seat}${experience > 1 ? experience : ""}`;
}
