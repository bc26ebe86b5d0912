// Zoom. The board grows inside a window that scrolls by itself, so that panning is the browser's own.

/** Below the first width, in pixels, a tile is too small for a thumb, and opens with the second. */
const SMALL = 40,
  THUMB = 44,
  MOST = 4;

export class Lens {
  /** @param {HTMLElement} window @param {SVGSVGElement} board */
  constructor(window, board) {
    this.window = window;
    this.board = board;
    this.zoom = 1;
    this.watchPinch();
  }

  /** The width of a tile on the screen, in pixels, at zoom 1. @param {number} units of the board's width */
  tileWidth(units) {
    return (this.window.clientWidth * 100) / units;
  }

  /** Big boards open so large that a thumb finds its tile. @param {number} units */
  fitThumb(units) {
    const tile = this.tileWidth(units);
    if (matchMedia("(pointer: coarse)").matches && tile > 0 && tile < SMALL) this.set(THUMB / tile);
  }

  /** @param {number} zoom @param {number} [x] @param {number} [y] the point of the screen that stays where it is */
  set(zoom, x, y) {
    const box = this.window.getBoundingClientRect();
    const [right, down] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const [left, top] = [(this.window.scrollLeft + right) / this.zoom, (this.window.scrollTop + down) / this.zoom];
    this.zoom = Math.min(MOST, Math.max(1, zoom));
    this.board.style.setProperty("--zoom", String(this.zoom));
    this.window.toggleAttribute("data-zoomed", this.zoom > 1);
    this.window.scrollTo(left * this.zoom - right, top * this.zoom - down);
  }

  watchPinch() {
    let apart = 0,
      zoom = 1;
    /** @param {TouchEvent} event */
    const spread = ({ touches: [a, b] }) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    this.window.addEventListener(
      "touchstart",
      (event) => {
        if (event.touches.length === 2) [apart, zoom] = [spread(event), this.zoom];
      },
      { passive: true },
    );
    this.window.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2 || !apart) return;
        event.preventDefault();
        const [a, b] = event.touches;
        this.set((zoom * spread(event)) / apart, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
      },
      { passive: false },
    );
    this.window.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.set(this.zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX, event.clientY);
      },
      { passive: false },
    );
  }
}
