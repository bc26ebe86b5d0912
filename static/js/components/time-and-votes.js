// Who is away and what is voted: kept true while the page is open, never under somebody's hands.
import { asking } from "../core/api.js";

/** @param {HTMLElement} card */
function keep(card) {
  const panel = /** @type {HTMLElement} */ (card.querySelector("[data-table-panel]"));
  const ask = asking(card.dataset.table ?? "", show, () => busy(panel));

  /** @param {string} html */
  function show(html) {
    if (busy(panel) || same(panel, html)) return;
    const open = panel.querySelector("[data-standing]")?.hasAttribute("open");
    panel.innerHTML = html;
    panel.querySelector("[data-standing]")?.toggleAttribute("open", Boolean(open));
  }

  document.addEventListener("stream", ask);
  document.addEventListener("table", (event) => {
    if (/** @type {CustomEvent<string>} */ (event).detail !== mark(panel)) ask();
  });
  ask();
  panel.addEventListener("focusout", () => setTimeout(ask, 0));
}

/** The word for how the table stood when this was written. @param {HTMLElement} panel */
function mark(panel) {
  return panel.querySelector("[data-table-mark]")?.getAttribute("data-table-mark");
}

/** Somebody is in the middle of something here. @param {HTMLElement} panel */
function busy(panel) {
  const text = panel.querySelector("textarea");
  return panel.contains(document.activeElement) || (text !== null && text.value !== text.defaultValue);
}

/** Nothing is new, tokens apart. @param {HTMLElement} panel @param {string} html */
function same(panel, html) {
  const fresh = document.createElement("div");
  fresh.innerHTML = html;
  const text = (/** @type {HTMLElement} */ of) => (of.textContent ?? "").replace(/\s+/g, " ");
  const round = (/** @type {HTMLElement} */ of) => of.querySelector("[data-table-round]")?.getAttribute("data-table-round");
  return round(fresh) === round(panel) && mark(fresh) === mark(panel) && text(fresh) === text(panel);
}

for (const card of document.querySelectorAll("[data-table]")) if (card instanceof HTMLElement) keep(card);
