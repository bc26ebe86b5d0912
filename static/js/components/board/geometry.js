// Names and coordinates of tiles. As in the rules, C5 is the third column, fifth row. A tile is 100 units wide.

export const TILE = 100;
/** Width of the rim around the tiles. */
export const MARGIN = 13;
/** Width of the strip for the coordinates, above the rim and to the left of it. */
export const RULER = 34;

/** Return the letters of a column. @param {number} column from 0 */
export function letters(column) {
  let text = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(65 + ((rest - 1) % 26)) + text;
  return text;
}

/** Return a tile's column and row, from 0. @param {string} tile @returns {[number, number]} */
export function coordinates(tile) {
  const [, column, row] = /^([A-Z]+)(\d+)$/.exec(tile) ?? [];
  if (!column) throw new RangeError(`${tile} is not a tile`);
  return [[...column].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 64, 0) - 1, Number(row) - 1];
}

/** Return the name of a tile; "" for negative coordinates. @param {number} column @param {number} row */
export function tileAt(column, row) {
  return column < 0 || row < 0 ? "" : `${letters(column)}${row + 1}`;
}

/** Return x and y of a tile's centre. @param {string} tile @returns {[number, number]} */
export function centre(tile) {
  const [column, row] = coordinates(tile);
  return [column * TILE + TILE / 2, row * TILE + TILE / 2];
}

/**
 * Return the direction from one tile to another: -1, 0 or 1 for columns and rows.
 * @param {string} from @param {string} to @returns {[number, number]}
 */
export function direction(from, to) {
  const [a, b] = coordinates(from),
    [c, d] = coordinates(to);
  return [Math.sign(c - a), Math.sign(d - b)];
}

/**
 * Return the nearest tile in a direction, across holes; "" if there is none.
 * @param {Set<string>} tiles of the board @param {string} from @param {number} right @param {number} down
 */
export function nextTile(tiles, from, right, down) {
  const [column, row] = coordinates(from);
  for (let step = 1; step <= 64; step += 1) {
    const tile = tileAt(column + right * step, row + down * step);
    if (tiles.has(tile)) return tile;
  }
  return "";
}

/** Return the view box of a board with its rim and coordinates. @param {{columns: number, rows: number}} position */
export function viewBox({ columns, rows }) {
  const start = -MARGIN - RULER;
  return [start, start, columns * TILE + MARGIN - start, rows * TILE + MARGIN - start];
}

/** Return the tiles by rows, in reading order. @param {string[]} tiles @returns {string[][]} */
export function byRow(tiles) {
  /** @type {Map<number, string[]>} */
  const rows = new Map();
  for (const tile of tiles) rows.set(coordinates(tile)[1], [...(rows.get(coordinates(tile)[1]) ?? []), tile]);
  return [...rows.keys()]
    .sort((a, b) => a - b)
    .map((row) => (rows.get(row) ?? []).sort((a, b) => coordinates(a)[0] - coordinates(b)[0]));
}
