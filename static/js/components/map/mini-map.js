// The small map beside a map that does not fit: the same cells, and the part that is in view.
import { svg } from "./elements.js";

/** Shows which part of a map is in view, and goes where it is clicked. */
export class MiniMap {
  /** @param {import("./scene.js").Scene} scene @param {HTMLElement} frame what scrolls; the small map follows it */
  constructor(scene, frame) {
    this.frame = frame;
    const viewBox = scene.root.getAttribute("viewBox") ?? "";
    this.box = viewBox.split(" ").map(Number);
    this.root = svg("svg", { class: "map-mini", viewBox, "aria-hidden": "true" });
    this.view = svg("rect", { class: "map-view" });
    this.root.append(svg("use", { href: `#${scene.cellsId}` }), this.view);
    this.root.addEventListener("click", (event) => this.go(/** @type {MouseEvent} */ (event)));
    frame.after(this.root);
  }

  /** Scroll to what was clicked. @param {MouseEvent} event */
  go({ clientX, clientY }) {
    const box = this.root.getBoundingClientRect();
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.frame;
    this.frame.scrollTo(
      ((clientX - box.left) / box.width) * scrollWidth - clientWidth / 2,
      ((clientY - box.top) / box.height) * scrollHeight - clientHeight / 2,
    );
  }

  /** Show what is in view; hide the small map where that is everything. */
  outline() {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.frame;
    const isAll = scrollWidth <= clientWidth + 2 && scrollHeight <= clientHeight + 2;
    this.root.toggleAttribute("hidden", isAll);
    if (isAll) return;
    const [left, top, width, height] = this.box;
    const part = {
      x: left + (scrollLeft / scrollWidth) * width,
      y: top + (scrollTop / scrollHeight) * height,
      width: (clientWidth / scrollWidth) * width,
      height: Math.min(1, clientHeight / scrollHeight) * height,
    };
    for (const [name, value] of Object.entries(part)) this.view.setAttribute(name, value.toFixed(0));
  }
}
