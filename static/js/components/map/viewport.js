// The window on a map: zoom by buttons, pinch and wheel, a small map where it does not fit, and the switch of colours.
import { gettext } from "../../core/i18n.js";
import { readText, writeText } from "../../core/storage.js";
import { html, svg } from "./elements.js";

/** @typedef {import("../board/zoom.js").Zoom} Zoom */
/** @typedef {import("./mini-map.js").MiniMap} MiniMap */

const STEP = 1.35,
  COLOURS = "map-colours";

/** What surrounds the drawing of a map. */
export class Viewport {
  /** @type {Zoom | undefined} */
  zoom;
  /** Loaded when the map does not fit. @type {MiniMap | undefined} */
  mini;

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
    this.element = html("div", { className: "map-window" }, frame, this.tools);
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

  /** Show on the small map what is in view; load it when the map first does not fit. */
  async outline() {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.frame;
    const isAll = scrollWidth <= clientWidth + 2 && scrollHeight <= clientHeight + 2;
    if (isAll && !this.mini) return;
    const { MiniMap } = await import("./mini-map.js");
    this.mini ??= new MiniMap(this.scene, this.frame);
    this.mini.outline();
  }
}
