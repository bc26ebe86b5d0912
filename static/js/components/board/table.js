// The board as a real table, for whoever rather reads than looks. The server writes it first; this keeps it true.
import { place } from "./geometry.js";
import { itemWords, pieceWords } from "./labels.js";

/** @param {HTMLElement & {you: string}} board @param {import("./types.js").Position} position */
export function fillTable(board, position) {
  const table = board.querySelector("table.board-table");
  if (!(table instanceof HTMLTableElement)) return;
  const pieces = new Map(position.pieces.map((piece) => [piece.tile, piece]));
  for (const tile of position.tiles) {
    const [column, row] = place(tile);
    const cell = table.tBodies[0]?.rows[row]?.cells[column + 1];
    const piece = pieces.get(tile),
      item = position.items?.[tile];
    const words = [piece && pieceWords(piece, board.you), item && itemWords(item)].filter(Boolean).join(", ");
    if (cell && cell.dataset.words !== words) write(cell, words, piece);
  }
}

/** @param {HTMLTableCellElement} cell @param {string} words @param {import("./types.js").Piece | undefined} piece */
function write(cell, words, piece) {
  const short = Object.assign(document.createElement("span"), { textContent: piece ? notation(piece) : "" });
  const long = Object.assign(document.createElement("span"), { textContent: words, className: "hidden-text" });
  short.setAttribute("aria-hidden", "true");
  if (piece) short.dataset.seat = piece.seat;
  cell.dataset.words = words;
  cell.replaceChildren(short, long);
}

/** As in the rules' diagrams: (a), a, a7. @param {import("./types.js").Piece} piece */
function notation({ seat, kind, experience }) {
  return kind === "emperor" ? `(${seat})` : `${seat}${experience > 1 ? experience : ""}`;
}
