// The SVG of one board, in layers from the tray up to the marks. It draws what it is told, and decides nothing.
import { byRow, centre, direction, viewBox } from "./geometry.js";
import { arrow, ground, item, mark, piece, svg, trail, tray } from "./shapes.js";

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
];

/**
 * @typedef {import("./types.js").Actor} Actor
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Round} Round
 */

export class Scene {
  /** @param {string} sprite where the figures are */
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
    /** @type {Map<string, {element: SVGElement, looks: string}>} */
    this.actors = new Map();
  }

  /** The tiles; they are drawn once for each board. @param {Position} position @param {string} name */
  drawGround(position, name) {
    this.root.setAttribute("viewBox", viewBox(position).join(" "));
    this.layers.ground.replaceChildren(...tray(position.tiles));
    this.layers.grid.setAttribute("aria-label", name);
    const tiles = new Set(position.tiles);
    this.cells.clear();
    const rows = byRow(position.tiles).map((row) =>
      svg("g", { role: "row" }, ...row.map((tile) => this.cell(tile, tiles))),
    );
    this.layers.grid.replaceChildren(...rows);
  }

  /** @param {string} tile @param {Set<string>} tiles */
  cell(tile, tiles) {
    const cell = svg(
      "g",
      { class: "tile", role: "gridcell", tabindex: -1, "data-tile": tile },
      ...ground(tile, tiles),
    );
    this.cells.set(tile, cell);
    return cell;
  }

  /** @param {Record<string, string>} items @param {Record<string, string[]>} targets */
  drawThings(items, targets) {
    this.layers.items.replaceChildren(...Object.entries(items).map(([tile, what]) => item(this.sprite, tile, what)));
    this.layers.targets.replaceChildren(
      ...Object.entries(targets).flatMap(([seat, tiles]) =>
        tiles.map((tile) => mark(this.sprite, "target", tile, seat, 96)),
      ),
    );
  }

  /** Bring every piece to its place; those that are new appear there. @param {Actor[]} actors */
  drawActors(actors) {
    const shifts = crowding(actors);
    const ids = new Set(actors.map(({ id }) => id));
    for (const [id, { element }] of this.actors) if (!ids.has(id)) this.forget(id, element);
    for (const actor of actors) this.drawActor(actor, shifts.get(actor.id) ?? [0, 0, 1]);
  }

  /** @param {Actor} actor @param {number[]} shift */
  drawActor(actor, [right, down, scale]) {
    const looks = [actor.seat, actor.kind, actor.experience].join(" ");
    let known = this.actors.get(actor.id);
    if (!known) {
      known = { element: piece(this.sprite, actor), looks };
      this.actors.set(actor.id, known);
      this.layers.pieces.append(known.element);
    } else if (known.looks !== looks) {
      known.element.replaceChildren(...piece(this.sprite, actor).children);
      known.looks = looks;
    }
    const [x, y] = centre(actor.tile);
    known.element.dataset.seat = actor.seat;
    known.element.dataset.kind = actor.kind;
    known.element.dataset.tile = actor.tile;
    known.element.classList.toggle("gone", actor.gone);
    known.element.style.transform = `translate(${x + right}px, ${y + down}px) scale(${scale})`;
  }

  /** @param {string} id @param {SVGElement} element */
  forget(id, element) {
    element.remove();
    this.actors.delete(id);
  }

  /** Start anew: no piece glides from where it stood. */
  clearActors() {
    this.actors.clear();
    this.layers.pieces.replaceChildren();
  }

  /** Where a selected piece can go. @param {string[]} tiles @param {Set<string>} taken tiles on which a piece stands */
  drawHints(tiles, taken) {
    this.layers.hints.replaceChildren(
      ...tiles.map((tile) => {
        const [x, y] = centre(tile);
        return taken.has(tile)
          ? svg("path", { class: "hint take", d: bracket(x, y) })
          : svg("circle", { class: "hint", cx: x, cy: y, r: 15 });
      }),
    );
  }

  /** Orders that are given. @param {import("./types.js").Arrow[]} orders @param {string} css */
  drawOrders(orders, css = "own") {
    this.layers.order.replaceChildren(...orders.map(({ from, to, seat }) => arrow(from, to, css, seat)));
  }

  /** @param {{from: string, to: string, seat: string}[]} arrows @param {{name: string, at: string}[]} marks */
  drawEffects(arrows, marks) {
    const drawn = marks.map(({ name, at }) => mark(this.sprite, name, at, "", name === "clash" ? 88 : 56));
    this.layers.effects.replaceChildren(
      ...arrows.map(({ from, to, seat }) => arrow(from, to, "told", seat)),
      ...drawn,
    );
  }

  /** The paths of a round that is over: wanted solid, bounced dashed, takes marked. @param {Round | null} round */
  drawTrails(round) {
    this.layers.trails.replaceChildren(
      ...(round ? trailsOf(round).map(({ from, to, css, seat }) => trail(from, to, css, seat)) : []),
    );
    const takes = (round?.events ?? []).filter(({ kind }) => kind === "took");
    this.layers.notes.replaceChildren(...takes.map(({ at = "" }) => mark(this.sprite, "taken", at, "", 40, -31, 31)));
  }

  /** A copy of a piece under the pointer. @param {import("./types.js").Piece | null} held @param {number} x @param {number} y */
  drawHeld(held, x = 0, y = 0) {
    if (!held) return this.layers.held.replaceChildren();
    if (!this.layers.held.firstChild) this.layers.held.append(piece(this.sprite, held));
    /** @type {SVGElement} */ (this.layers.held.firstChild).style.transform = `translate(${x}px, ${y}px) scale(1.12)`;
  }

  /** A point of the screen in the board's units. @param {number} x @param {number} y */
  point(x, y) {
    const { x: right, y: down } = new DOMPoint(x, y).matrixTransform(this.root.getScreenCTM()?.inverse());
    return [right, down];
  }
}

/** Four corners around a tile whose piece can be taken. @param {number} x @param {number} y */
function bracket(x, y) {
  const far = 47,
    near = 27;
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(([a, b]) => `M${x + a * near} ${y + b * far}H${x + a * far}V${y + b * near}`)
    .join("");
}

/** Pieces that want one tile press on it from where they came. @param {Actor[]} actors @returns {Map<string, number[]>} */
function crowding(actors) {
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

/** @param {Round} round */
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
