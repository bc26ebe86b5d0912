// The SVG of one board, in layers.
import { byRow, centre, direction, viewBox } from "./geometry.js";
import { arrow, ground, item, mark, piece, rulers, svg, trail, tray } from "./shapes.js";

/** From the bottom to the top. */
const LAYERS = [
  "ground",
  "grid",
  "targets",
  "items",
  "trails",
  "pieces",
  "danger",
  "notes",
  "hints",
  "order",
  "effects",
  "held",
  "pointers",
  "rulers",
];

/**
 * @typedef {import("./types.js").Actor} Actor
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Round} Round
 */

/** Draws the tiles, pieces, arrows and marks that it is given. Holds no rules. */
export class Scene {
  /** @param {string} sprite address of the figures */
  constructor(sprite) {
    this.sprite = sprite;
    this.root = /** @type {SVGSVGElement} */ (svg("svg", { class: "board" }));
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    for (const name of LAYERS)
      this.root.append(
        (this.layers[name] = svg("g", {
          class: `layer-${name}`,
          "aria-hidden": name === "grid" ? undefined : "true",
        })),
      );
    this.layers.grid.setAttribute("role", "grid");
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    /** The element of each actor, and what it shows. @type {Map<string, {element: SVGElement, shown: string}>} */
    this.actors = new Map();
  }

  /** Draw the tiles. @param {Position} position @param {string} name of the board, for screen readers */
  renderGround(position, name) {
    this.root.setAttribute("viewBox", viewBox(position).join(" "));
    this.layers.ground.replaceChildren(...tray(position.tiles));
    this.layers.grid.setAttribute("aria-label", name);
    this.layers.rulers.replaceChildren(...rulers(position));
    this.cells.clear();
    const rows = byRow(position.tiles).map((row) => svg("g", { role: "row" }, ...row.map((tile) => this.cell(tile))));
    this.layers.grid.replaceChildren(...rows);
  }

  /** @param {string} tile */
  cell(tile) {
    const cell = svg("g", { class: "tile", role: "gridcell", tabindex: -1, "data-tile": tile }, ...ground(tile));
    this.cells.set(tile, cell);
    return cell;
  }

  /**
   * Keep the coordinates in view while the board is larger than its window.
   * @param {number} right @param {number} down how far it is scrolled, in pixels @param {number} zoom
   */
  shiftRulers(right, down, zoom) {
    const [above, beside] = this.layers.rulers.children;
    const scale = this.root.getScreenCTM()?.a || 1;
    above?.setAttribute("transform", `translate(0 ${zoom > 1 ? down / scale : 0})`);
    beside?.setAttribute("transform", `translate(${zoom > 1 ? right / scale : 0} 0)`);
  }

  /**
   * Draw items, targets and the throne.
   * @param {Record<string, string>} items @param {Record<string, string[]>} targets @param {string | null} [throne]
   */
  renderThings(items, targets, throne) {
    this.layers.items.replaceChildren(...Object.entries(items).map(([tile, what]) => item(this.sprite, tile, what)));
    this.layers.targets.replaceChildren(
      ...Object.entries(targets).flatMap(([seat, tiles]) =>
        tiles.map((tile) => mark(this.sprite, "target", tile, seat, 96)),
      ),
      ...(throne ? [mark(this.sprite, "throne", throne, "", 96)] : []),
    );
  }

  /** Move the pieces to their tiles; add new ones and remove others. @param {Actor[]} actors */
  renderActors(actors) {
    const shifts = shiftsOf(actors);
    const ids = new Set(actors.map(({ id }) => id));
    for (const [id, { element }] of this.actors) if (!ids.has(id)) this.removeActor(id, element);
    for (const actor of actors) this.renderActor(actor, shifts.get(actor.id) ?? [0, 0, 1]);
  }

  /** @param {Actor} actor @param {number[]} shift right, down and scale */
  renderActor(actor, [right, down, scale]) {
    const shown = [actor.seat, actor.kind, actor.experience].join(" ");
    let known = this.actors.get(actor.id);
    if (!known) {
      known = { element: piece(this.sprite, actor), shown };
      this.actors.set(actor.id, known);
      this.layers.pieces.append(known.element);
    } else if (known.shown !== shown) {
      known.element.classList.toggle("turned", known.element.dataset.seat !== actor.seat);
      known.element.replaceChildren(...piece(this.sprite, actor).children);
      known.shown = shown;
    }
    const [x, y] = centre(actor.tile);
    known.element.dataset.seat = actor.seat;
    known.element.dataset.kind = actor.kind;
    known.element.dataset.tile = actor.tile;
    known.element.classList.toggle("gone", actor.gone);
    known.element.style.transform = `translate(${x + right}px, ${y + down}px) scale(${scale})`;
  }

