// The sheet on which a map is drawn: the map as battles show it, and over it what only the editor shows.
import "../map/coasts.js";
import { Scene } from "../map/scene.js";
import { MARGIN } from "../map/terrain.js";
import { svg } from "../map/elements.js";
import { toGround } from "./model.js";

/** @typedef {import("./model.js").MapFile} MapFile */
/** @typedef {import("./model.js").Point} Point */
/**
 * @typedef {{selected: string, from: string, line: Point[], cross: Point | null, troubled: Set<string>}} Marks
 *   the chosen territory, where a route begins, a coast that is being drawn, the cross of the keyboard, and territories
 *   with which something is wrong
 */

const SEATS = "abcdef";

/** Draws a map that is being edited. */
export class Sheet {
  /** @param {HTMLElement} frame @param {string} name @param {string} sprite */
  constructor(frame, name, sprite) {
    this.frame = frame;
    this.name = name;
    this.sprite = sprite;
    this.overlay = svg("g", { class: "map-overlay", "aria-hidden": "true" });
    new ResizeObserver(() => requestAnimationFrame(() => this.scene?.arrange())).observe(frame);
    document.fonts?.ready.then(() => this.scene?.arrange());
  }

  /** Draw a map. @param {MapFile} map @param {Marks} marks */
  render(map, marks) {
    const { scrollLeft, scrollTop } = this.frame;
    this.frame.style.setProperty("--map-w", String(map.layout.width + 2 * MARGIN));
    this.frame.style.setProperty("--map-h", String(map.layout.height + 2 * MARGIN));
    this.scene = new Scene(toGround(map), this.name, this.sprite, "drawn-map");
    const pieces = map.homes.map((tile, at) => ({ tile, seat: SEATS[at], armies: at + 1 }));
    this.scene.renderArmies({ pieces, building: {}, capitals: {} }, {});
    for (const cell of this.scene.cells.values()) cell.removeAttribute("tabindex");
    this.frame.replaceChildren(this.scene.root);
    this.scene.root.append(this.overlay);
    this.frame.scrollTo(scrollLeft, scrollTop);
    this.scene.arrange();
    this.mark(map, marks);
  }

  /** Draw only what the editor shows over the map. @param {MapFile} map @param {Marks} marks */
  mark(map, { selected, from, line, cross, troubled }) {
    const homes = new Set(map.homes);
    const dots = map.territories.map(({ id, x, y }) => {
      const dot = svg("circle", { cx: x, cy: y, r: homes.has(id) ? 24 : 8, class: homes.has(id) ? "home" : "dot" });
      dot.toggleAttribute("data-selected", id === selected);
      dot.toggleAttribute("data-from", id === from);
      dot.toggleAttribute("data-troubled", troubled.has(id));
      return dot;
    });
    const coast = line.length ? [svg("polyline", { points: line.map((each) => each.join(" ")).join(" ") })] : [];
    const [x, y] = cross ?? [0, 0];
    const target = cross ? [svg("path", { class: "cross", d: `M${x - 16} ${y}h32M${x} ${y - 16}v32` })] : [];
    this.overlay.replaceChildren(...dots, ...coast, ...target);
  }

  /** Return where a pointer is, in units of the map. @param {PointerEvent} event @returns {Point} */
  pointAt({ clientX, clientY }) {
    const root = /** @type {SVGSVGElement} */ (this.scene?.root);
    const matrix = root.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return [x, y];
  }

  /** Units within which a territory is meant: a finger's breadth on the screen, and its army at least. */
  get reach() {
    return Math.min(46, Math.max(24, 20 / (this.scene?.scale || 1)));
  }

  /** Scroll a point into view. @param {Point} point */
  reveal([x, y]) {
    const scale = this.scene?.scale ?? 1;
    const [left, top] = [(x + MARGIN) * scale, (y + MARGIN) * scale];
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame;
    if (left < scrollLeft + 40 || left > scrollLeft + clientWidth - 40) this.frame.scrollLeft = left - clientWidth / 2;
    if (top < scrollTop + 40 || top > scrollTop + clientHeight - 40) this.frame.scrollTop = top - clientHeight / 2;
  }
}
