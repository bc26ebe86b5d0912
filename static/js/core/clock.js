// Countdowns, by the clock of the server.
import { fill, gettext, ngettext } from "./i18n.js";

const SECOND = 1000,
  MINUTE = 60 * SECOND,
  HOUR = 60 * MINUTE,
  DAY = 24 * HOUR;

/** Return a duration as text: "0:09", "1:01:00" or "3 days". @param {number} left milliseconds */
export function formatRemaining(left) {
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  if (left >= 2 * DAY)
    return fill(ngettext("%(n)s day", "%(n)s days", Math.floor(left / DAY)), { n: Math.floor(left / DAY) });
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (left >= HOUR) parts.unshift(Math.floor(seconds / 3600));
  return parts.map((part, index) => String(part).padStart(index ? 2 : 1, "0")).join(":");
}

/**
 * Show the time until the element's `datetime`, and mark its clock as urgent for the last ten seconds.
 * @param {HTMLTimeElement} element
 * @param {number} offset how far the server's clock is ahead of the browser's, in milliseconds
 */
export function updateCountdown(element, offset = 0) {
  const deadline = Date.parse(element.dateTime);
  if (Number.isNaN(deadline)) return;
  const left = deadline - Date.now() - offset;
  const text = left > 0 ? formatRemaining(left) : gettext("now");
  if (element.textContent !== text) element.textContent = text;
  element.dataset.ticks = "";
  element.closest(".clock")?.toggleAttribute("data-urgent", left > 0 && left < 10 * SECOND);
}
