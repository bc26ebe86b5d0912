// What is stored in this browser, under a name. Nothing of it is sent to the server but the options of an account.
// Where storing is not allowed, readers get the default and writers do nothing: a choice then holds for this page only.

/** Return a stored text, or "". @param {string} name */
export function readText(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Store a text. @param {string} name @param {string} text */
export function writeText(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // See above.
  }
}

const root = document.documentElement.dataset;

/** Return an option of the reader's account; without one, of this browser. @param {string} name */
export function readOption(name) {
  return root.account ? (root[name] ?? "") : readText(name);
}

/** Store an option, and use it on this page from now on. @param {string} name @param {string} value */
export function writeOption(name, value) {
  root[name] = value;
  if (!root.account) return writeText(name, value);
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrfmiddlewaretoken]"));
  const headers = { "X-CSRFToken": token?.value ?? "" };
  fetch(root.account, { method: "POST", body: new URLSearchParams({ [name]: value }), headers }).catch(() => {});
}

/** Return a stored list, or an empty one. @param {string} name @returns {unknown[]} */
export function readList(name) {
  try {
    const list = JSON.parse(readText(name) || "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // something else was stored under this name
  }
}

/** Store a list. @param {string} name @param {unknown[]} list */
export function writeList(name, list) {
  writeText(name, JSON.stringify(list));
}

/** Return the texts of a stored list. @param {string} name @returns {string[]} */
export function readTexts(name) {
  return readList(name).filter((each) => typeof each === "string");
}

/** Add a text to a stored list, once. @param {string} name @param {string} text */
export function addText(name, text) {
  writeList(name, [...new Set([...readTexts(name), text])]);
}
