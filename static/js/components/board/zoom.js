// Zoom: the board grows inside a scrollable viewport, so that the browser does the panning.

/** On touch screens a tile narrower than this, in pixels, opens with the second width. */
const MIN_TOUCH_WIDTH = 40,
  TOUCH_WIDTH = 44,
  MAX_FACTOR = 4;

/** The zoom of a board. */
export class Zoom {
  /** @param {HTMLElement} viewport @param {SVGSVGElement} board */
  constructor(viewport, board) {
    this.viewport = viewport;
    this.board = board;
    this.factor = 1;
    this.listen();
  }

  /** Return the width of a tile on the screen, in pixels, without zoom. @param {number} units of the board's width */
  tileWidth(units) {
    return (this.viewport.clientWidth * 100) / units;
  }

  /** Enlarge the tiles of a big board on a touch screen. @param {number} units of the board's width */
  fitTouch(units) {
    const width = this.tileWidth(units);
    if (matchMedia("(pointer: coarse)").matches && width > 0 && width < MIN_TOUCH_WIDTH) this.set(TOUCH_WIDTH / width);
  }

  /**
   * Zoom around a point of the screen, or the centre.
   * @param {number} factor @param {number} [x] @param {number} [y]
   */
  set(factor, x, y) {
    const box = this.viewport.getBoundingClientRect();
    const [right, down] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const [left, top] = [
      (this.viewport.scrollLeft + right) / this.factor,
      (this.viewport.scrollTop + down) / this.factor,
    ];
    this.factor = Math.min(MAX_FACTOR, Math.max(1, factor));
    this.board.style.setProperty("--zoom", String(this.factor));
    this.viewport.toggleAttribute("data-zoomed", this.factor > 1);
    this.viewport.scrollTo(left * this.factor - right, top * this.factor - down);
  }

  /** Zoom on a pinch, and on the wheel with the control key. */
  listen() {
    let startDistance = 0,
      startFactor = 1;
    /** @param {TouchEvent} event */
    const distance = ({ touches: [a, b] }) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    this.viewport.addEventListener(
      "touchstart",
      (event) => {
        if (event.touches.length === 2) [startDistance, startFactor] = [distance(event), this.factor];
      },
      { passive: true },
    );
    this.viewport.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2) return;
        event.preventDefault();
        // The fingers may have come down before this was loaded.
        if (!startDistance) [startDistance, startFactor] = [distance(event), this.factor];
        const [a, b] = event.touches;
        this.set(
          (startFactor * distance(event)) / startDistance,
          (a.clientX + b.clientX) / 2,
          (a.clientY + b.clientY) / 2,
        );
      },
      { passive: false },
    );
    this.viewport.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.set(this.factor * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX, event.clientY);
      },
      { passive: false },
    );
  }
}
