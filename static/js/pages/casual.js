// Casual play on one device: plays the last round, waits for the computer players, and never shows the page of the
// player before.

const casual = /** @type {HTMLElement | null} */ (document.querySelector("[data-casual]"));

// The browser may restore a page from before the screen was handed over: load it again.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && casual?.hasAttribute("data-private")) location.reload();
});

if (casual?.hasAttribute("data-replay"))
  /** @type {HTMLElement | null} */ (document.querySelector("[data-go=replay]"))?.click();

if (casual?.querySelector("[data-wait]")) setTimeout(() => location.reload(), 1500);

export {};
