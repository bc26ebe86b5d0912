// A board under the hands of who draws it: a plain value, what can be done to it, and how it is written as a diagram.
import { place, tileAt } from "../board/geometry.js";

/**
 * @typedef {{seat: string, kind: "pawn" | "emperor", experience: number}} Standing
 * @typedef {object} Sheet
 * @property {number} columns
 * @property {number} rows
 * @property {string[]} tiles
 * @property {Record<string, Standing>} pieces
 * @property {Record<string, string>} items "treasure" or "chest a"
 * @property {Record<string, string>} targets the seat of a target tile
 * @typedef {{what: string, seat: string, experience: number}} Tool
 * @typedef {import("../board/types.js").Position} Position
 */

export const LONGEST = 64;
const LETTERS = "abcdefghijklmnopqrstuvw";

/** @param {number} columns @param {number} rows @returns {Sheet} */
export function blank(columns, rows) {
  return { columns, rows, tiles: [], pieces: {}, items: {}, targets: {} };
}

/** @param {Position} position @returns {Sheet} */
export function fromPosition(position) {
  const sheet = blank(position.columns, position.rows);
  sheet.tiles = [...position.tiles];
  for (const { tile, seat, kind, experience } of position.pieces)
    sheet.pieces[tile] = { seat, kind, experience: kind === "pawn" ? experience : 1 };
  sheet.items = { ...position.items };
  for (const [seat, tiles] of Object.entries(position.targets ?? {}))
    for (const tile of tiles) sheet.targets[tile] = seat;
  return sheet;
}

/** The same with another size; what lies beside it is cut off. @param {Sheet} sheet @param {number} columns @param {number} rows */
export function resized(sheet, columns, rows) {
  const fresh = blank(Math.min(Math.max(columns, 1), LONGEST), Math.min(Math.max(rows, 1), LONGEST));
  /** @param {string} tile */
  const inside = (tile) => place(tile)[0] < fresh.columns && place(tile)[1] < fresh.rows;
  /** @template T @param {Record<string, T>} things @returns {Record<string, T>} */
  const cut = (things) => Object.fromEntries(Object.entries(things).filter(([tile]) => inside(tile)));
  fresh.tiles = sheet.tiles.filter(inside);
  return Object.assign(fresh, { pieces: cut(sheet.pieces), items: cut(sheet.items), targets: cut(sheet.targets) });
}

/** Put one thing down on one tile. @param {Sheet} sheet @param {string} tile @param {Tool} tool @returns {Sheet} */
export function put(sheet, tile, { what, seat, experience }) {
  const next = structuredClone(sheet);
  const tiles = new Set(next.tiles);
  if (what === "hole") tiles.delete(tile);
  else tiles.add(tile);
  next.tiles = [...tiles];
  if (what === "hole" || what === "nothing")
    for (const things of [next.pieces, next.items, next.targets]) delete things[tile];
  if (what === "pawn" || what === "emperor")
    next.pieces[tile] = { seat, kind: what, experience: what === "pawn" ? experience : 1 };
  if (what === "emperor") drop(next.pieces, tile, (piece) => piece.kind === "emperor" && piece.seat === seat);
  if (what === "treasure") next.items[tile] = "treasure";
  if (what === "chest") {
    next.items[tile] = `chest ${seat}`;
    drop(next.items, tile, (item) => item === `chest ${seat}`);
  }
  if (what === "target") {
    if (next.targets[tile] === seat) delete next.targets[tile];
    else next.targets[tile] = seat;
  }
  return next;
}

/** A seat has one Emperor and one chest: take the others away. @template T @param {Record<string, T>} things
 * @param {string} kept @param {(thing: T) => boolean} alike */
function drop(things, kept, alike) {
  for (const [tile, thing] of Object.entries(things)) if (tile !== kept && alike(thing)) delete things[tile];
}

/** Where the same is put down, and whose it is there: the tile itself first, no tile twice.
 * @param {Sheet} sheet @param {string} tile @param {string} seat @param {string} symmetry @param {number} seats
 * @returns {[string, string][]} */
export function copies(sheet, tile, seat, symmetry, seats) {
  /** @type {Map<string, string>} */
  const found = new Map([[tile, seat]]);
  for (const [where, number] of images(sheet, tile, LETTERS.indexOf(seat), symmetry, seats))
    if (!found.has(where)) found.set(where, LETTERS[((number % seats) + seats) % seats]);
  return [...found];
}

