// The puzzle of the day: shows its round on the board, and how many days in a row were solved in this browser. Only the
// first answer of a day counts, as the solution is shown after it.
import { fill, ngettext } from "../core/i18n.js";
import { addText, readTexts } from "../core/storage.js";

const KEY = "puzzles";
const SHOWN = "puzzles-shown";
const DAY = 24 * 60 * 60 * 1000;

/**
 * Return how many days in a row were solved, up to this day or the one before.
 * @param {string[]} solved @param {string} today both as 2030-01-31
 */
export function streak(solved, today) {
  const days = new Set(solved.map((day) => Date.parse(day) / DAY));
  let day = Date.parse(today) / DAY;
  if (!days.has(day)) day -= 1;
  let length = 0;
  while (days.has(day - length)) length += 1;
  return length;
}

/** Show the round, store the result and mark the solved days. @param {HTMLElement} page */
function openPuzzle(page) {
  const board = /** @type {import("../components/board/board.js").BattleBoard} */ (page.querySelector("battle-board"));
  const round = JSON.parse(document.getElementById("puzzle-round")?.textContent ?? "null");
  if (round) board.show(round, "answered" in page.dataset ? 0 : 1);
  const today = page.dataset.puzzle ?? "";
  const wasShown = readTexts(SHOWN).includes(today);
  if ("solved" in page.dataset && !wasShown) addText(KEY, today);
  if ("answered" in page.dataset) addText(SHOWN, today);
  const solved = readTexts(KEY);
  document.querySelector("[data-known]")?.toggleAttribute("hidden", !wasShown || solved.includes(today));
  const length = streak(solved, new Date().toISOString().slice(0, 10));
  const text = document.querySelector("[data-streak-words]");
  if (text && length) {
    text.textContent = fill(ngettext("Solved %(n)s day in a row", "Solved %(n)s days in a row", length), { n: length });
    document.querySelector("[data-streak]")?.removeAttribute("hidden");
  }
  for (const day of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-day]")))
    day.toggleAttribute("data-solved", solved.includes(day.dataset.day ?? ""));
}

const page = document.querySelector("[data-puzzle]");
if (page instanceof HTMLElement) customElements.whenDefined("battle-board").then(() => openPuzzle(page));
