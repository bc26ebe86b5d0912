import { fill, formatNumber } from "/static/js/core/i18n.js";
import { same } from "./check.js";

const page = /** @type {any} */ (globalThis);

export function numbersAreGroupedAsTheLanguageDoes() {
  same([0, 999, 1000, 20_000, 1_234_567, -1500].map(formatNumber), [
    "0",
    "999",
    "1,000",
    "20,000",
    "1,234,567",
    "−1,500",
  ]);
  page.get_format = (/** @type {string} */ name) => ({ THOUSAND_SEPARATOR: "." })[name];
  same(
    fill("%(n)s armies on %(place)s, %(text)s", { n: 12_000, place: "C1", text: "1000" }),
    "12.000 armies on C1, 1000",
  );
  delete page.get_format;
}

export function aPlaceThatNothingFillsStays() {
  same(fill("%(n)s of %(all)s", { n: 1 }), "1 of %(all)s");
}
