import { answer, carry, count, parse } from "/static/js/components/guest-streak.js";
import { same } from "./check.js";

const THREE = { day: "2026-03-01", days: 3 };

export function whatIsStoredIsReadOrNothing() {
  same(parse("2026-03-01 3"), THREE);
  for (const text of ["", "nonsense 3", "2026-03-01"]) same(parse(text), { day: "", days: 0 });
}

export function rightAnswersOfDaysInARowCount() {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01"];
  same(
    days.reduce((streak, day) => answer(streak, day, true), parse("")),
    THREE,
  );
}

export function theFirstAnswerOfADayCountsAlone() {
  same(answer(THREE, "2026-03-01", false), THREE);
  same(answer(THREE, "2026-02-28", true), THREE);
}

export function aWrongAnswerAndAMissedDayEndThem() {
  same(answer(THREE, "2026-03-02", false), { day: "2026-03-02", days: 0 });
  same(answer(THREE, "2026-03-03", true), { day: "2026-03-03", days: 1 });
  same(
    ["2026-03-01", "2026-03-02", "2026-03-03"].map((today) => count(THREE, today)),
    [3, 3, 0],
  );
}

const NAME = "daily-puzzles";

/** Return a form as the pages of new dynasties have it. @param {string} today */
function createForm(today) {
  const form = document.createElement("form");
  form.action = "/puzzles/streak";
  form.dataset.today = today;
  return form;
}

/** Hand the stored text over while the site answers so; return what was sent, and what is stored then. */
async function hand(/** @type {string} */ stored, /** @type {Response} */ response) {
  /** @type {string[][]} */
  const sent = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (_address, given) => {
    sent.push([...(/** @type {FormData} */ (given?.body).values())].map(String));
    return response;
  };
  localStorage.setItem(NAME, stored);
  try {
    const isBelieved = await carry(createForm("2026-03-02"));
    return { sent, isBelieved, left: localStorage.getItem(NAME) };
  } finally {
    globalThis.fetch = fetch;
    localStorage.removeItem(NAME);
  }
}

export async function aNewDynastyIsHandedTheDaysOnce() {
  const found = await hand("2026-03-01 3", Response.json({ days: 3 }));
  same(found, { sent: [["2026-03-01", "3"]], isBelieved: true, left: "" });
}

export async function whatDoesNotCountAnyMoreIsNotSent() {
  same(await hand("2026-02-27 3", Response.json({ days: 3 })), { sent: [], isBelieved: false, left: "2026-02-27 3" });
}

export async function theDaysAreKeptWhereTheSiteDoesNotAnswer() {
  const found = await hand("2026-03-01 3", new Response("", { status: 503 }));
  same([found.isBelieved, found.left], [false, "2026-03-01 3"]);
}
