// What the others in a room point at, drawn on the board in a hue that no seat has.
import { centre } from "../../components/board/geometry.js";
import { svg } from "../../components/board/shapes.js";

/** @typedef {{name: string, tile: string, piece: string}} Pointer */

const HALF = 46,
  LETTER = 8.2,
  MAX_NAME = 16;

/** Draw a frame around each tile that is pointed at, with the names. @param {import("../../components/board/scene.js").Scene} scene @param {Pointer[]} pointers */
export function renderPointers(scene, pointers) {
  const layer = scene.layers.pointers;
  const shown = pointers.filter(({ tile }) => scene.cells.has(tile));
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const { tile, name } of shown) names.set(tile, [...(names.get(tile) ?? []), name]);
  layer.replaceChildren(
    ...shown.flatMap(({ tile, piece }) => (scene.cells.has(piece) && piece !== tile ? line(piece, tile) : [])),
    ...[...names].map(([tile, there]) => frame(tile, there)),
  );
}

/** Return a dotted line from a piece that is piece to what is pointed at. @param {string} from @param {string} to */
function line(from, to) {
  const [[x, y], [right, down]] = [centre(from), centre(to)];
  const d = `M${x} ${y}L${right} ${down}`;
  return [svg("path", { class: "from", d }), svg("path", { class: "from bright", d })];
}

/** Return the four corners around a tile, and who points there. @param {string} tile @param {string[]} names */
function frame(tile, names) {
  const [x, y] = centre(tile);
  const d = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(([h, v]) => `M${x + h * HALF} ${y + v * (HALF - 24)}V${y + v * HALF}H${x + h * (HALF - 24)}`)
    .join("");
  const labels = names.map((name, at) => label(name, x, y - HALF + 2 + at * 22));
  return svg("g", { "data-pointed": tile }, svg("path", { class: "frame", d }), svg("path", { class: "frame bright", d }), ...labels);
}

/** @param {string} name @param {number} x @param {number} y */
function label(name, x, y) {
  const text = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
  const width = text.length * LETTER + 14;
  return svg(
    "g",
    {},
    svg("rect", { x: x - width / 2, y: y - 11, width, height: 21, rx: 10 }),
    svg("text", { x, y: y + 5 }, text),
  );
}
