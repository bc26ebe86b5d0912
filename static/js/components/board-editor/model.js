// The board that is being edited: an immutable value, functions that return changed copies, and its diagram.
import { coordinates, tileAt } from "../board/geometry.js";

/**
 * @typedef {{seat: string, kind: "pawn" | "emperor", experience: number}} EditedPiece
 * @typedef {object} BoardModel
 * @property {number} columns
 * @property {number} rows
 * @property {string[]} tiles
 * @property {Record<string, EditedPiece>} pieces
 * @property {Record<string, string>} items "treasure" or "chest a"
 * @property {Record<string, string>} targets the seat of a target tile
 * @typedef {{what: string, seat: string, experience: number}} Tool
 * @typedef {import("../board/types.js").Position} Position
 */

export const MAX_SIDE = 64;
const LETTERS = "abcdefghijklmnopqrstuvw";

/** Return a board without tiles. @param {number} columns @param {number} rows @returns {BoardModel} */
export function emptyBoard(columns, rows) {
  return { columns, rows, tiles: [], pieces: {}, items: {}, targets: {} };
}

/** Return the board of a position. @param {Position} position @returns {BoardModel} */
export function fromPosition(position) {
  const board = emptyBoard(position.columns, position.rows);
  board.tiles = [...position.tiles];
  for (const { tile, seat, kind, experience } of position.pieces)
    board.pieces[tile] = { seat, kind, experience: kind === "pawn" ? experience : 1 };
  board.items = { ...position.items };
  for (const [seat, tiles] of Object.entries(position.targets ?? {}))
    for (const tile of tiles) board.targets[tile] = seat;
  return board;
}

/**
 * Return the board with another size; what lies outside is cut off.
 * @param {BoardModel} board @param {number} columns @param {number} rows
 */
export function resized(board, columns, rows) {
  const next = emptyBoard(Math.min(Math.max(columns, 1), MAX_SIDE), Math.min(Math.max(rows, 1), MAX_SIDE));
  /** @param {string} tile */
  const inside = (tile) => coordinates(tile)[0] < next.columns && coordinates(tile)[1] < next.rows;
  /** @template T @param {Record<string, T>} things @returns {Record<string, T>} */
  const cut = (things) => Object.fromEntries(Object.entries(things).filter(([tile]) => inside(tile)));
  next.tiles = board.tiles.filter(inside);
  return Object.assign(next, { pieces: cut(board.pieces), items: cut(board.items), targets: cut(board.targets) });
}

/**
 * Return the board with the thing of a tool put on a tile.
 * @param {BoardModel} board @param {string} tile @param {Tool} tool @returns {BoardModel}
 */
export function put(board, tile, { what, seat, experience }) {
  const next = structuredClone(board);
  const tiles = new Set(next.tiles);
  if (what === "hole") tiles.delete(tile);
  else tiles.add(tile);
  next.tiles = [...tiles];
  if (what === "hole" || what === "nothing")
    for (const things of [next.pieces, next.items, next.targets]) delete things[tile];
  if (what === "pawn" || what === "emperor")
    next.pieces[tile] = { seat, kind: what, experience: what === "pawn" ? experience : 1 };
  if (what === "emperor") deleteOthers(next.pieces, tile, (piece) => piece.kind === "emperor" && piece.seat === seat);
  if (what === "treasure") next.items[tile] = "treasure";
  if (what === "chest") {
    next.items[tile] = `chest ${seat}`;
    deleteOthers(next.items, tile, (item) => item === `chest ${seat}`);
  }
  if (what === "target") {
    if (next.targets[tile] === seat) delete next.targets[tile];
    else next.targets[tile] = seat;
  }
  return next;
}

/**
 * Delete the things like the one on a tile: a seat has one Emperor and one chest.
 * @template T @param {Record<string, T>} things @param {string} tile @param {(thing: T) => boolean} isLike
 */
function deleteOthers(things, tile, isLike) {
  for (const [other, thing] of Object.entries(things)) if (other !== tile && isLike(thing)) delete things[other];
}

/**
 * Return the tiles on which a symmetry puts a thing, with its seat there: the tile itself first, no tile twice.
 * @param {BoardModel} board @param {string} tile @param {string} seat @param {string} symmetry @param {number} seats
 * @returns {[string, string][]}
 */
export function symmetricCopies(board, tile, seat, symmetry, seats) {
  /** @type {Map<string, string>} */
  const found = new Map([[tile, seat]]);
  for (const [image, number] of imagesOf(board, tile, LETTERS.indexOf(seat), symmetry, seats))
    if (!found.has(image)) found.set(image, LETTERS[((number % seats) + seats) % seats]);
  return [...found];
}

