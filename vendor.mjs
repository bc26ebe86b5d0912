// Copies the few foreign files that the pages use to static/vendor, and writes down their hashes.
// `npm ci && npm run vendor`; the copies are committed, so that node is never needed to play.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const TARGET = "static/vendor";
const COPIES = {
  "fonts/cinzel.woff2": "@fontsource-variable/cinzel/files/cinzel-latin-wght-normal.woff2",
  "fonts/garamond.woff2": "@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2",
  "fonts/garamond-italic.woff2": "@fontsource/eb-garamond/files/eb-garamond-latin-400-italic.woff2",
  "licences/cinzel.txt": "@fontsource-variable/cinzel/LICENSE",
  "licences/eb-garamond.txt": "@fontsource-variable/eb-garamond/LICENSE",
  "licences/lucide.txt": "lucide-static/LICENSE",
};
const ICONS = `
  arrow-left arrow-right bed bell book-open bot castle check chevron-left chevron-right circle-alert circle-check
  clock coins crown dices download eye feather film flag flask-conical gavel gem gift globe graduation-cap hand-coins
  hourglass image info key keyboard landmark link log-in log-out maximize medal moon pause play plus repeat rotate-ccw
  route scroll-text search share-2 shield shield-alert skip-back skip-forward skull step-back step-forward sun
  sun-moon sword swords table triangle-alert trophy undo-2 user users volume-2 volume-x x zoom-in zoom-out`
  .trim()
  .split(/\s+/);

/** One icon of lucide as a symbol, its drawing only. */
function symbol(name) {
  const svg = readFileSync(join("node_modules/lucide-static/icons", `${name}.svg`), "utf8");
  const drawing = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"));
  return `<symbol id="${name}" viewBox="0 0 24 24">${drawing.replace(/\s+/g, " ").trim()}</symbol>`;
}

function write(path, content) {
  const full = join(TARGET, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  return createHash("sha256").update(content).digest("hex");
}

const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${ICONS.map(symbol).join("\n")}\n</svg>\n`;
const hashes = { "icons.svg": write("icons.svg", sprite) };
for (const [to, from] of Object.entries(COPIES)) hashes[to] = write(to, readFileSync(join("node_modules", from)));
const sorted = Object.fromEntries(Object.entries(hashes).sort());
writeFileSync(join(TARGET, "SHA256.json"), `${JSON.stringify(sorted, null, 2)}\n`);
