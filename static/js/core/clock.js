// The time that is left, told from the server's clock.
import { fill, gettext, ngettext } from "./i18n.js";

const SECOND = 1000,
  MINUTE = 60 * SECOND,
  HOUR = 60 * MINUTE,
  DAY = 24 * HOUR;

/** @param {number} left milliseconds */
export function remaining(left) {
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  if (left >= 2 * DAY)
    return fill(ngettext("%(n)s day", "%(n)s days", Math.floor(left / DAY)), { n: Math.floor(left / DAY) });
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (left >= HOUR) parts.unshift(Math.floor(seconds / 3600));
  return parts.map((part, place) => String(part).padStart(place ? 2 : 1, "0")).join(":");
}

/**
 * Show the time until the element's `datetime`.
 * @param {HTMLTimeElement} element
 * @param {number} ahead how far the server's clock is ahead of ours, in milliseconds
 */
export function tick(element, ahead = 0) {
  const moment = Date.parse(element.dateTime);
  if (Number.isNaN(moment)) return;
  const left = moment - Date.now() - ahead;
  const words = left > 0 ? remaining(left) : gettext("now");
  if (element.textContent !== words) element.textContent = words;
  element.closest(".clock")?.toggleAttribute("data-urgent", left > 0 && left < 10 * SECOND);
}
