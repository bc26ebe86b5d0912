// The window on a map: zoom by buttons, pinch and wheel, a small map where it does not fit, and the switch of colours.
import { gettext } from "../../core/i18n.js";
import { readText, writeText } from "../../core/storage.js";
import { html, svg } from "./elements.js";

/** @typedef {import("../board/zoom.js").Zoom} Zoom */

const STEP = 1.35,
  COLOURS = "map-colours";

/** What surrounds the drawing of a map. */
export class Viewport {
  /** @type {Zoom | undefined} */
  zoom;

  /**
   * @param {import("./scene.js").Scene} scene @param {HTMLElement} frame the part that scrolls
   * @param {string} icons address of the icons @param {() => void} onColours
   */
  constructor(scene, frame, icons, onColours) {
    this.scene = scene;
    this.frame = frame;
    this.icons = icons;
    this.onColours = onColours;
    frame.addEventListener("pointerenter", () => this.loadZoom(), { once: true });
    this.colours = html(
      "button",
      { type: "button", className: "tool", title: gettext("Show regions") },
      this.icon("globe"),
    );
    this.colours.setAttribute("aria-label", gettext("Show regions"));
    this.colours.addEventListener("click", () => this.showRegions(!this.areRegionsShown));
    const zoom = (/** @type {string} */ icon, /** @type {string} */ label, /** @type {number} */ factor) => {
      const button = html("button", { type: "button", className: "tool", title: label }, this.icon(icon));
      button.setAttribute("aria-label", label);
      button.addEventListener("click", async () => {
        const zoom = await this.loadZoom();
        zoom.set(zoom.factor * factor);
      });
      return button;
    };
    this.tools = html(
      "div",
      { className: "map-tools" },
      ...(scene.ground.regions.length ? [this.colours] : []),
      zoom("zoom-out", gettext("Smaller"), 1 / STEP),
      zoom("zoom-in", gettext("Larger"), STEP),
    );
    this.tools.setAttribute("role", "group");
    this.tools.setAttribute("aria-label", gettext("View of the map"));
    this.mini = this.createMini();
    this.element = html("div", { className: "map-window" }, frame, this.mini, this.tools);
    frame.addEventListener("scroll", () => this.outline(), { passive: true });
    new ResizeObserver(() => requestAnimationFrame(() => this.arrange())).observe(scene.root);
    document.fonts?.ready.then(() => this.arrange());
    this.showRegions(readText(COLOURS) === "region");
  }

  /** Load what zooms, which then listens to wheel and fingers. */
  async loadZoom() {
    const { Zoom } = await import("../board/zoom.js");
    return (this.zoom ??= new Zoom(this.frame, /** @type {SVGSVGElement} */ (this.scene.root)));
  }

  get areRegionsShown() {
    return this.frame.dataset.colours === "region";
  }

  /** Colour the territories by region, or by owner. @param {boolean} areShown */
  showRegions(areShown) {
    this.frame.dataset.colours = areShown ? "region" : "owner";
    this.colours.setAttribute("aria-pressed", String(areShown));
    writeText(COLOURS, areShown ? "region" : "");
    this.onColours();
  }

  /** Draw what depends on the size. */
  arrange() {
    this.scene.arrange();
    this.outline();
  }

  /** @param {string} name */
  icon(name) {
    const drawing = svg("svg", { class: "icon", "aria-hidden": "true" });
    drawing.append(svg("use", { href: `${this.icons}#${name}` }));
    return drawing;
  }

  /** Return the small map: the same cells, and the part that is in view. */
  createMini() {
    const mini = svg("svg", {
      class: "map-mini",
      viewBox: this.scene.root.getAttribute("viewBox") ?? "",
      "aria-hidden": "true",
    });
    this.view = svg("rect", { class: "map-view" });
    mini.append(svg("use", { href: `#${this.scene.cellsId}` }), this.view);
    mini.addEventListener("click", (event) => {
      const box = mini.getBoundingClientRect();
      const { clientX, clientY } = /** @type {MouseEvent} */ (event);
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.frame;
      this.frame.scrollTo(
        ((clientX - box.left) / box.width) * scrollWidth - clientWidth / 2,
        ((clientY - box.top) / box.height) * scrollHeight - clientHeight / 2,
      );
    });
    return mini;
  }

  /** Show on the small map what is in view; hide it where that is everything. */
  outline() {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.frame;
    const isAll = scrollWidth <= clientWidth + 2 && scrollHeight <= clientHeight + 2;
    this.mini.toggleAttribute("hidden", isAll);
    if (isAll) return;
    const [left, top, width, height] = (this.mini.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const part = {
      x: left + (scrollLeft / scrollWidth) * width,
      y: top + (scrollTop / scrollHeight) * height,
      width: (clientWidth / scrollWidth) * width,
      height: Math.min(1, clientHeight / scrollHeight) * height,
    };
    for (const [name, value] of Object.entries(part)) this.view?.setAttribute(name, value.toFixed(0));
  }
}
