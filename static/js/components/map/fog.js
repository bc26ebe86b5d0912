// Fog of war: a quiet hatch and a question mark over every territory that the reader does not see, and no totals.
import { fill, gettext } from "../../core/i18n.js";
import { svg } from "./elements.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** Units between two lines of the hatch. */
const GAP = 9;
const HATCH = { x1: 0, y1: 0, x2: 0, y2: GAP, stroke: "currentColor", "stroke-opacity": 0.34, "stroke-width": 2.5 };

/** Return the layer of the fog of a map, with its hatch; made when it is first wanted. @param {Scene} scene */
function layerOf(scene) {
  const found = scene.root.querySelector(".map-fog");
  if (found) return found;
  const hatch = svg("pattern", {
    id: "map-hatch",
    width: GAP,
    height: GAP,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  hatch.append(svg("line", HATCH));
  const defs = svg("defs");
  defs.append(hatch);
  const layer = svg("g", { class: "map-fog", "aria-hidden": "true", "pointer-events": "none" });
  scene.arrows.before(defs, layer);
  return layer;
}

/**
 * Draw the fog, say on each territory that it is not seen, and take totals away that nobody can know.
 * @param {Scene} scene @param {Pick<import("./types.js").Position, "unseen" | "counted">} position
 */
export function renderFog(scene, { unseen = [], counted }) {
  const paths = unseen.map((id) =>
    svg("path", { d: scene.cells.get(id)?.firstElementChild?.getAttribute("d") ?? "", fill: "url(#map-hatch)" }),
  );
  layerOf(scene).replaceChildren(...paths);
  for (const [id, army] of scene.armies) {
    const mark = army.querySelector(".map-unknown");
    if (!unseen.includes(id)) mark?.remove();
    else if (!mark) army.append(svg("text", { class: "map-name map-unknown", y: 7, "font-size": 18 }, "?"));
  }
  for (const id of unseen) {
    const name = scene.places.get(id)?.name ?? id;
    scene.cells.get(id)?.setAttribute("aria-label", fill(gettext("%(name)s: not seen"), { name }));
  }
  if (!counted) return;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-standings] > li"))) {
    if (counted.includes(row.dataset.seat ?? "") || !row.lastChild) continue;
    row.lastChild.textContent = ` ${gettext("not seen")}`;
    row.removeAttribute("data-gone");
  }
}
