// The service worker. Without a network, finished battles, lessons and rules that were read can be read again, puzzles for
// practice be solved, and the offline page is shown for everything else. It stores pages, drawings, styles, scripts and rounds; never orders, nor
// anything of an account.

/** @type {any} */
const serviceWorker = self;
const SHELL = "shell";
const OFFLINE_PAGE = "/offline/";
/** Pages that are the same for everyone: stored when they are opened. */
const PUBLIC_PAGES = /^\/(learn|rules|cases|puzzles\/practice)\//;
/** Files that are answered from the network, and from the caches without one. */
const CACHED_FILES = /^\/(static\/|i18n\/catalogue\.js$|tournament\/[^/]+\/round\/\d+$)/;

serviceWorker.addEventListener("install", (/** @type {any} */ event) => {
  serviceWorker.skipWaiting();
  event.waitUntil(storeShell());
});

serviceWorker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(serviceWorker.clients.claim()),
);

/** Store the offline page and its files; fetched without cookies, so that nothing private is stored. */
async function storeShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch(OFFLINE_PAGE, { credentials: "omit" });
  const files = (await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"#]+)"/g);
  await cache.put(OFFLINE_PAGE, page);
  await Promise.all([...new Set([...files].map(([, url]) => url))].map((url) => cache.add(url).catch(() => {})));
}

serviceWorker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== serviceWorker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerNavigation(request));
  else if (CACHED_FILES.test(url.pathname)) event.respondWith(answerFile(request));
});

/** Answer from the network; without one from the caches, or with the offline page. @param {Request} request */
async function answerNavigation(request) {
  try {
    const response = await fetch(request);
    if (response.ok && PUBLIC_PAGES.test(new URL(request.url).pathname))
      storePublicPage(request.url, response.headers.get("Content-Language") ?? "").catch(() => {});
    return response;
  } catch {
    const stored = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
    return stored ?? (await caches.match(OFFLINE_PAGE, { ignoreVary: true })) ?? Response.error();
  }
}

/**
 * Store a public page in the language in which it was read; fetched without cookies, which would know it.
 * @param {string} url @param {string} language
 */
async function storePublicPage(url, language) {
  const headers = { Accept: "text/html", ...(language && { "Accept-Language": language }) };
  const response = await fetch(url, { credentials: "omit", headers });
  if (response.ok) await caches.open(SHELL).then((cache) => cache.put(new URL(url).pathname, response));
}

/**
 * Answer from the network, and store files of the site; without a network answer from the caches.
 * @param {Request} request
 */
async function answerFile(request) {
  try {
    const response = await fetch(request);
    const isStatic = new URL(request.url).pathname.startsWith("/static/");
    if (response.ok && (isStatic || request.url.endsWith("catalogue.js")))
      await caches.open(SHELL).then((cache) => cache.put(request, response.clone()));
    return response;
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}
