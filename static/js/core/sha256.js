// SHA-256, with which a reader can check the site against what it published.

/** Return the digest of a text. @param {string} text */
export async function digestBytes(text) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Return the digest of a text as 64 hexadecimal digits. @param {string} text */
export async function digestHex(text) {
  return [...(await digestBytes(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
