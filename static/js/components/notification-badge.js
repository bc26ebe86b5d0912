// The bell: how many notices are unread. Told by the dynasty's stream where the page has a line to the server,
// and asked for now and then where it has none.
import { Link } from "../core/connection.js";

const POLL = 60_000;

/** @param {HTMLElement} bell */
function ring(bell) {
  const number = bell.querySelector("[data-bell-number]");
  let asking = false;

  /** @param {number} unread */
  function show(unread) {
    if (!(number instanceof HTMLElement)) return;
    number.textContent = String(unread);
    number.hidden = unread === 0;
    const { words, unreadWords } = bell.dataset;
    bell.setAttribute("aria-label", unread ? `${words}: ${unread} ${unreadWords}` : (words ?? ""));
  }

  async function ask() {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const answer = await fetch(bell.dataset.count ?? "", { headers: { Accept: "application/json" } });
      if (answer.ok) show((await answer.json()).unread);
    } catch {
      // The next time, then.
    } finally {
      asking = false;
    }
  }

  /** @param {Event} event */
  function heard(event) {
    if (/** @type {CustomEvent<string>} */ (event).detail.startsWith("dynasty:")) ask();
  }
  document.addEventListener("stream", heard);
  document.addEventListener("visibilitychange", ask);
  setInterval(ask, POLL);
}

const bell = document.querySelector("[data-bell]");
if (bell instanceof HTMLElement) {
  ring(bell);
  // A page with a talk has a line that carries this stream too.
  if (!document.querySelector("[data-talk]")) new Link("/ws/notices/", () => undefined, { quiet: true }).open();
}
