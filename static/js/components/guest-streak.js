// The daily puzzles in a row of somebody without a dynasty. They are kept in this browser, and sent once: to the dynasty
// that is founded then.
import { fill, ngettext } from "../core/i18n.js";
import { readText, writeText } from "../core/storage.js";

/** @typedef {{day: string, days: number}} Streak The day of the last first answer, and how many right ones in a row. */

const NAME = "daily-puzzles";
const DAY = 86_400_000;

/** Return the day before. @param {string} day such as 2026-11-23 */
const before = (day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

/** Return what is stored as a text, such as "2026-11-23 4". @param {string} text @returns {Streak} */
export function parse(text) {
  const [, day = "", days = "0"] = /^(\d{4}-\d{2}-\d{2}) (\d{1,5})$/.exec(text) ?? [];
  return { day, days: Number(days) };
}

/**
 * Return the streak after an answer to the puzzle of a day, of which the first answer counts.
 * @param {Streak} streak @param {string} day @param {boolean} isRight
 */
export function answer(streak, day, isRight) {
  if (streak.day >= day) return streak;
  return { day, days: isRight ? (streak.day === before(day) ? streak.days : 0) + 1 : 0 };
}

/** Return the days in a row on a day: a day that was missed ends them. @param {Streak} streak @param {string} today */
export function count(streak, today) {
  return streak.day >= before(today) ? streak.days : 0;
}

/** Note the answer that a page shows, if it shows one, and tell the days in a row. @param {HTMLElement} element */
export function showStreak(element) {
  const today = element.dataset.today ?? "";
  let streak = parse(readText(NAME));
  if (element.dataset.answered) {
    streak = answer(streak, today, element.dataset.answered === "right");
    writeText(NAME, `${streak.day} ${streak.days}`);
  }
  const days = count(streak, today);
  const words = element.querySelector("[data-streak-words]");
  if (!days || !words) return;
  const sentence = ngettext("%(n)s daily puzzle in a row", "%(n)s daily puzzles in a row", days);
  words.textContent = fill(sentence, { n: days });
  element.hidden = false;
}

/**
 * Hand the days in a row that still count to a new dynasty, and forget them here; return whether the site believed them.
 * @param {HTMLFormElement} form
 */
export async function carry(form) {
  const { day, days } = parse(readText(NAME));
  if (!count({ day, days }, form.dataset.today ?? "")) return false;
  const body = new FormData(form);
  body.set("day", day);
  body.set("days", String(days));
  const response = await fetch(form.action, { method: "POST", body });
  if (!response.ok) return false;
  writeText(NAME, "");
  return (await response.json()).days > 0;
}

const form = /** @type {HTMLFormElement | null} */ (globalThis.document?.querySelector("[data-carry-streak]"));
if (form) carry(form).then((isBelieved) => isBelieved && location.reload(), console.warn);
const element = /** @type {HTMLElement | null} */ (globalThis.document?.querySelector("[data-guest-streak]"));
if (element) showStreak(element);
