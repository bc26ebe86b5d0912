// What the scripts say, in the reader's language: Django's catalogue where the page has loaded it, else English.

/** @type {{gettext?: (text: string) => string, ngettext?: (one: string, many: string, count: number) => string}} */
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
 * Fill the named places of a sentence: `%(name)s`.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)s/g, (place, name) => String(values[name] ?? place));
}
