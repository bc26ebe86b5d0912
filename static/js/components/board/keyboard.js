// Input by keyboard: one tile is in the tab order, and arrows move from tile to tile.
import { byRow, nextTile } from "./geometry.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * Return the tile to which a key leads, or "".
 * @param {string} key @param {string} from @param {string[]} tiles of the board
 */
export function keyTarget(key, from, tiles) {
  if (ARROWS[key]) return nextTile(new Set(tiles), from, ...ARROWS[key]);
  const row = byRow(tiles).find((one) => one.includes(from)) ?? [];
  if (key === "Home") return row[0] ?? "";
  return key === "End" ? (row.at(-1) ?? "") : "";
}

/**
 * Call the handlers on keyboard input.
 * @param {SVGSVGElement} root
 * @param {{tiles: () => string[], focus: (tile: string) => void, choose: (tile: string) => void, cancel: () => void}} handlers
 */
export function listenToKeys(root, { tiles, focus, choose, cancel }) {
  root.addEventListener("keydown", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
    const tile = /** @type {SVGElement | null} */ (cell)?.dataset.tile ?? "";
    if (!tile || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = keyTarget(event.key, tile, tiles());
    if (to) focus(to);
    else if (event.key === "Enter" || event.key === " ") choose(tile);
    else if (event.key === "Escape") cancel();
    if (to || ["Enter", " ", "Escape"].includes(event.key) || ARROWS[event.key]) event.preventDefault();
  });
}
