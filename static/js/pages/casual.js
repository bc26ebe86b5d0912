// Casual play: the last round plays by itself, and no page of another player comes back.

const casual = /** @type {HTMLElement | null} */ (document.querySelector("[data-casual]"));

// A page that the browser kept from before the screen was handed over is asked for anew.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && casual?.hasAttribute("data-private")) location.reload();
});

if (casual?.hasAttribute("data-replay")) /** @type {HTMLElement | null} */ (document.querySelector("[data-go=replay]"))?.click();

if (casual?.querySelector("[data-wait]")) setTimeout(() => location.reload(), 1500);

export {};
