// SHA-256, by which whoever reads a page can hold the site to what it published.

/** @param {string} text */
export async function bytes(text) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** The same as 64 letters. @param {string} text */
export async function hex(text) {
  return [...(await bytes(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
