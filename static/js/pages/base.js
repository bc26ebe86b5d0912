// What every page can do with a script: choose its theme, open its windows, run its clocks.
import { tick } from "../core/clock.js";

/** The other theme than the one that is seen; "" where that is the system's own. */
function nextTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const other = (document.documentElement.dataset.theme || system) === "dark" ? "light" : "dark";
  return other === system ? "" : other;
}

/** @param {string} theme */
function setTheme(theme) {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  try {
    if (theme) localStorage.setItem("theme", theme);
    else localStorage.removeItem("theme");
  } catch {
    // It still holds for this page.
  }
}

// What works without a network is the worker's affair; where there can be none, everything else works.
navigator.serviceWorker?.register("/worker.js").catch(() => {});

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
    // It is selected: the reader can copy it.
  }
});

// Whoever comes to this browser next shall not read the orders of who has logged out, also where no answer comes.
document.addEventListener("submit", (event) => {
  const form = event.target instanceof HTMLFormElement ? event.target : null;
  if (!form || new URL(form.action).pathname !== "/account/logout/") return;
  try {
    localStorage.removeItem("receipts");
  } catch {
    // Where nothing may be kept, nothing is.
  }
});

function runClocks() {
  for (const time of document.querySelectorAll("time[data-clock]:not([data-battle-clock])"))
    tick(/** @type {HTMLTimeElement} */ (time));
}
if (document.querySelector("time[data-clock]")) {
  runClocks();
  setInterval(runClocks, 500);
}
