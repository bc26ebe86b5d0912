// Keeps a finished battle for reading without a network, and lists on the offline page what is kept.
import { gettext } from "../core/i18n.js";

const REPLAYS = "replays";
const MOST = 30;

/** Keep the page of a battle that is over, with all its rounds; fetched as nobody, so that nothing of the reader is in it.
 * @param {HTMLElement} battle */
export async function keep(battle) {
  const state = JSON.parse(document.getElementById("battle-data")?.textContent ?? "null");
  if (!("caches" in globalThis) || !state) return;
  const cache = await caches.open(REPLAYS);
  const page = new URL(`/tournament/${battle.dataset.battle}/`, location.origin).href;
  const rounds = Array.from({ length: state.tournament.rounds_closed }, (_none, at) => `${battle.dataset.roundUrl}${at + 1}`);
  for (const url of [...rounds, page]) {
    if (url !== page && (await cache.match(url, { ignoreVary: true }))) continue; // a closed round never changes
    const headers = url === page ? { Accept: "text/html" } : { Accept: "application/json" };
    const answer = await fetch(url, { credentials: "omit", headers });
    if (answer.ok) await cache.put(url, answer);
  }
  await forgetOldest(cache);
}

/** The pages that are kept. @param {Cache} cache */
async function pages(cache) {
  return (await cache.keys()).filter(({ url }) => /\/tournament\/[^/]+\/$/.test(url));
}

/** @param {Cache} cache */
async function forgetOldest(cache) {
  for (const { url } of (await pages(cache)).slice(0, -MOST))
    for (const request of await cache.keys()) if (request.url.startsWith(url)) await cache.delete(request);
}

/** @param {HTMLElement} list */
async function list(list) {
  const cache = await caches.open(REPLAYS);
  const kept = await pages(cache);
  const items = kept.reverse().map(async (request) => {
    const text = (await (await cache.match(request, { ignoreVary: true }))?.text()) ?? "";
    const title = new DOMParser().parseFromString(text, "text/html").querySelector("h1")?.textContent?.trim();
    const link = Object.assign(document.createElement("a"), { href: request.url, textContent: title || gettext("A battle") });
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  list.replaceChildren(...(await Promise.all(items)));
  document.querySelector("[data-nothing-kept]")?.toggleAttribute("hidden", kept.length > 0);
}

const battle = document.querySelector('[data-battle][data-status="finished"].battle');
if (battle instanceof HTMLElement) navigator.serviceWorker?.ready.then(() => keep(battle)).catch(() => {});
const kept = document.querySelector("[data-kept]");
if (kept instanceof HTMLElement && "caches" in globalThis) list(kept);
document.querySelector("[data-again]")?.addEventListener("click", () => location.reload());
