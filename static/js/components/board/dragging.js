// A piece under the pointer: its copy follows, its origin fades, the tile below says whether it would go there.
import { tileUnder } from "./pointer-input.js";

/** What the board's hands do. @param {import("./board.js").BattleBoard} board @returns {import("./pointer-input.js").Grips} */
export function dragging(board) {
  /** @param {string} tile @param {number} x @param {number} y */
  function drag(tile, x, y) {
    const piece = board.live.position.pieces.find((one) => one.tile === tile);
    if (!piece || !board.scene || !board.legal[tile]) return letGo();
    if (board.selected !== tile) board.select(tile);
    board.setAttribute("data-dragging", tile);
    const [right, down] = board.scene.point(x, y);
    board.scene.drawHeld(piece, right, down);
    board.scene.actors.get(tile)?.element.classList.add("ghost");
    const over = tileUnder(x, y);
    for (const [name, cell] of board.scene.cells)
      cell.toggleAttribute("data-over", name === over && board.legal[tile].includes(name));
  }

  /** @param {string} from @param {string} to */
  function drop(from, to) {
    letGo();
    if (board.legal[from]?.includes(to)) board.order(from, to, "hand");
    else if (to !== from) board.select("");
    if (!to) board.tell("beside", { tile: from });
  }

  function letGo() {
    board.removeAttribute("data-dragging");
    board.scene?.drawHeld(null);
    for (const { element } of board.scene?.actors.values() ?? []) element.classList.remove("ghost");
    for (const cell of board.scene?.cells.values() ?? []) cell.removeAttribute("data-over");
  }

  const lift = (/** @type {string} */ tile) => !board.film && Boolean(board.legal[tile]?.length);
  return { tap: (tile) => board.tap(tile), lift, drag, drop, cancel: letGo };
}
