// The number of unread notifications in the header. It is fetched when the dynasty's stream grows, when the page is
// shown again, and once a minute for pages without a connection.
import { Connection } from "../core/connection.js";

const POLL_INTERVAL = 60_000;

/** Keep the badge up to date. @param {HTMLElement} badge */
function watchUnread(badge) {
  const number = badge.querySelector("[data-unread-number]");
  let isFetching = false;

  /** @param {number} unread */
  function show(unread) {
    if (!(number instanceof HTMLElement)) return;
    number.textContent = String(unread);
    number.hidden = unread === 0;
    const { words: label, unreadWords: unreadLabel } = badge.dataset;
    badge.setAttribute("aria-label", unread ? `${label}: ${unread} ${unreadLabel}` : (label ?? ""));
  }

  async function refresh() {
    if (isFetching || document.hidden) return;
    isFetching = true;
    try {
      const response = await fetch(badge.dataset.count ?? "", { headers: { Accept: "application/json" } });
      if (response.ok) show((await response.json()).unread);
    } catch {
      // The next refresh may succeed.
    } finally {
      isFetching = false;
    }
  }

  document.addEventListener("stream", (event) => {
    if (/** @type {CustomEvent<string>} */ (event).detail.startsWith("dynasty:")) refresh();
  });
  document.addEventListener("visibilitychange", refresh);
  setInterval(refresh, POLL_INTERVAL);
}

const badge = document.querySelector("[data-notifications]");
if (badge instanceof HTMLElement) {
  watchUnread(badge);
  // On a page with a chat, the chat's connection carries this stream too.
  if (!document.querySelector("[data-chat]")) new Connection("/ws/notices/", () => undefined, { polls: false }).open();
}
