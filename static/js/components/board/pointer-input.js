// Input by mouse, pen and finger: taps on tiles, and drags from tile to tile.

/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG_DISTANCES = { mouse: 4, pen: 6, touch: 9 };

/**
 * @typedef {object} PointerHandlers what the board does on input
 * @property {(tile: string) => void} tap a tile was pressed and released
 * @property {(tile: string) => boolean} canDrag whether the piece on the tile can be dragged
 * @property {(tile: string, x: number, y: number) => void} drag a piece is being dragged; x and y are of the screen
 * @property {(from: string, to: string) => void} drop it was dropped; `to` is "" outside of the board
 * @property {() => void} cancel
 */

/** @param {EventTarget | null} target */
function tileOf(target) {
  const cell = target instanceof Element ? target.closest("[data-tile]") : null;
  return /** @type {SVGElement | null} */ (cell)?.dataset.tile ?? "";
}

/** Return the tile at a point of the screen, or "". @param {number} x @param {number} y */
export function tileAtPoint(x, y) {
  return tileOf(document.elementFromPoint(x, y));
}

/** Call the handlers on pointer input. @param {SVGSVGElement} root @param {PointerHandlers} handlers */
export function listenToPointer(root, handlers) {
  /**
   * @type {{id: number, tile: string, x: number, y: number, dragDistance: number, canDrag: boolean, isDragging:
   *   boolean} | null}
   */
  let press = null;

  /** @param {PointerEvent} event */
  const down = (event) => {
    const tile = tileOf(event.target);
    if (press || !tile || event.button !== 0 || !event.isPrimary) return;
    const dragDistance =
      DRAG_DISTANCES[/** @type {keyof typeof DRAG_DISTANCES} */ (event.pointerType)] ?? DRAG_DISTANCES.mouse;
    press = {
      id: event.pointerId,
      tile,
      x: event.clientX,
      y: event.clientY,
      dragDistance,
      canDrag: handlers.canDrag(tile),
      isDragging: false,
    };
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (event.pointerId !== press?.id || !press.canDrag) return;
    if (!press.isDragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < press.dragDistance) return;
    if (!press.isDragging) root.setPointerCapture(event.pointerId);
    press.isDragging = true;
    handlers.drag(press.tile, event.clientX, event.clientY);
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (event.pointerId !== press?.id) return;
    const { tile, isDragging } = press;
    press = null;
    if (isDragging) handlers.drop(tile, tileAtPoint(event.clientX, event.clientY));
    else if (tileAtPoint(event.clientX, event.clientY) === tile) handlers.tap(tile);
  };
  const cancel = () => {
    if (press?.isDragging) handlers.cancel();
    press = null;
  };

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", cancel);
  return cancel;
}
