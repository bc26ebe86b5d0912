// What a seat receives for the next round, and for what.
import { fill, gettext, ngettext } from "../../core/i18n.js";

/** @typedef {{divisor?: number, minimum?: number, base?: number, field?: number}} Rule */
/** @typedef {import("./regions.js").Region} Region */

/**
 * Return the income of a seat and the sentence that explains it.
 * @param {Rule} rule @param {number} count of territories @param {Region[]} regions those held whole that pay
 */
export function incomeOf(rule, count, regions) {
  if (!count) return { total: 0, text: "" };
  if (rule.base !== undefined) {
    const total = rule.base + (rule.field ?? 0) * (count - 1);
    return { total, text: fill(ngettext("%(n)s coin a round", "%(n)s coins a round", total), { n: total }) };
  }
  const land = Math.max(rule.minimum ?? 0, Math.floor(count / (rule.divisor ?? 1)));
  const total = regions.reduce((sum, { bonus }) => sum + bonus, land);
  const parts = [
    fill(gettext("%(n)s for land"), { n: land }),
    ...regions.map(({ name, bonus }) => `${name} ${bonus}`),
  ].join(" + ");
  const short = fill(gettext("+%(n)s a turn"), { n: total });
  return { total, text: regions.length ? `${short} (${parts})` : short };
}
