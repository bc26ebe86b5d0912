// The service worker: finished battles, lessons and rules that were read can be read again without a network, and where
// nothing is kept a page says so. It keeps drawings, styles, scripts and replays; never orders, nor anything of an account.

/** @type {any} */
const keeper = self;
const SHELL = "shell";
const REPLAYS = "replays";
const OFFLINE = "/offline/";
const READ = /^\/(learn|rules|cases)\//;
const ASKED = /^\/(static\/|i18n\/catalogue\.js$|tournament\/[^/]+\/round\/\d+$)/;

keeper.addEventListener("install", (/** @type {any} */ event) => {
  keeper.skipWaiting();
  event.waitUntil(keepShell());
});

keeper.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(keeper.clients.claim()));

/** The offline page with everything that it names; as nobody, so that nothing of a reader is in it. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch(OFFLINE, { credentials: "omit" });
  const named = (await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"#]+)"/g);
  await cache.put(OFFLINE, page);
  await Promise.all([...new Set([...named].map(([, url]) => url))].map((url) => cache.add(url).catch(() => {})));
}

keeper.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== keeper.location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else if (ASKED.test(url.pathname)) event.respondWith(freshOrKept(request));
});

/** The network first; without one what was kept, or the page that says so. @param {Request} request */
async function navigate(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && READ.test(new URL(request.url).pathname)) keepPage(request.url).catch(() => {});
    return answer;
  } catch {
    const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
    return kept ?? (await caches.match(OFFLINE, { ignoreVary: true })) ?? Response.error();
  }
}

/** A page that is the same for everybody, fetched as nobody. @param {string} url */
async function keepPage(url) {
  const answer = await fetch(url, { credentials: "omit", headers: { Accept: "text/html" } });
  if (answer.ok) await caches.open(SHELL).then((cache) => cache.put(new URL(url).pathname, answer));
}

/** The network first, and what came is kept for the next time without one. @param {Request} request */
async function freshOrKept(request) {
  try {
    const answer = await fetch(request);
    const isStatic = new URL(request.url).pathname.startsWith("/static/");
    if (answer.ok && (isStatic || request.url.endsWith("catalogue.js")))
      await caches.open(SHELL).then((cache) => cache.put(request, answer.clone()));
    return answer;
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}
