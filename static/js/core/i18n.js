// What the scripts say, in the reader's language: Django's catalogue where the page has loaded it, else English.

/**
 * @type {{gettext?: (text: string) => string, ngettext?: (one: string, many: string, count: number) => string,
 *   get_format?: (name: string) => unknown}}
 */
const catalogue = /** @type {any} */ (globalThis);

/** @param {string} text */
export function gettext(text) {
  return catalogue.gettext?.(text) ?? text;
}

/** @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  return catalogue.ngettext?.(one, many, count) ?? (count === 1 ? one : many);
}

/**
 * Write a whole number as `dynasty/numbers.py` does: the thousands separator of the language, and a real minus sign.
 * @param {number} number
 */
export function grouped(number) {
  const separator = String(catalogue.get_format?.("THOUSAND_SEPARATOR") ?? ",");
  const digits = String(Math.abs(number)).replace(/\B(?=(\d{3})+$)/g, separator);
  return number < 0 ? `−${digits}` : digits;
}

/**
 * Fill the named places of a sentence, `%(name)s`; numbers are grouped.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)s/g, (place, name) => {
    const value = values[name] ?? place;
    return typeof value === "number" ? grouped(value) : value;
  });
}
