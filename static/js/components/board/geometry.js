// Tiles by name, as in the rules: C5 is the third column, fifth row. A tile is 100 units wide.

export const TILE = 100;
/** Room around the tiles for the lip of the tray. */
export const LIP = 13;

/** @param {number} column from 0 */
export function letters(column) {
  let text = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(65 + ((rest - 1) % 26)) + text;
  return text;
}

/** @param {string} tile @returns {[number, number]} column and row, from 0 */
export function place(tile) {
  const [, column, row] = /^([A-Z]+)(\d+)$/.exec(tile) ?? [];
  if (!column) throw new RangeError(`${tile} is no tile`);
  return [[...column].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 64, 0) - 1, Number(row) - 1];
}

/** @param {number} column @param {number} row */
export function tileAt(column, row) {
  return column < 0 || row < 0 ? "" : `${letters(column)}${row + 1}`;
}

/** @param {string} tile @returns {[number, number]} x and y of its centre */
export function centre(tile) {
  const [column, row] = place(tile);
  return [column * TILE + TILE / 2, row * TILE + TILE / 2];
}

/** The direction from one tile to another in line with it: -1, 0 or 1 each way.
 * @param {string} from @param {string} to @returns {[number, number]} */
export function direction(from, to) {
  const [a, b] = place(from),
    [c, d] = place(to);
  return [Math.sign(c - a), Math.sign(d - b)];
}

/** The nearest tile of the board that way, over holes; "" where there is none.
 * @param {Set<string>} tiles @param {string} from @param {number} right @param {number} down */
export function nextTile(tiles, from, right, down) {
  const [column, row] = place(from);
  for (let step = 1; step <= 64; step += 1) {
    const tile = tileAt(column + right * step, row + down * step);
    if (tiles.has(tile)) return tile;
  }
  return "";
}

/** @param {{columns: number, rows: number}} position */
export function viewBox({ columns, rows }) {
  return [-LIP, -LIP, columns * TILE + 2 * LIP, rows * TILE + 2 * LIP];
}

/** Tiles in reading order, by row. @param {string[]} tiles @returns {string[][]} */
export function byRow(tiles) {
  /** @type {Map<number, string[]>} */
  const rows = new Map();
  for (const tile of tiles) rows.set(place(tile)[1], [...(rows.get(place(tile)[1]) ?? []), tile]);
  return [...rows.keys()]
    .sort((a, b) => a - b)
    .map((row) => (rows.get(row) ?? []).sort((a, b) => place(a)[0] - place(b)[0]));
}
