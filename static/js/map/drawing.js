// Draws a map: regions, routes, armies, arrows. It knows where things are and no rules.
import { fill, gettext, ngettext } from "../words.js";
import { between, cell, path } from "./geometry.js";

/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Territory} Territory */

const SVG = "http://www.w3.org/2000/svg",
  TINTS = 6,
  ROOM = 30;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} text */
export function element(name, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  return made;
}

export class Drawing {
  /** @param {Ground} ground @param {string} name */
  constructor(ground, name) {
    this.ground = ground;
    /** @type {Map<string, Territory>} */
    this.places = new Map(ground.territories.map((each) => [each.id, each]));
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.root = element("svg", {
      viewBox: `${-ROOM} ${-ROOM} ${ground.width + 2 * ROOM} ${ground.height + 2 * ROOM}`,
      role: "group",
      "aria-label": name,
    });
    this.root.style.minInlineSize = `${ground.width / 23}rem`; // so that names can be read; what is wider scrolls
    this.routes = element("g", { class: "map-routes", "aria-hidden": "true" });
    this.arrows = element("g", { class: "map-arrows", "aria-hidden": "true" });
    const cells = element("g");
    for (const each of ground.territories) cells.append(this.drawCell(each));
    for (const route of ground.routes) this.drawRoute(route);
    this.root.append(head(), cells, this.routes, this.arrows, ...this.badges());
  }

  /** @param {Territory} territory */
  drawCell(territory) {
    const tint = this.ground.regions.findIndex(({ id }) => id === territory.region) % TINTS;
    const group = element("g", { class: "map-cell", role: "button", tabindex: -1, "data-at": territory.id, "data-tint": tint });
    group.append(element("path", { d: path(cell(territory, this.ground.territories)) }));
    this.cells.set(territory.id, group);
    return group;
  }

  /** @param {import("./types.js").Route} route */
  drawRoute({ a, b, type, wraps }) {
    const [from, to] = [this.places.get(a), this.places.get(b)];
    if (!from || !to) return;
    const ends = wraps ? this.overTheEdge(from, to) : [[from, to]];
    for (const [one, other] of ends)
      this.routes.append(element("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, "data-type": type }));
  }

  /** Two lines that leave the map on its left and its right. @param {Territory} a @param {Territory} b */
  overTheEdge(a, b) {
    const [west, east] = a.x < b.x ? [a, b] : [b, a];
    const middle = (west.y + east.y) / 2;
    return [
      [west, { x: -ROOM, y: middle }],
      [east, { x: this.ground.width + ROOM, y: middle }],
    ];
  }

  /** The places of the armies, drawn over everything else. */
  badges() {
    /** @type {Map<string, SVGElement>} */
    this.armies = new Map();
    return this.ground.territories.map(({ id, name, x, y }) => {
      const badge = element("g", { class: "map-army", transform: `translate(${x} ${y})`, "aria-hidden": "true" });
      badge.append(
        element("text", { class: "map-name", y: 31 }, name),
        element("circle", { r: 17 }),
        element("text", { class: "map-number", y: 6 }),
        element("circle", { class: "map-letter-ground", cx: 15, cy: -13, r: 8 }),
        element("text", { class: "map-letter", x: 15, y: -9 }),
      );
      this.armies?.set(id, badge);
      return badge;
    });
  }

  /** @param {import("./types.js").Position} position @param {Record<string, string>} names of the seats */
  drawArmies({ pieces, building = {}, capitals = {} }, names) {
    const held = new Map(pieces.map((piece) => [piece.tile, piece]));
    for (const [id, badge] of this.armies ?? []) {
      const piece = held.get(id);
      badge.toggleAttribute("data-empty", !piece);
      badge.setAttribute("data-seat", piece?.seat ?? "");
      badge.toggleAttribute("data-capital", Object.values(capitals).includes(id));
      const [, , number, , letter] = badge.children;
      number.textContent = piece ? String(piece.armies) + (building[id] ? `+${building[id]}` : "") : "";
      letter.textContent = piece?.seat.toUpperCase() ?? "";
      this.cells.get(id)?.setAttribute("aria-label", this.words(id, piece, names));
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
}

/** The head of an arrow. */
function head() {
  const defs = element("defs");
  const marker = element("marker", { id: "map-head", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 4, markerHeight: 4, orient: "auto" });
  marker.append(element("path", { d: "M0 0L8 4L0 8Z", fill: "context-stroke" }));
  defs.append(marker);
  return defs;
}