  /** @param {string} id @param {SVGElement} element */
  removeActor(id, element) {
    element.remove();
    this.actors.delete(id);
  }

  /** Remove all pieces, so that the next ones do not glide from where these stood. */
  clearActors() {
    this.actors.clear();
    this.layers.pieces.replaceChildren();
  }

  /** Mark where the selected piece can go. @param {string[]} tiles @param {Set<string>} occupied tiles with a piece */
  renderHints(tiles, occupied) {
    this.layers.hints.replaceChildren(
      ...tiles.map((tile) => {
        const [x, y] = centre(tile);
        return occupied.has(tile)
          ? svg("path", { class: "hint take", d: corners(x, y) })
          : svg("circle", { class: "hint", cx: x, cy: y, r: 15 });
      }),
    );
  }

  /** Draw arrows of orders. @param {import("./types.js").Arrow[]} orders @param {string} css */
  renderOrders(orders, css = "own") {
    this.layers.order.replaceChildren(...orders.map(({ from, to, seat }) => arrow(from, to, css, seat)));
  }

  /**
   * Draw the arrows and marks of a frame.
   * @param {import("./types.js").Arrow[]} arrows @param {import("./types.js").Mark[]} marks
   */
  renderEffects(arrows, marks) {
    const elements = marks.map(({ name, at }) => mark(this.sprite, name, at, "", name === "clash" ? 88 : 56));
    this.layers.effects.replaceChildren(
      ...arrows.map(({ from, to, seat }) => arrow(from, to, "revealed", seat)),
      ...elements,
    );
  }

  /**
   * Draw the paths of a closed round: solid as ordered, dashed for bounces, with marks for captures.
   * @param {Round | null} round
   */
  renderTrails(round) {
    this.layers.trails.replaceChildren(
      ...(round ? trailsOf(round).map(({ from, to, css, seat }) => trail(from, to, css, seat)) : []),
    );
    const takes = (round?.events ?? []).filter(({ kind }) => kind === "took");
    this.layers.notes.replaceChildren(...takes.map(({ at = "" }) => mark(this.sprite, "taken", at, "", 40, -31, 31)));
  }

  /**
   * Draw a copy of the dragged piece; null: remove it.
   * @param {import("./types.js").Piece | null} dragged @param {number} x @param {number} y
   */
  renderDragged(dragged, x = 0, y = 0) {
    if (!dragged) return this.layers.held.replaceChildren();
    if (!this.layers.held.firstChild) this.layers.held.append(piece(this.sprite, dragged));
    /** @type {SVGElement} */ (this.layers.held.firstChild).style.transform = `translate(${x}px, ${y}px) scale(1.12)`;
  }

  /** Return a point of the screen in the board's units. @param {number} x @param {number} y */
  toBoard(x, y) {
    const { x: right, y: down } = new DOMPoint(x, y).matrixTransform(this.root.getScreenCTM()?.inverse());
    return [right, down];
  }
}

/** Return the path of four corners around a tile. @param {number} x @param {number} y of its centre */
function corners(x, y) {
  const outer = 47,
    inner = 27;
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(([a, b]) => `M${x + a * inner} ${y + b * outer}H${x + a * outer}V${y + b * inner}`)
    .join("");
}

/**
 * Return how pieces that share a tile are shifted: towards where they came from, and smaller.
 * @param {Actor[]} actors @returns {Map<string, number[]>}
 */
function shiftsOf(actors) {
  /** @type {Map<string, Actor[]>} */
  const groups = new Map();
  for (const actor of actors) if (!actor.gone) groups.set(actor.tile, [...(groups.get(actor.tile) ?? []), actor]);
  const shifts = new Map();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const { id, tile } of group) {
      const [right, down] = id === tile ? [0, 0] : direction(tile, id);
      shifts.set(id, [right * 34, down * 34, 0.74]);
    }
  }
  return shifts;
}

/** Return the paths of a round, as ordered and as bounced. @param {Round} round */
function trailsOf({ events }) {
  const ends = new Map();
  for (const { kind, piece: id, at, to } of events)
    if (["fixed", "sprung", "home", "took"].includes(kind)) ends.set(id, kind === "sprung" ? to : at);
  return events
    .filter(({ kind }) => kind === "ordered")
    .flatMap(({ piece: from = "", to = "", seat = "" }) => {
      const end = ends.get(from) ?? to;
      const back = end === to ? [] : [{ from: to, to: end, css: "bounced", seat }];
      return [{ from, to, css: "wanted", seat }, ...back];
    });
}
