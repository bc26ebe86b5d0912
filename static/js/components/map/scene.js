// The drawn map: what lies under the pieces, the pieces, and the arrows of those under way. It knows no rules.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { ROOM, chart } from "./terrain.js";
import { between } from "./geometry.js";
import { dress, place } from "./armies.js";
import { element } from "./elements.js";

/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Territory} Territory */

export class Drawing {
  /** @param {Ground} ground @param {string} name @param {string} sprite the address of the pictures of seats */
  constructor(ground, name, sprite) {
    this.sprite = sprite;
    /** @type {Map<string, Territory>} */
    this.places = new Map(ground.territories.map((each) => [each.id, each]));
    this.root = element("svg", {
      viewBox: `${-ROOM} ${-ROOM} ${ground.width + 2 * ROOM} ${ground.height + 2 * ROOM}`,
      role: "group",
      "aria-label": name,
    });
    this.root.style.setProperty("--map-width", String(ground.width)); // so that names can be read; what is wider scrolls
    this.width = ground.width + 2 * ROOM;
    const { cells, parts } = chart(ground);
    this.cells = cells;
    this.arrows = element("g", { class: "map-arrows", "aria-hidden": "true" });
    /** @type {Map<string, SVGElement>} */
    this.armies = new Map(ground.territories.map((each) => [each.id, place(each)]));
    this.root.append(head(), ...parts, this.arrows, ...this.armies.values());
  }

  /** @param {Pick<import("./types.js").Position, "pieces" | "building" | "capitals">} position @param {Record<string, string>} names of the seats */
  drawArmies({ pieces, building = {}, capitals = {} }, names) {
    const held = new Map(pieces.map((piece) => [piece.tile, piece]));
    for (const [id, army] of this.armies) {
      const piece = held.get(id);
      dress(army, piece, this.sprite, building[id] ?? 0);
      army.toggleAttribute("data-capital", Object.values(capitals).includes(id));
      const cell = this.cells.get(id);
      cell?.setAttribute("aria-label", this.words(id, piece, names));
      cell?.setAttribute("data-seat", piece?.seat ?? "");
    }
  }

  /** @param {string} id @param {import("./types.js").Holding | undefined} piece @param {Record<string, string>} names */
  words(id, piece, names) {
    const name = this.places.get(id)?.name ?? id;
    if (!piece) return fill(gettext("%(name)s: nobody's"), { name });
    const owner = piece.seat === "n" ? gettext("neutral") : (names[piece.seat] ?? piece.seat.toUpperCase());
    const armies = fill(ngettext("%(n)s army", "%(n)s armies", piece.armies), { n: piece.armies });
    return fill(gettext("%(name)s: %(owner)s, %(armies)s"), { name, owner, armies });
  }

  /** @param {import("./types.js").Arrow[]} arrows */
  drawArrows(arrows) {
    const drawn = arrows.flatMap(({ from, to, seat, plan }) => {
      const [a, b] = [this.places.get(from), this.places.get(to)];
      if (!a || !b) return [];
      const [[x1, y1], [x2, y2]] = between(a, b);
      const line = element("line", { x1, y1, x2, y2, "data-seat": seat, "marker-end": "url(#map-head)" });
      line.toggleAttribute("data-planned", Boolean(plan));
      return [line];
    });
    this.arrows.replaceChildren(...drawn);
  }

  /** Scroll a frame that is too narrow for the map to these territories. @param {HTMLElement} frame @param {string[]} ids */
  centre(frame, ids) {
    const found = ids.flatMap((id) => this.places.get(id)?.x ?? []);
    if (!found.length) return;
    const middle = (found.reduce((sum, x) => sum + x, 0) / found.length + ROOM) / this.width;
    frame.scrollLeft = middle * frame.scrollWidth - frame.clientWidth / 2;
  }

  /** What happens there now, for a moment. @param {string[]} ids */
  light(ids) {
    for (const [id, cell] of this.cells) cell.toggleAttribute("data-lit", ids.includes(id));
  }
}

/** The head of an arrow. */
function head() {
  const defs = element("defs");
  const marker = element("marker", { id: "map-head", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 4, markerHeight: 4, orient: "auto" });
  marker.append(element("path", { d: "M0 0L8 4L0 8Z", fill: "context-stroke" }));
  defs.append(marker);
  return defs;
}
