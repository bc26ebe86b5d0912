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

export function wordsAgreeWithWhatIsFilledIn() {
  const root = document.documentElement;
  const before = root.lang;
  const de = (/** @type {string | number} */ seat) => fill("la peça de %(seat)s", { seat });
  root.lang = "ca";
  same(["A", "F3", "Èlia", "“Orió”", "11", 1].map(de), [
    "la peça d’A",
    "la peça d’F3",
    "la peça d’Èlia",
    "la peça d’“Orió”",
    "la peça d’11",
    "la peça d’1",
  ]);
  same(["B", "Fidel", "Iolanda", "12"].map(de), [
    "la peça de B",
    "la peça de Fidel",
    "la peça de Iolanda",
    "la peça de 12",
  ]);
  root.lang = "es";
  same(de("A"), "la peça de A");
  same(fill("%(a)s y %(b)s", { a: "Ana", b: "Inés" }), "Ana e Inés");
  same(fill("%(a)s y %(b)s", { a: "Ana", b: "Hierro" }), "Ana y Hierro");
  root.lang = before;
}
