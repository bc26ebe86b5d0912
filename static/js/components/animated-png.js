// Joins PNG images to an animated PNG, which every browser and most programs play. The images must be of one size.

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** @typedef {{kind: string, data: Uint8Array<ArrayBuffer>}} Chunk a part of a PNG */

/** Return the checksum of a part. @param {Uint8Array} bytes */
export function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Return the parts of a PNG. @param {ArrayBuffer} image @returns {Chunk[]} */
export function readChunks(image) {
  const view = new DataView(image);
  const found = [];
  for (let at = SIGNATURE.length; at < image.byteLength; at += view.getUint32(at) + 12) {
    const kind = String.fromCharCode(...new Uint8Array(image, at + 4, 4));
    found.push({ kind, data: new Uint8Array(image, at + 8, view.getUint32(at)) });
  }
  return found;
}

/** Return a part with its length and checksum. @param {string} kind @param {Uint8Array} data */
function writeChunk(kind, data) {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(kind), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** Return numbers of four bytes, each the most significant byte first. @param {number[]} numbers */
function longs(...numbers) {
  const bytes = new Uint8Array(4 * numbers.length);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, place) => view.setUint32(4 * place, number));
  return bytes;
}

/** Return one after another. @param {Uint8Array} first @param {Uint8Array} second */
function joined(first, second) {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/**
 * Return an animated PNG that shows each image for so many milliseconds, over and over.
 * @param {ArrayBuffer[]} images @param {number[]} durations
 */
export function joinImages(images, durations) {
  const header = readChunks(images[0]).find(({ kind }) => kind === "IHDR")?.data ?? new Uint8Array(13);
  const parts = [
    new Uint8Array(SIGNATURE),
    writeChunk("IHDR", header),
    writeChunk("acTL", longs(images.length, 0)),
  ];
  let number = 0;
  for (const [place, image] of images.entries()) {
    // Its number, size and place, then the duration in thousandths of a second; it replaces what was there.
    const size = new DataView(header.buffer, header.byteOffset);
    const control = longs(number++, size.getUint32(0), size.getUint32(4), 0, 0, ((durations[place] << 16) | 1000) >>> 0);
    parts.push(writeChunk("fcTL", joined(control, new Uint8Array(2))));
    for (const { kind, data } of readChunks(image))
      if (kind === "IDAT")
        parts.push(place ? writeChunk("fdAT", joined(longs(number++), data)) : writeChunk("IDAT", data));
  }
  parts.push(writeChunk("IEND", new Uint8Array()));
  return new Blob(parts, { type: "image/png" });
}
