// Stores finished battles for reading without a network, and lists them on the offline page.
import { gettext } from "../core/i18n.js";

const CACHE = "replays";
const MAX_REPLAYS = 30;

/**
 * Store the page of a finished battle and all its rounds. They are fetched without cookies, so that nothing private is
 * stored.
 * @param {HTMLElement} battle
 */
async function storeReplay(battle) {
  const state = JSON.parse(document.getElementById("battle-data")?.textContent ?? "null");
  if (!("caches" in globalThis) || !state) return;
  const cache = await caches.open(CACHE);
  const page = new URL(`/tournament/${battle.dataset.battle}/`, location.origin).href;
  const rounds = Array.from(
    { length: state.tournament.rounds_closed },
    (_, at) => `${battle.dataset.roundUrl}${at + 1}`,
  );
  for (const url of [...rounds, page]) {
    if (url !== page && (await cache.match(url, { ignoreVary: true }))) continue; // a closed round never changes
    const headers = url === page ? { Accept: "text/html" } : { Accept: "application/json" };
    const response = await fetch(url, { credentials: "omit", headers });
    if (response.ok) await cache.put(url, response);
  }
  await deleteOldest(cache);
}

/** Return the requests of stored battle pages, oldest first. @param {Cache} cache */
async function storedPages(cache) {
  return (await cache.keys()).filter(({ url }) => /\/tournament\/[^/]+\/$/.test(url));
}

/** @param {Cache} cache */
async function deleteOldest(cache) {
  for (const { url } of (await storedPages(cache)).slice(0, -MAX_REPLAYS))
    for (const request of await cache.keys()) if (request.url.startsWith(url)) await cache.delete(request);
}

/** Fill the list with links to the stored battles, newest first. @param {HTMLElement} list */
async function listReplays(list) {
  const cache = await caches.open(CACHE);
  const pages = await storedPages(cache);
  const items = pages.reverse().map(async (request) => {
    const text = (await (await cache.match(request, { ignoreVary: true }))?.text()) ?? "";
    const title = new DOMParser().parseFromString(text, "text/html").querySelector("h1")?.textContent?.trim();
    const link = Object.assign(document.createElement("a"), {
      href: request.url,
      textContent: title || gettext("A battle"),
    });
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  list.replaceChildren(...(await Promise.all(items)));
  document.querySelector("[data-no-replays]")?.toggleAttribute("hidden", pages.length > 0);
}

const battle = document.querySelector('[data-battle][data-status="finished"].battle');
if (battle instanceof HTMLElement) navigator.serviceWorker?.ready.then(() => storeReplay(battle)).catch(() => {});
const list = document.querySelector("[data-replays]");
if (list instanceof HTMLElement && "caches" in globalThis) listReplays(list);
document.querySelector("[data-again]")?.addEventListener("click", () => location.reload());