/**
 * Return the images of a tile under a symmetry, with the number of the seat there.
 * @param {BoardModel} board @param {string} tile @param {number} seat @param {string} symmetry @param {number} seats
 * @returns {[string, number][]}
 */
function imagesOf({ columns, rows }, tile, seat, symmetry, seats) {
  const [column, row] = coordinates(tile);
  const right = columns - 1 - column;
  const foot = rows - 1 - row;
  if (symmetry === "half") return [[tileAt(right, foot), seat + seats / 2]];
  if (symmetry === "columns") return [[tileAt(right, row), seats - seat]];
  if (symmetry === "rows") return [[tileAt(column, foot), seats / 2 - seat]];
  if (symmetry !== "quarter" || columns !== rows) return [];
  return [
    [tileAt(foot, column), seat + seats / 4],
    [tileAt(right, foot), seat + seats / 2],
    [tileAt(row, right), seat + (3 * seats) / 4],
  ];
}

/** Return of what the number of seats must be a multiple for a symmetry. @param {string} symmetry */
export function seatMultiple(symmetry) {
  return { half: 2, rows: 2, quarter: 4 }[symmetry] ?? 1;
}

/** Return the seats that have pieces, sorted. @param {BoardModel} board */
export function seatsOn(board) {
  return [...new Set(Object.values(board.pieces).map(({ seat }) => seat))].sort();
}

/**
 * Return the diagram, with its lines of items and targets, moved so that it begins in column A and row 1.
 * @param {BoardModel} board
 */
export function toDiagram(board) {
  const tiles = board.tiles.map(coordinates);
  if (!tiles.length) return "";
  const left = Math.min(...tiles.map(([column]) => column));
  const top = Math.min(...tiles.map(([, row]) => row));
  /** @param {string} tile */
  const name = (tile) => tileAt(coordinates(tile)[0] - left, coordinates(tile)[1] - top);
  const lines = [walls(tiles.map(([column, row]) => [column - left, row - top]))];
  for (const tile of board.tiles) {
    const [column, row] = coordinates(name(tile));
    writeCell(lines[0], column, row, cell(board, tile));
  }
  const items = Object.entries(board.items).filter(([tile]) => board.pieces[tile]);
  const text = [lines[0].map((line) => line.join("").trimEnd()).join("\n")];
  if (items.length) text.push(`items: ${items.map(([tile, item]) => `${name(tile)} ${item}`).join(", ")}`);
  const seats = [...new Set(Object.values(board.targets))].sort();
  const targets = seats.map((seat) =>
    [
      seat,
      ...Object.keys(board.targets)
        .filter((tile) => board.targets[tile] === seat)
        .map(name),
    ].join(" "),
  );
  if (targets.length) text.push(`targets: ${targets.join(", ")}`);
  return `${text.join("\n")}\n`;
}

/**
 * Return the diagram's characters without pieces: the walls of all tiles, with enclosed holes filled.
 * @param {number[][]} tiles columns and rows @returns {string[][]}
 */
function walls(tiles) {
  const columns = Math.max(...tiles.map(([column]) => column)) + 1;
  const rows = Math.max(...tiles.map(([, row]) => row)) + 1;
  const canvas = Array.from({ length: 2 * rows + 1 }, () => Array(4 * columns + 1).fill(" "));
  for (const [column, row] of tiles) {
    for (const line of [2 * row, 2 * row + 2]) canvas[line].splice(4 * column, 5, ..."+---+");
    canvas[2 * row + 1][4 * column] = canvas[2 * row + 1][4 * column + 4] = "|";
  }
  const names = new Set(tiles.map(([column, row]) => tileAt(column, row)));
  for (let row = 1; row < rows - 1; row += 1)
    for (let column = 1; column < columns - 1; column += 1) {
      const around = [
        tileAt(column - 1, row),
        tileAt(column + 1, row),
        tileAt(column, row - 1),
        tileAt(column, row + 1),
      ];
      if (!names.has(tileAt(column, row)) && around.every((tile) => names.has(tile)))
        writeCell(canvas, column, row, "###");
    }
  return canvas;
}

/**
 * Write three characters into a tile of the diagram.
 * @param {string[][]} canvas @param {number} column @param {number} row @param {string} text
 */
function writeCell(canvas, column, row, text) {
  canvas[2 * row + 1].splice(4 * column + 1, 3, ...text);
}

/** Return what stands or lies on a tile, in three characters. @param {BoardModel} board @param {string} tile */
export function cell(board, tile) {
  const piece = board.pieces[tile];
  const item = board.items[tile];
  if (piece?.kind === "emperor") return `(${piece.seat})`;
  if (piece) return piece.experience === 1 ? ` ${piece.seat} ` : `${piece.seat}${piece.experience}`.padStart(3);
  if (item === "treasure") return "(x)";
  return item ? `[${item.slice(-1)}]` : "   ";
}
