// What every page needs: the theme, dialogs, copy buttons, clocks, the service worker.
import { updateCountdown } from "../core/clock.js";

/** Return the theme that the page does not have now; "" if it is the one of the system. */
function nextTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const other = (document.documentElement.dataset.theme || system) === "dark" ? "light" : "dark";
  return other === system ? "" : other;
}

/** Set and store a theme; "" follows the system. @param {string} theme */
function setTheme(theme) {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  try {
    if (theme) localStorage.setItem("theme", theme);
    else localStorage.removeItem("theme");
  } catch {
    // Where nothing can be stored it applies to this page only.
  }
}

// Without a service worker everything works, but only with a network.
navigator.serviceWorker?.register("/worker.js").catch(() => {});
// The installed app keeps puzzles for the way, whatever page it opens.
if (matchMedia("(display-mode: standalone)").matches) import("../components/offline-practice.js").catch(() => {});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[data-theme-toggle]")) setTheme(nextTheme());
  const opens = /** @type {HTMLElement | null} */ (target?.closest("[data-opens]") ?? null);
  const dialog = opens && document.getElementById(opens.dataset.opens ?? "");
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
});

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  const field = button instanceof HTMLElement && document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button?.classList.add("gold");
  } catch {
    // The text is selected, so that the reader can copy it.
  }
});

// A slash goes to the search: to its field where the page has one, else to its page.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, select, dialog[open], [contenteditable]")) return;
  const fields = [...document.querySelectorAll("main input[name=q], [data-search]")];
  const field = fields.find((each) => each instanceof HTMLInputElement && each.checkVisibility());
  event.preventDefault();
  if (field instanceof HTMLInputElement) field.select();
  else location.assign("/search/");
});

// Delete the receipts on log-out, so that the next user of this browser cannot read the orders. This does not wait for
// the response, which may never come.
document.addEventListener("submit", (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target : null;
  if (!form || new URL(form.action).pathname !== "/account/logout/") return;
  navigator.clearAppBadge?.().catch(() => {});
  try {
    localStorage.removeItem("receipts");
  } catch {
    // Where nothing can be stored there is nothing to delete.
  }
});

function updateClocks() {
  for (const time of document.querySelectorAll("time[data-clock]:not([data-battle-clock])"))
    updateCountdown(/** @type {HTMLTimeElement} */ (time));
}
if (document.querySelector("time[data-clock]")) {
  updateClocks();
  setInterval(updateClocks, 500);
  document.addEventListener("htmx:afterSwap", updateClocks); // a clock of a new part would be hidden until then
}
