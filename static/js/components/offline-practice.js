// Keeps the next dozen of puzzles for practice in the browser, with everything that its page needs, and links the kept
// ones on the offline page.
import { fill, gettext } from "../core/i18n.js";
import { nextDozen } from "../core/practice.js";

const CACHE = "shell"; // where the service worker keeps pages and files
const PATH = "/puzzles/practice/";
const { lang } = document.documentElement;

/** Store the page of the next dozen, unless it is stored in this language; after the last one comes the first. */
export async function storeNextDozen() {
  if (!("caches" in globalThis) || !navigator.onLine) return;
  const next = nextDozen();
  if (!(await storeDozen(next)) && next > 1) await storeDozen(1);
}

/** Store the page of a dozen and its files, and return whether there is such a page. @param {number} dozen */
async function storeDozen(dozen) {
  const path = `${PATH}${dozen}/`;
  const cache = await caches.open(CACHE);
  const stored = await cache.match(path, { ignoreVary: true });
  if (stored?.headers.get("Content-Language") === lang) return true;
  // Without cookies, so that nothing private is stored.
  const headers = { Accept: "text/html", "Accept-Language": lang };
  const page = await fetch(path, { credentials: "omit", headers });
  if (!page.ok) return false;
  const files = (await page.clone().text()).matchAll(/(?:href|src|sprite|icons)="(\/static\/[^"#]+)"/g);
  const urls = new Set([...[...files].map(([, url]) => url ?? ""), "/i18n/catalogue.js"]);
  await Promise.all([...urls].map((url) => storeFile(cache, url)));
  await cache.put(path, page); // last, so that a stored page can be used
  return true;
}

/** Store a file that is not stored yet. @param {Cache} cache @param {string} url */
async function storeFile(cache, url) {
  if (!(await cache.match(url, { ignoreVary: true }))) await cache.add(url);
}

/** Link the stored dozens. @param {HTMLElement} place */
async function linkStored(place) {
  const cache = await caches.open(CACHE);
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(PATH));
  const links = [...new Set(paths)].sort().map((path) =>
    Object.assign(document.createElement("a"), {
      href: path,
      className: "button",
      textContent: fill(gettext("Dozen %(n)s"), { n: path.slice(PATH.length).replace("/", "") }),
    }),
  );
  place.replaceChildren(...links);
  place.closest("[data-practice-kept]")?.toggleAttribute("hidden", !links.length);
}

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-practice-links]"));
if (place && "caches" in globalThis) linkStored(place).catch(() => {});
navigator.serviceWorker?.ready.then(storeNextDozen).catch(() => {});
