// Translation of the scripts' sentences, with Django's catalogue where the page has loaded it; else they stay English.

/**
 * @type {{gettext?: (text: string) => string, ngettext?: (one: string, many: string, count: number) => string,
 *   get_format?: (name: string) => unknown}}
 */
const catalogue = /** @type {any} */ (globalThis);

/** Return the translation of a text. @param {string} text */
export function gettext(text) {
  return catalogue.gettext?.(text) ?? text;
}

/** Return the translation for a count. @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  return catalogue.ngettext?.(one, many, count) ?? (count === 1 ? one : many);
}

/**
 * Format a whole number as the server does: with the language's thousands separator and a real minus sign.
 * @param {number} number
 */
export function formatNumber(number) {
  const separator = String(catalogue.get_format?.("THOUSAND_SEPARATOR") ?? ",");
  const digits = String(Math.abs(number)).replace(/\B(?=(\d{3})+$)/g, separator);
  return number < 0 ? `−${digits}` : digits;
}

/**
 * Fill the placeholders of a sentence, `%(name)s`; numbers are formatted.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)s/g, (placeholder, name) => {
    const value = values[name] ?? placeholder;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}
