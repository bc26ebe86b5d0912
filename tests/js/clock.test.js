import { formatRemaining, updateCountdown } from "/static/js/core/clock.js";
import { fill, gettext, ngettext } from "/static/js/core/i18n.js";
import { same } from "./check.js";

const SECOND = 1000,
  HOUR = 3600 * SECOND;

export function timeIsShownAsShortlyAsItCanBe() {
  const shown = [9 * SECOND, 61 * SECOND, HOUR, 26 * HOUR + 5 * SECOND, 72 * HOUR, -5].map(formatRemaining);
  same(shown, ["0:09", "1:01", "1:00:00", "26:00:05", "3 days", "0:00"]);
}

export function theServersClockCounts() {
  const time = document.createElement("time");
  time.dateTime = new Date(Date.now() + 60_000).toISOString();
  updateCountdown(time, 30_000);
  same(["0:30", "0:29"].includes(time.textContent), true, time.textContent);
  updateCountdown(time, 90_000);
  same(time.textContent, "now");
}

export function sentencesAreFilledAndUnknownPlacesKept() {
  same(fill("%(piece)s to %(to)s", { piece: "C5" }), "C5 to %(to)s");
  same([gettext("Board"), ngettext("one", "many", 1), ngettext("one", "many", 2)], ["Board", "one", "many"]);
}
