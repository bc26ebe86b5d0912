// Puzzles for practice: the page holds a dozen with their solutions, so that all of it works without a network.
import "../components/board/board.js";
import { storeNextDozen } from "../components/offline-practice.js";
import { fill, gettext } from "../core/i18n.js";
import { DOZEN, noteSolved, placeAfter, solvedPlaces } from "../core/practice.js";

/** @typedef {{right: boolean, grade: string, words: string, chance: number}} Judgement */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-practice]"));
const dozen = Number(page.dataset.practice);
const room = /** @type {HTMLElement} */ (page.querySelector("[data-puzzle-place]"));
const buttons = /** @type {HTMLButtonElement[]} */ ([...page.querySelectorAll("[data-place]")]);

/** Mark the puzzles that are solved, and the one that is open. @param {number} open */
function markPlaces(open) {
  const solved = solvedPlaces(dozen);
  for (const button of buttons) {
    const place = Number(button.dataset.place);
    button.toggleAttribute("data-solved", solved.has(place));
    if (solved.has(place)) button.setAttribute("aria-label", button.dataset.solvedWords ?? "");
    if (place === open) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  page.querySelector("[data-all-solved]")?.toggleAttribute("hidden", solved.size < DOZEN);
}

/** Open a puzzle. @param {number} place @param {boolean} isAsked whether the reader has just asked for it */
function openPuzzle(place, isAsked = true) {
  const template = document.querySelector(`template[data-puzzle="${place}"]`);
  if (!(template instanceof HTMLTemplateElement)) return;
  const isThere = !isAsked && room.dataset.puzzlePlace === String(place);
  if (!isThere) room.replaceChildren(template.content.cloneNode(true));
  room.dataset.puzzlePlace = String(place);
  markPlaces(place);
  listen(place);
  if (isAsked) focusOn("#answer-title");
}

/** @param {string} selector */
function focusOn(selector) {
  /** @type {HTMLElement | null} */ (room.querySelector(selector))?.focus();
}

/** Let the puzzle that is open be answered. @param {number} place */
function listen(place) {
  const board = /** @type {import("../components/board/board.js").BattleBoard} */ (room.querySelector("battle-board"));
  const form = /** @type {HTMLFormElement} */ (room.querySelector("[data-answer]"));
  const input = /** @type {HTMLInputElement} */ (form.querySelector("#order-text"));
  board.addEventListener("order", (event) => {
    const order = /** @type {CustomEvent} */ (event).detail.text;
    input.value = order;
    board.update({ ...board.live, you: { seat: board.you, legal: board.legal, order } });
    form.querySelector("button")?.focus();
  });
  board.addEventListener("inspect", (event) => {
    const words = room.querySelector("[data-tile-text]");
    if (words) words.textContent = /** @type {CustomEvent} */ (event).detail.text;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const hold = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value;
    answer(place, hold || input.value.trim().toUpperCase());
  });
  room.querySelector("[data-next]")?.addEventListener("click", () => openPuzzle(placeAfter(solvedPlaces(dozen), place)));
  room.querySelector("[data-again-puzzle]")?.addEventListener("click", () => openPuzzle(place));
}

/** Judge an answer, and show the solution. @param {number} place @param {string} order */
function answer(place, order) {
  /** @type {Record<string, Judgement>} */
  const judgements = JSON.parse(room.querySelector("#judgements")?.textContent ?? "{}");
  const judged = Object.hasOwn(judgements, order) ? judgements[order] : undefined;
  room.querySelector("[data-wrong]")?.toggleAttribute("hidden", Boolean(judged));
  room.querySelector("#order-text")?.setAttribute("aria-invalid", String(!judged));
  if (!judged) return;
  if (judged.right) noteSolved(dozen, place);
  showJudgement(order, judged);
  markPlaces(place);
  focusOn("#solution-title");
  if (solvedPlaces(dozen).size === DOZEN) storeNextDozen().catch(() => {});
}

/** Return a number of percent as the language writes it. @param {number} number */
const percent = (number) => (number / 100).toLocaleString(document.documentElement.lang, { style: "percent" });

/** @param {string} order @param {Judgement} judged */
function showJudgement(order, judged) {
  const solution = /** @type {HTMLElement} */ (room.querySelector("[data-solution]"));
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (solution.querySelector(`[data-${name}]`));
  part("right").hidden = !judged.right;
  part("not-right").hidden = judged.right;
  part("order").textContent = order === "-" ? (part("order").dataset.hold ?? "") : order;
  part("grade").textContent = judged.words;
  part("grade").dataset.grade = judged.grade;
  part("chance").textContent = fill(gettext("Chance to win: %(chance)s. With the best order: %(best)s."), {
    chance: percent(judged.chance),
    best: percent(Number(part("chance").dataset.chance)),
  });
  solution.hidden = false;
  room.querySelector("[aria-labelledby=answer-title]")?.toggleAttribute("hidden", true);
}

for (const button of buttons) button.addEventListener("click", () => openPuzzle(Number(button.dataset.place)));
openPuzzle(placeAfter(solvedPlaces(dozen), 0), false);
