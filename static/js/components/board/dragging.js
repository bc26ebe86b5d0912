// Dragging a piece: its copy follows the pointer, its origin fades, and the tile below shows whether it can go there.
import { tileAtPoint } from "./pointer-input.js";

/** Return what the board does on pointer input. @param {import("./board.js").BattleBoard} board
 * @returns {import("./pointer-input.js").PointerHandlers} */
export function pointerHandlers(board) {
  /** @param {string} tile @param {number} x @param {number} y */
  function drag(tile, x, y) {
    const piece = board.live.position.pieces.find((one) => one.tile === tile);
    if (!piece || !board.scene || !board.legal[tile]) return cancel();
    if (board.selected !== tile) board.select(tile);
    board.setAttribute("data-dragging", tile);
    const [right, down] = board.scene.toBoard(x, y);
    board.scene.renderDragged(piece, right, down);
    board.scene.actors.get(tile)?.element.classList.add("ghost");
    const over = tileAtPoint(x, y);
    for (const [name, cell] of board.scene.cells)
      cell.toggleAttribute("data-over", name === over && board.legal[tile].includes(name));
  }

  /** @param {string} from @param {string} to */
  function drop(from, to) {
    cancel();
    if (board.legal[from]?.includes(to)) board.order(from, to, "pointer");
    else if (to !== from) board.select("");
    if (!to) board.emit("drop-outside", { tile: from });
  }

  function cancel() {
    board.removeAttribute("data-dragging");
    board.scene?.renderDragged(null);
    for (const { element } of board.scene?.actors.values() ?? []) element.classList.remove("ghost");
    for (const cell of board.scene?.cells.values() ?? []) cell.removeAttribute("data-over");
  }

  const canDrag = (/** @type {string} */ tile) => !board.playback && Boolean(board.legal[tile]?.length);
  return { tap: (tile) => board.tap(tile), canDrag, drag, drop, cancel };
}
