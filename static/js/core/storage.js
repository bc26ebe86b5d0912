// What this browser remembers for its reader: lists of words under a name. The server is not told.

/** @param {string} name @returns {string[]} */
export function remembered(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return []; // A browser that keeps nothing, or something else under this name.
  }
}

/** @param {string} name @param {string} word */
export function remember(name, word) {
  keep(name, [...new Set([...remembered(name), word])]);
}

/** @param {string} name @param {string[]} words */
export function keep(name, words) {
  try {
    localStorage.setItem(name, JSON.stringify(words));
  } catch {
    // It still holds for this page.
  }
}
