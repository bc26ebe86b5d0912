// Looking for an opponent: refreshes who waits, keeps the reader's own search alive while the page is open, and goes to
// the battle as soon as there is one.
import { Connection } from "../core/connection.js";
import { gettext } from "../core/i18n.js";

const REFRESH_INTERVAL = 5000;
const section = document.querySelector("[data-opponents]");

/**
 * A connection whose heartbeats are handed on too: a browser slows the timers of hidden pages, but not messages.
 * @extends {Connection<unknown>}
 */
class SearchConnection extends Connection {
  /** @param {{heads?: Record<string, number>}} message */
  onMessage(message) {
    super.onMessage(message);
    if (message.heads) this.onChange("live");
  }
}

/** @param {HTMLElement} section */
function watchSearches(section) {
  const { part = "", act = "" } = section.dataset;
  const title = document.title;
  /** @type {SearchConnection | undefined} */
  let connection;
  let isFetching = false;
  let isLeaving = false;

  /** Return the part with the reader's own search. @param {ParentNode} from */
  const getOwn = (from) => /** @type {HTMLElement | null} */ (from.querySelector("[data-own-search]"));
  const isSeeking = () => getOwn(section)?.dataset.state === "seeking";

  /** @param {string} what */
  function build(what) {
    const body = new FormData();
    body.set("act", what);
    return body;
  }

  /** Replace what has changed; a form that is being filled in stays. @param {string} html */
  function show(html) {
    const next = new DOMParser().parseFromString(html, "text/html");
    const focused = document.activeElement instanceof HTMLButtonElement ? document.activeElement.value : "";
    const [own, newOwn] = [getOwn(section), getOwn(next)];
    if (own && newOwn && !(own.dataset.state === "idle" && newOwn.dataset.state === "idle")) own.replaceWith(newOwn);
    const [list, newList] = [section, next].map((each) => each.querySelector("[data-searches]"));
    if (list && newList && list.innerHTML !== newList.innerHTML) list.replaceWith(newList);
    const again = focused && section.querySelector(`button[value="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement && document.activeElement === document.body) again.focus();
  }

  /** Go to the battle, and say so where the page is not in sight. */
  function goToBattle() {
    const link = section.querySelector("[data-opponent-found]");
    if (!(link instanceof HTMLAnchorElement)) return;
    isLeaving = true;
    document.title = gettext("Your opponent is here");
    if (document.hidden && globalThis.Notification?.permission === "granted") {
      const notification = new Notification(gettext("Your opponent is here"));
      notification.addEventListener("click", () => window.focus());
    }
    location.assign(link.href);
  }

  async function refresh() {
    const seeking = isSeeking();
    if (isFetching || isLeaving || (document.hidden && !seeking)) return;
    isFetching = true;
    try {
      const response = await fetch(seeking ? act : part, seeking ? { method: "POST", body: build("here") } : {});
      if (response.ok) show(await response.text());
    } catch {
      // The next refresh may succeed.
    } finally {
      isFetching = false;
    }
    if (seeking) goToBattle();
    update();
  }

  /** Open the connection while somebody is looked for, and say in the title that the page waits. */
  function update() {
    if (isLeaving) return;
    document.title = isSeeking() ? `${gettext("Waiting…")} · ${title}` : title;
    if (isSeeking() && !connection) {
      connection = new SearchConnection("/ws/opponents/", () => refresh(), { polls: false });
      connection.open();
    } else if (!isSeeking()) {
      connection?.close();
      connection = undefined;
    }
  }

  document.addEventListener("stream", (event) => {
    if (/** @type {CustomEvent<string>} */ (event).detail.startsWith("seek:")) refresh();
  });
  document.addEventListener("visibilitychange", refresh);
  addEventListener("pagehide", () => {
    if (isSeeking() && !isLeaving) navigator.sendBeacon(act, build("leave"));
  });
  setInterval(refresh, REFRESH_INTERVAL);
  update();
}

if (section instanceof HTMLElement) watchSearches(section);
