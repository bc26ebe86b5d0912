// The names of territories and regions on a map: measured, placed, and drawn anew at every zoom.
import { units } from "./armies.js";
import { linesOf, placeLabels } from "./labels.js";
import { distance } from "./geometry.js";
import { svg } from "./elements.js";

/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Territory} Territory */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./labels.js").Label} Label */
/** @typedef {import("./labels.js").Box} Box */

/** The least height of letters on the screen, in pixels, and the usual one on the map. */
const NAME = { least: 12, usual: 13.5 },
  TITLE = { least: 11.5, usual: 15, spacing: 0.1 },
  /** Half the width of an army with its letter, and its part below its centre, in units. */
  ARMY = { left: 20, right: 27, bottom: 19 },
  /** How far from a territory the title of its region may stand. */
  REACH = [0, 50, 100, 150];

/** Draws the captions of a map. */
export class Captions {
  /** @param {Ground} ground @param {Map<string, Point[]>} shapes @param {Box} limits */
  constructor(ground, shapes, limits) {
    this.ground = ground;
    this.limits = limits;
    /** @type {Point[]} */
    this.borders = [...shapes.values()].flat().filter((_point, at) => at % 2 === 0);
    this.root = svg("g", { class: "map-captions", "aria-hidden": "true" });
    this.context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  }

  /**
   * Draw all captions for which there is room.
   * @param {number} scale pixels of a unit @param {number} size of the armies, times the usual one
   * @param {Record<string, {text: string, seat: string}>} titles of the regions
   */
  render(scale, size, titles) {
    const style = getComputedStyle(this.root);
    const names = Math.max(NAME.usual, NAME.least / scale);
    const heads = Math.max(TITLE.usual, TITLE.least / scale);
    const armies = this.ground.territories.map((each) => armyBox(each, size));
    const limits = this.limits;
    this.context.font = `600 100px ${style.getPropertyValue("--face-text")}`;
    const placed = placeLabels(this.nameLabels(size), names, armies, limits, this.borders);
    const taken = placed.map(({ x, y, lines }) => textBox(x, y, this.em(lines) * names, lines.length, names));
    this.context.font = `700 100px ${style.getPropertyValue("--face-title")}`;
    const heights = placeLabels(this.titleLabels(titles), heads, [...armies, ...taken], limits, this.borders);
    this.root.replaceChildren(
      ...placed.map((each) => caption(each, names, "map-name")),
      ...heights.map((each) => {
        const text = caption(each, heads, "map-title");
        text.setAttribute("data-seat", titles[each.id].seat);
        text.setAttribute("data-region", each.id);
        return text;
      }),
    );
  }

  /** Return the width of the longest line in ems. @param {string[]} lines */
  em(lines) {
    return Math.max(...lines.map((line) => this.context.measureText(line).width)) / 100;
  }

  /**
   * Return the labels of the territories, those with the closest neighbours first.
   * @param {number} size @returns {Label[]}
   */
  nameLabels(size) {
    const { territories } = this.ground;
    const room = new Map(
      territories.map((each) => [
        each.id,
        Math.min(...territories.filter((other) => other !== each).map((other) => distance(each, other))),
      ]),
    );
    return [...territories]
      .sort((one, other) => (room.get(one.id) ?? 0) - (room.get(other.id) ?? 0))
      .map(({ id, name, x, y }) => ({
        id,
        versions: linesOf(name).map((lines) => ({ lines, em: this.em(lines) })),
        spots: (width, height) => {
          const [low, high] = [y + ARMY.bottom * size + height / 2, y - units.room * size - height / 2];
          const [east, west] = [x + ARMY.right * size + width / 2, x - ARMY.left * size - width / 2];
          const near = [0, -0.2, 0.2, -0.4, 0.4];
          return [
            ...near.map(
              (part) => /** @type {[number, number, number]} */ ([x + part * width, low, Math.abs(part) * 30]),
            ),
            [east, y, 16],
            [west, y, 18],
            ...near.map(
              (part) => /** @type {[number, number, number]} */ ([x + part * width, high, 14 + Math.abs(part) * 30]),
            ),
            [east, y + 14 * size, 20],
            [west, y + 14 * size, 22],
          ];
        },
      }));
  }

  /** @param {Record<string, {text: string}>} titles @returns {Label[]} */
  titleLabels(titles) {
    const { territories, regions } = this.ground;
    return regions.map(({ id }) => {
      const lines = titles[id].text.toUpperCase().split("\n");
      const longest = Math.max(...lines.map(({ length }) => length));
      const split = lines.length < 2 ? linesOf(lines[0]) : [lines];
      return {
        id,
        versions: split.map((each) => ({ lines: each, em: this.em(each) + TITLE.spacing * longest })),
        spots: () => territories.filter(({ region }) => region === id).flatMap((each) => this.around(each)),
      };
    });
  }

  /**
   * Return spots around a territory for the title of its region.
   * @param {Territory} home @returns {[number, number, number][]}
   */
  around(home) {
    const { territories } = this.ground;
    return REACH.flatMap((dx) => [dx, -dx]).flatMap((dx) =>
      [-115, -95, -75, -58, 50, 62, 80, 100].map((dy) => {
        const at = { x: home.x + dx, y: home.y + dy };
        const own = Math.min(
          ...territories.filter(({ region }) => region === home.region).map((each) => distance(each, at)),
        );
        const isOthers = territories.some((each) => each.region !== home.region && distance(each, at) < own);
        return /** @type {[number, number, number]} */ ([at.x, at.y, Math.hypot(dx, dy) / 5 + (isOthers ? 60 : 0)]);
      }),
    );
  }
}

/** Return the box of an army. @param {Territory} territory @param {number} size @returns {Box} */
function armyBox({ x, y }, size) {
  return {
    left: x - ARMY.left * size,
    right: x + ARMY.right * size,
    top: y - units.room * size,
    bottom: y + ARMY.bottom * size,
  };
}

/**
 * @param {number} x
 * @param {number} y of the first line @param {number} width @param {number} lines @param {number} size
 */
function textBox(x, y, width, lines, size) {
  const top = y - size * 0.86;
  return { left: x - width / 2 - 1, right: x + width / 2 + 1, top, bottom: top + lines * 1.12 * size };
}

/**
 * Return the element of a caption.
 * @param {import("./labels.js").Placed} placed @param {number} size @param {string} name
 */
function caption({ id, x, y, lines }, size, name) {
  const text = svg("text", {
    class: name,
    x: x.toFixed(1),
    y: y.toFixed(1),
    "font-size": size.toFixed(2),
    "data-of": id,
  });
  for (const [at, line] of lines.entries())
    text.append(svg("tspan", { x: x.toFixed(1), dy: at ? (size * 1.12).toFixed(2) : 0 }, line));
  return text;
}
