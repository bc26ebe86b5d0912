// The card of absences, extensions and votes: refreshed while the page is open, unless the reader is using its forms.
import { createRefresher } from "../core/api.js";

/** @param {HTMLElement} card */
function keepFresh(card) {
  const panel = /** @type {HTMLElement} */ (card.querySelector("[data-votes-panel]"));
  const refresh = createRefresher(card.dataset.votes ?? "", show, () => isInUse(panel));

  /** @param {string} html */
  function show(html) {
    if (isInUse(panel) || isSame(panel, html)) return;
    const isOpen = panel.querySelector("[data-standing]")?.hasAttribute("open");
    panel.innerHTML = html;
    panel.querySelector("[data-standing]")?.toggleAttribute("open", Boolean(isOpen));
  }

  document.addEventListener("stream", refresh);
  document.addEventListener("votes", (event) => {
    if (/** @type {CustomEvent<string>} */ (event).detail !== versionOf(panel)) refresh();
  });
  refresh();
  panel.addEventListener("focusout", () => setTimeout(refresh, 0));
}

/** Return the version that the server gave to what the panel shows. @param {HTMLElement} panel */
function versionOf(panel) {
  return panel.querySelector("[data-votes-version]")?.getAttribute("data-votes-version");
}

/** Return whether the reader has focused the panel or typed into it. @param {HTMLElement} panel */
function isInUse(panel) {
  const text = panel.querySelector("textarea");
  return panel.contains(document.activeElement) || (text !== null && text.value !== text.defaultValue);
}

/**
 * Return whether the panel shows this already; form tokens do not count.
 * @param {HTMLElement} panel @param {string} html
 */
function isSame(panel, html) {
  const fresh = document.createElement("div");
  fresh.innerHTML = html;
  const textOf = (/** @type {HTMLElement} */ element) => (element.textContent ?? "").replace(/\s+/g, " ");
  const roundOf = (/** @type {HTMLElement} */ element) =>
    element.querySelector("[data-votes-round]")?.getAttribute("data-votes-round");
  return roundOf(fresh) === roundOf(panel) && versionOf(fresh) === versionOf(panel) && textOf(fresh) === textOf(panel);
}

for (const card of document.querySelectorAll("[data-votes]")) if (card instanceof HTMLElement) keepFresh(card);
