// The SVG of a map: the terrain, the armies, and arrows for moves.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { MARGIN, acrossTheEdge, createTerrain } from "./terrain.js";
import { arrowEnds } from "./geometry.js";
import { Captions } from "./captions.js";
import { createArmy, units, updateArmy } from "./armies.js";
import { svg } from "./elements.js";

/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Territory} Territory */
/** @typedef {import("./types.js").Point} Point */

/** The least height of an army's letter on the screen in pixels, and its usual one in units. */
const LEAST_LETTER = 11.5,
  LETTER = 13;

/** Draws the map, and the armies and arrows that it is given. Holds no rules. */
export class Scene {
  /**
   * @param {Ground} ground @param {string} name @param {string} sprite the address of the pictures of seats
   * @param {string} id of the map's element
   */
  constructor(ground, name, sprite, id) {
    this.sprite = sprite;
    /** @type {Map<string, Territory>} */
    this.places = new Map(ground.territories.map((each) => [each.id, each]));
    this.root = svg("svg", {
      viewBox: `${-MARGIN} ${-MARGIN} ${ground.width + 2 * MARGIN} ${ground.height + 2 * MARGIN}`,
      role: "group",
      "aria-label": name,
    });
    this.ground = ground;
    this.width = ground.width + 2 * MARGIN;
    const { cells, shapes, parts } = createTerrain(ground);
    this.cells = cells;
    /** The id of the group of all cells, which the small map shows again. */
    this.cellsId = `${id}-cells`;
    parts[2].setAttribute("id", this.cellsId);
    this.arrows = svg("g", { class: "map-arrows", "aria-hidden": "true" });
    /** @type {Map<string, SVGElement>} */
    this.armies = new Map(ground.territories.map((each) => [each.id, createArmy()]));
    const edge = MARGIN - 12;
    const limits = { left: -edge, top: -edge, right: ground.width + edge, bottom: ground.height + edge };
    this.captions = new Captions(ground, shapes, limits);
    /** @type {Record<string, {text: string, seat: string}>} */
    this.titles = Object.fromEntries(ground.regions.map(({ id, name }) => [id, { text: name, seat: "" }]));
    this.root.append(arrowHead(), ...parts, this.arrows, ...this.armies.values(), this.captions.root);
  }

  /** Pixels of a unit, as the map is shown now. */
  get scale() {
    return this.root.getBoundingClientRect().width / this.width;
  }

  /** Draw armies and captions at the size in which they can be read. */
  arrange() {
    const { scale } = this;
    if (!scale) return;
    const size = Math.max(1, LEAST_LETTER / LETTER / scale);
    for (const [id, army] of this.armies) {
      const { x, y } = /** @type {Territory} */ (this.places.get(id));
      army.setAttribute("transform", `translate(${x} ${y}) scale(${size.toFixed(3)})`);
    }
    this.captions.render(scale, size, this.titles);
  }

  /** Write the titles of the regions. @param {Record<string, {text: string, seat: string}>} titles */
  renderTitles(titles) {
    if (JSON.stringify(titles) === JSON.stringify(this.titles)) return;
    this.titles = titles;
    this.arrange();
  }

  /**
   * Draw the armies, and describe each territory.
   * @param {Pick<import("./types.js").Position, "pieces" | "building" | "capitals" | "unseen" | "counted">} position
   * @param {Record<string, string>} names of the seats
   */
  renderArmies(position, names) {
    const { pieces, building = {}, capitals = {} } = position;
    const holdings = new Map(pieces.map((piece) => [piece.tile, piece]));
    for (const [id, army] of this.armies) {
      const holding = holdings.get(id);
      updateArmy(army, holding, this.sprite, building[id] ?? 0);
      army.toggleAttribute("data-capital", Object.values(capitals).includes(id));
      const cell = this.cells.get(id);
      cell?.setAttribute("aria-label", this.describe(id, holding, names));
      cell?.setAttribute("data-seat", holding?.seat ?? "");
    }
    if (position.unseen || this.root.querySelector(".map-fog"))
      import("./fog.js").then(({ renderFog }) => renderFog(this, position));
  }

  /**
   * Return the description of a territory.
   * @param {string} id @param {import("./types.js").Holding | undefined} holding @param {Record<string, string>} names
   */
  describe(id, holding, names) {
    const name = this.places.get(id)?.name ?? id;
    if (!holding) return fill(gettext("%(name)s: nobody’s"), { name });
    const owner = holding.seat === "n" ? gettext("neutral") : (names[holding.seat] ?? holding.seat.toUpperCase());
    const armies = fill(ngettext("%(n)s army", "%(n)s armies", holding.armies), { n: holding.armies });
    const garrison = holding.units && units.text ? ` (${units.text(holding.units)})` : "";
    return fill(gettext("%(name)s: %(owner)s, %(armies)s"), { name, owner, armies: armies + garrison });
  }

  /** Draw the arrows of moves. @param {import("./types.js").Arrow[]} arrows */
  renderArrows(arrows) {
    const lines = arrows.flatMap(({ from, to, seat, plan }) =>
      this.waysBetween(from, to).map(([[x1, y1], [x2, y2]], at, { length }) => {
        const line = svg("line", { x1, y1, x2, y2, "data-seat": seat });
        if (at === length - 1) line.setAttribute("marker-end", "url(#map-head)");
        line.toggleAttribute("data-planned", Boolean(plan));
        return line;
      }),
    );
    this.arrows.replaceChildren(...lines);
  }

  /**
   * Return the lines from one territory to another: two where the route leaves the map on one side and comes back on
   * the other.
   * @param {string} from @param {string} to @returns {[Point, Point][]}
   */
  waysBetween(from, to) {
    const [a, b] = [this.places.get(from), this.places.get(to)];
    if (!a || !b) return [];
    const wraps = this.ground.routes.some(
      (each) => each.wraps && [each.a, each.b].sort().join() === [from, to].sort().join(),
    );
    if (!wraps) return [arrowEnds(a, b)];
    const lines = acrossTheEdge(a, b, this.ground.width);
    const [out, back] = a.x < b.x ? lines : lines.reverse();
    return [arrowEnds(a, out[1], 24, 0), arrowEnds(back[1], b, 0, 24)];
  }

  /**
   * Scroll a frame that is narrower than the map to these territories.
   * @param {HTMLElement} frame @param {string[]} ids
   */
  centre(frame, ids) {
    const found = ids.flatMap((id) => this.places.get(id)?.x ?? []);
    if (!found.length) return;
    const middle = (found.reduce((sum, x) => sum + x, 0) / found.length + MARGIN) / this.width;
    frame.scrollLeft = middle * frame.scrollWidth - frame.clientWidth / 2;
  }

  /** Highlight these territories, and no others. @param {string[]} ids */
  highlight(ids) {
    for (const [id, cell] of this.cells) cell.toggleAttribute("data-lit", ids.includes(id));
  }
}

/** Return the definition of arrow heads. */
function arrowHead() {
  const defs = svg("defs");
  const marker = svg("marker", {
    id: "map-head",
    viewBox: "0 0 8 8",
    refX: 6,
    refY: 4,
    markerWidth: 4,
    markerHeight: 4,
    orient: "auto",
  });
  marker.append(svg("path", { d: "M0 0L8 4L0 8Z", fill: "context-stroke" }));
  defs.append(marker);
  return defs;
}
