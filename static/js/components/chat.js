// The talk: shows what is said as it is said, and says something without loading the page anew.
import { asking } from "../core/api.js";
import { Link } from "../core/connection.js";

/** @param {HTMLElement} talk */
function listen(talk) {
  const rooms = /** @type {HTMLElement} */ (talk.querySelector("[data-talk-rooms]"));
  const ask = asking(talk.dataset.url ?? "", show);

  function toTheEnd() {
    for (const lines of talk.querySelectorAll(".lines")) lines.scrollTop = lines.scrollHeight;
  }

  /** @param {string} html */
  function show(html) {
    if (rooms.innerHTML === html) return;
    const high = [...talk.querySelectorAll(".lines")].some((lines) => lines.scrollHeight - lines.scrollTop - lines.clientHeight > 60);
    rooms.innerHTML = html;
    for (const form of talk.querySelectorAll("form[data-say]")) {
      if (form instanceof HTMLFormElement)
        form.hidden = !rooms.querySelector(`[data-room="${form.dataset.say}"][data-speak]`);
    }
    if (!high) toTheEnd();
  }

  /** @param {HTMLFormElement} form */
  async function say(form) {
    const refused = form.querySelector("[data-say-refused]");
    try {
      const answer = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body: new FormData(form) });
      if (refused) refused.textContent = answer.ok ? "" : (await answer.json()).title;
      if (answer.ok) form.reset();
    } catch {
      form.submit();
    }
    ask();
  }

  talk.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || !event.target.dataset.say) return;
    event.preventDefault();
    say(event.target);
  });
  document.addEventListener("stream", (event) => {
    if (/^(talk|table):/.test(/** @type {CustomEvent<string>} */ (event).detail)) ask();
  });
  toTheEnd();
  // A battle that is fought has a line of its own, which carries the talk too.
  const battle = /** @type {HTMLElement | null} */ (document.querySelector("[data-battle]"));
  const fought = battle && ["running", "halted"].includes(battle.dataset.status ?? "");
  if (fought) setInterval(() => document.querySelector('[data-link="polling"], [data-link="lost"]') && !document.hidden && ask(), 5000);
  else new Link(talk.dataset.socket ?? "", (how) => how === "polling" && !document.hidden && slowly(ask)).open();
}

let asked = 0;
/** Without a line one asks every two seconds; for a talk every sixth is enough. @param {() => void} ask */
function slowly(ask) {
  asked += 1;
  if (asked % 3 === 1) ask();
}

const talk = document.querySelector("[data-talk]");
if (talk instanceof HTMLElement) listen(talk);
