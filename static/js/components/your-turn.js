// How many battles wait for the reader. The server writes the number; it is asked again after an order, when the page
// is shown again, and once a minute.

const POLL_INTERVAL = 60_000;
const link = /** @type {HTMLElement} */ (document.querySelector("[data-your-turn]"));
const { yourTurn: waiting, others } = link.dataset;
const refresh = async () => (await import("./waiting-battles.js")).refresh(link);

for (const name of ["sealed", "visibilitychange"]) document.addEventListener(name, refresh);
document.addEventListener("stream", (event) => {
  if (/** @type {CustomEvent<string>} */ (event).detail.startsWith("dynasty:")) refresh();
});
setInterval(refresh, POLL_INTERVAL);
navigator.setAppBadge?.(Number(waiting)).catch(() => {});
// On the page of a battle whose order is given: offer the others.
if (link.dataset.at && Number(others) && waiting === others) refresh();

export {};
