import { answer, count, parse } from "/static/js/components/guest-streak.js";
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
