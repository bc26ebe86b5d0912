import { streak } from "/static/js/pages/puzzle.js";
import { same } from "./check.js";

export function daysInARowAreCounted() {
  same(streak([], "2030-03-01"), 0);
  same(streak(["2030-03-01"], "2030-03-01"), 1);
  same(streak(["2030-02-28", "2030-02-27"], "2030-03-01"), 2);
  same(streak(["2030-03-01", "2030-02-28", "2030-02-26"], "2030-03-01"), 2);
  same(streak(["2030-02-27"], "2030-03-01"), 0);
}

export function aYearEndsWithoutEndingIt() {
  same(streak(["2030-01-01", "2029-12-31", "2029-12-30"], "2030-01-01"), 3);
}
