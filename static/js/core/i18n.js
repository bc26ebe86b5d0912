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

const PLACE = "%\\((\\w+)\\)s";
const PARTICLE = new RegExp(`(^|[^\\p{L}])([Dd])e (?=${PLACE})`, "gu");
const AND = new RegExp(`(^|[^\\p{L}])y (?=${PLACE})`, "gu");
const SPELLED = /^[FHLMNRSXY]\d*(?![\p{L}\d’'.])/u;
const ONE_OR_ELEVEN = /^(1(?![\d.])|11(?!\d)|1\.\d{3}\.\d{3}(?![\d.]))/;

/**
 * Fill the placeholders of a sentence, `%(name)s`, as core/sentences.py does; numbers are formatted.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export function fill(sentence, values) {
  /** @param {string} name @param {string} placeholder */
  const show = (name, placeholder) => {
    const value = values[name] ?? placeholder;
    return typeof value === "number" ? formatNumber(value) : value;
  };
  const language = document.documentElement.lang.slice(0, 2);
  let adapted = sentence;
  if (language === "ca") {
    adapted = sentence.replace(PARTICLE, (found, before, letter, name) =>
      beginsWithVowel(show(name, "")) ? `${before}${letter}’` : found,
    );
  } else if (language === "es") {
    adapted = sentence.replace(AND, (found, before, name) =>
      /^h?i(?![aeiou])/.test(simplify(show(name, ""))) ? `${before}e ` : found,
    );
  }
  return adapted.replace(new RegExp(PLACE, "g"), (placeholder, name) => show(name, placeholder));
}

/** Return whether Catalan elides before this text. @param {string} text */
function beginsWithVowel(text) {
  const plain = simplify(text);
  return SPELLED.test(text) || ONE_OR_ELEVEN.test(text) || (/^h?[aeiou]/.test(plain) && !/^h?[iu][aeiou]/.test(plain));
}

/** Return a text in lower case, without accents and without quotation marks before it. @param {string} text */
function simplify(text) {
  return text
    .replace(/^[“”«»"'‘’ ]+/, "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}
