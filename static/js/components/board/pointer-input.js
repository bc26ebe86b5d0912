// Mouse, pen and finger on the board: a press picks up, a short way makes it a drag, the release puts down.

const FAR = { mouse: 4, pen: 6, touch: 9 };

/**
 * @typedef {object} Grips what the board does with its hands
 * @property {(tile: string) => void} tap a tile was pressed and released
 * @property {(tile: string) => boolean} lift whether the piece on the tile may be dragged
 * @property {(tile: string, x: number, y: number) => void} drag a piece is under way; x and y are of the screen
 * @property {(from: string, to: string) => void} drop it was put down; `to` is "" beside the board
 * @property {() => void} cancel
 */

/** @param {EventTarget | null} target */
function tileOf(target) {
  const cell = target instanceof Element ? target.closest("[data-tile]") : null;
  return /** @type {SVGElement | null} */ (cell)?.dataset.tile ?? "";
}

/** @param {number} x @param {number} y */
export function tileUnder(x, y) {
  return tileOf(document.elementFromPoint(x, y));
}

/** @param {SVGSVGElement} root @param {Grips} grips */
export function watchHands(root, grips) {
  /** @type {{id: number, tile: string, x: number, y: number, far: number, liftable: boolean, dragging: boolean} | null} */
  let press = null;

  /** @param {PointerEvent} event */
  const down = (event) => {
    const tile = tileOf(event.target);
    if (press || !tile || event.button !== 0 || !event.isPrimary) return;
    const far = FAR[/** @type {keyof typeof FAR} */ (event.pointerType)] ?? FAR.mouse;
    press = {
      id: event.pointerId,
      tile,
      x: event.clientX,
      y: event.clientY,
      far,
      liftable: grips.lift(tile),
      dragging: false,
    };
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    if (event.pointerId !== press?.id || !press.liftable) return;
    if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < press.far) return;
    if (!press.dragging) root.setPointerCapture(event.pointerId);
    press.dragging = true;
    grips.drag(press.tile, event.clientX, event.clientY);
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (event.pointerId !== press?.id) return;
    const { tile, dragging } = press;
    press = null;
    if (dragging) grips.drop(tile, tileUnder(event.clientX, event.clientY));
    else if (tileUnder(event.clientX, event.clientY) === tile) grips.tap(tile);
  };
  const cancel = () => {
    if (press?.dragging) grips.cancel();
    press = null;
  };

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", cancel);
  return cancel;
}
