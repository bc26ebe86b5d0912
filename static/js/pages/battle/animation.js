// A finished battle as one moving picture: the pictures of its rounds, drawn and joined in this browser.
import { joinImages } from "../../components/animated-png.js";
import { fill, gettext } from "../../core/i18n.js";

const SIDE = 480; // pixels of the longer side
const MAX_FRAMES = 40; // of a longer battle not every round is shown
const FRAME_DURATION = 1000; // milliseconds
const LAST_DURATION = 4000;

/** Return the rounds that are shown: the opening, 0, and all or every so many. @param {number} last */
export function listFrames(last) {
  const step = Math.ceil((last + 1) / MAX_FRAMES);
  const numbers = Array.from({ length: Math.ceil(last / step) }, (_, place) => place * step);
  return [...numbers, last];
}

/** Return a picture of the board after a round. @param {string} address @returns {Promise<ArrayBuffer>} */
async function draw(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const scale = SIDE / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#e7dcc3";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return drawn.arrayBuffer();
}

/** Make the animation, and let the browser save it. @param {HTMLElement} button */
async function save(button) {
  const { pictures = "", lastRound = "0", name = "battle" } = button.dataset;
  const words = button.querySelector("[data-words]") ?? button;
  const before = words.textContent;
  const numbers = listFrames(Number(lastRound));
  button.setAttribute("aria-disabled", "true");
  try {
    const images = [];
    for (const number of numbers) {
      words.textContent = fill(gettext("Drawing round %(number)s …"), { number });
      images.push(await draw(`${pictures}${number}.svg`));
    }
    const durations = numbers.map((_, place) => (place === numbers.length - 1 ? LAST_DURATION : FRAME_DURATION));
    const href = URL.createObjectURL(joinImages(images, durations));
    Object.assign(document.createElement("a"), { href, download: `${name}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    words.textContent = before;
  } catch {
    words.textContent = gettext("It could not be drawn. Try again in a minute.");
  }
  button.removeAttribute("aria-disabled");
}

/** Let a button save the battle as an animation. @param {HTMLElement} button */
export function listenToSave(button) {
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") !== "true") save(button);
  });
}
