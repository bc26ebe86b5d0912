import { checksum, joinImages, readChunks } from "/static/js/components/animated-png.js";
import { listFrames } from "/static/js/pages/battle/animation.js";
import { same } from "./check.js";

/** A picture of one colour. @param {string} colour @returns {Promise<ArrayBuffer>} */
async function picture(colour) {
  const canvas = Object.assign(document.createElement("canvas"), { width: 8, height: 6 });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = colour;
  context.fillRect(0, 0, 8, 6);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return blob.arrayBuffer();
}

export function theChecksumIsThatOfPng() {
  same(checksum(new TextEncoder().encode("IEND")), 0xae426082);
}

export async function imagesBecomeFramesThatTheBrowserShows() {
  const joined = joinImages([await picture("red"), await picture("blue")], [1000, 4000]);
  const chunks = readChunks(await joined.arrayBuffer());
  const kinds = chunks.map(({ kind }) => kind);
  same(
    kinds.filter((kind, place) => kind !== kinds[place - 1]),
    ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"],
  );
  const controls = chunks.filter(({ kind }) => kind === "fcTL").map(({ data }) => new DataView(data.buffer, data.byteOffset));
  same(
    controls.map((view) => [view.getUint16(20), view.getUint16(22)]),
    [
      [1000, 1000],
      [4000, 1000],
    ],
  );
  const image = await createImageBitmap(joined);
  same([image.width, image.height], [8, 6]);
}

export function longBattlesShowSomeOfTheirRounds() {
  same(listFrames(3), [0, 1, 2, 3]);
  same(listFrames(100).length <= 41, true);
  same([listFrames(100)[0], listFrames(100).at(-1)], [0, 100]);
}