/** @param {Sheet} sheet @param {string} tile @param {number} at @param {string} symmetry @param {number} seats
 * @returns {[string, number][]} */
function images({ columns, rows }, tile, at, symmetry, seats) {
  const [column, row] = place(tile);
  const right = columns - 1 - column;
  const foot = rows - 1 - row;
  if (symmetry === "half") return [[tileAt(right, foot), at + seats / 2]];
  if (symmetry === "columns") return [[tileAt(right, row), seats - at]];
  if (symmetry === "rows") return [[tileAt(column, foot), seats / 2 - at]];
  if (symmetry !== "quarter" || columns !== rows) return [];
  return [
    [tileAt(foot, column), at + seats / 4],
    [tileAt(right, foot), at + seats / 2],
    [tileAt(row, right), at + (3 * seats) / 4],
  ];
}

/** How many seats a symmetry needs at least, and of what it must be a multiple. @param {string} symmetry */
export function seatsOf(symmetry) {
  return { half: 2, rows: 2, quarter: 4 }[symmetry] ?? 1;
}

/** @param {Sheet} sheet */
export function seatsOn(sheet) {
  return [...new Set(Object.values(sheet.pieces).map(({ seat }) => seat))].sort();
}

/** The diagram, with its lines of items and targets; its first tile comes to lie in column A or row 1.
 * @param {Sheet} sheet */
export function written(sheet) {
  const places = sheet.tiles.map(place);
  if (!places.length) return "";
  const left = Math.min(...places.map(([column]) => column));
  const top = Math.min(...places.map(([, row]) => row));
  /** @param {string} tile */
  const name = (tile) => tileAt(place(tile)[0] - left, place(tile)[1] - top);
  const lines = [walls(places.map(([column, row]) => [column - left, row - top]))];
  for (const tile of sheet.tiles) {
    const [column, row] = place(name(tile));
    fill(lines[0], column, row, cell(sheet, tile));
  }
  const items = Object.entries(sheet.items).filter(([tile]) => sheet.pieces[tile]);
  const text = [lines[0].map((line) => line.join("").trimEnd()).join("\n")];
  if (items.length) text.push(`items: ${items.map(([tile, item]) => `${name(tile)} ${item}`).join(", ")}`);
  const seats = [...new Set(Object.values(sheet.targets))].sort();
  const aims = seats.map((seat) =>
    [seat, ...Object.keys(sheet.targets).filter((tile) => sheet.targets[tile] === seat).map(name)].join(" "),
  );
  if (aims.length) text.push(`targets: ${aims.join(", ")}`);
  return `${text.join("\n")}\n`;
}

/** @param {number[][]} places @returns {string[][]} */
function walls(places) {
  const columns = Math.max(...places.map(([column]) => column)) + 1;
  const rows = Math.max(...places.map(([, row]) => row)) + 1;
  const canvas = Array.from({ length: 2 * rows + 1 }, () => Array(4 * columns + 1).fill(" "));
  for (const [column, row] of places) {
    for (const line of [2 * row, 2 * row + 2]) canvas[line].splice(4 * column, 5, ..."+---+");
    canvas[2 * row + 1][4 * column] = canvas[2 * row + 1][4 * column + 4] = "|";
  }
  const there = new Set(places.map(([column, row]) => tileAt(column, row)));
  for (let row = 1; row < rows - 1; row += 1)
    for (let column = 1; column < columns - 1; column += 1) {
      const around = [tileAt(column - 1, row), tileAt(column + 1, row), tileAt(column, row - 1), tileAt(column, row + 1)];
      if (!there.has(tileAt(column, row)) && around.every((tile) => there.has(tile))) fill(canvas, column, row, "###");
    }
  return canvas;
}

/** @param {string[][]} canvas @param {number} column @param {number} row @param {string} text */
function fill(canvas, column, row, text) {
  canvas[2 * row + 1].splice(4 * column + 1, 3, ...text);
}

/** What stands or lies there, in three characters. @param {Sheet} sheet @param {string} tile */
export function cell(sheet, tile) {
  const piece = sheet.pieces[tile];
  const item = sheet.items[tile];
  if (piece?.kind === "emperor") return `(${piece.seat})`;
  if (piece) return piece.experience === 1 ? ` ${piece.seat} ` : `${piece.seat}${piece.experience}`.padStart(3);
  if (item === "treasure") return "(x)";
  return item ? `[${item.slice(-1)}]` : "   ";
}
