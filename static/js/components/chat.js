// The chat of a battle: shows messages as they arrive, and sends one without loading the page anew.
import { createRefresher } from "../core/api.js";
import { Connection } from "../core/connection.js";

/** Without a socket the chat is fetched at every third poll of the connection: every six seconds. */
const POLLS_PER_REFRESH = 3;
/** On the page of a running battle, whose own connection polls: milliseconds between fetches. */
const POLL_INTERVAL = 5000;
/** How long what a seat says stands beside it: milliseconds. */
const SHOWN_BESIDE = 8000;
/** How far from the end, in pixels, a list may be scrolled and still follow new messages. */
const NEAR_THE_END = 60;

/** Keep a chat up to date and send its forms. @param {HTMLElement} chat */
function startChat(chat) {
  const rooms = /** @type {HTMLElement} */ (chat.querySelector("[data-chat-rooms]"));
  const refresh = createRefresher(chat.dataset.url ?? "", show);
  let newest = findNewest();

  /** @returns {HTMLElement | null} the line of a seat that was said last */
  function findNewest() {
    return /** @type {HTMLElement | null} */ ([...rooms.querySelectorAll("[data-said-by]")].at(-1) ?? null);
  }

  /** Show what somebody else has just said beside its seat, which may be far from the talk. */
  function showBesideSeat() {
    const last = findNewest();
    if (!last || Number(last.dataset.line) <= Number(newest?.dataset.line ?? 0)) return;
    newest = last;
    const seat = document.querySelector(`[data-seat-row="${last.dataset.saidBy}"] .who`);
    if (!(seat instanceof HTMLElement) || last.hasAttribute("data-own")) return;
    const text = last.querySelector("p")?.textContent ?? "";
    seat.dataset.said = text;
    setTimeout(() => {
      if (seat.dataset.said === text) delete seat.dataset.said;
    }, SHOWN_BESIDE);
  }

  function scrollToEnd() {
    for (const lines of chat.querySelectorAll(".lines")) lines.scrollTop = lines.scrollHeight;
  }

  /** Show the rooms; do not scroll while the reader looks at older messages. @param {string} html */
  function show(html) {
    if (rooms.innerHTML === html) return;
    const isScrolledUp = [...chat.querySelectorAll(".lines")].some(
      (lines) => lines.scrollHeight - lines.scrollTop - lines.clientHeight > NEAR_THE_END,
    );
    rooms.innerHTML = html;
    for (const form of chat.querySelectorAll("form[data-chat-form]")) {
      if (form instanceof HTMLFormElement)
        form.hidden = !rooms.querySelector(`[data-room="${form.dataset.chatForm}"][data-speak]`);
    }
    if (!isScrolledUp) scrollToEnd();
    showBesideSeat();
  }

  /**
   * Send a form; what stands in its field stays there if a button with words of its own was pressed.
   * @param {HTMLFormElement} form @param {HTMLElement | null} button
   */
  async function send(form, button) {
    const error = form.querySelector("[data-chat-error]");
    try {
      const response = await fetch(form.action, {
        method: "POST",
        headers: { Accept: "application/json" },
        body: new FormData(form, button),
      });
      if (error) error.textContent = response.ok ? "" : (await response.json()).title;
      const field = form.querySelector("input[name=text]");
      if (response.ok && field instanceof HTMLInputElement && !button?.hasAttribute("value")) field.value = "";
    } catch {
      form.submit();
    }
    refresh();
  }

  chat.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || !event.target.dataset.chatForm) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("stream", (event) => {
    if (/^(talk|table|seat):/.test(/** @type {CustomEvent<string>} */ (event).detail)) refresh();
  });
  scrollToEnd();
  // The page of a running battle has a connection already, which carries the chat's stream too.
  const battle = /** @type {HTMLElement | null} */ (document.querySelector("[data-battle]"));
  if (battle && ["running", "halted"].includes(battle.dataset.status ?? "")) pollWhileDisconnected(refresh);
  else openConnection(chat.dataset.socket ?? "", refresh);
}

/** @param {() => void} refresh */
function pollWhileDisconnected(refresh) {
  setInterval(() => {
    if (document.querySelector('[data-connection="polling"], [data-connection="lost"]') && !document.hidden) refresh();
  }, POLL_INTERVAL);
}

/** @param {string} address @param {() => void} refresh */
function openConnection(address, refresh) {
  let polls = 0;
  new Connection(address, (status) => {
    if (status !== "polling" || document.hidden) return;
    if (polls % POLLS_PER_REFRESH === 0) refresh();
    polls += 1;
  }).open();
}

const chat = document.querySelector("[data-chat]");
if (chat instanceof HTMLElement) startChat(chat);
