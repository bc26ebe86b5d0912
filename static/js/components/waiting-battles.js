// The number of battles that wait for the reader, asked anew: in the header, on the icon of the installed app, and in a
// battle where the own order is given and others wait.

/** Ask for the number and show it. @param {HTMLElement} link in the header */
export async function refresh(link) {
  if (document.hidden) return;
  try {
    const response = await fetch(`${link.dataset.count}?at=${link.dataset.at}`, {
      headers: { Accept: "application/json" },
    });
    if (response.ok) show(link, await response.json());
  } catch {
    // The next one may succeed.
  }
}

/**
 * Show the number.
 * @param {HTMLElement} link @param {{waiting: number, others: number}} counts `others`: but the battle of this page
 */
function show(link, { waiting, others }) {
  link.hidden = waiting === 0;
  link.querySelector("b")?.replaceChildren(String(waiting));
  link.setAttribute("aria-label", `${link.dataset.words}: ${waiting}`);
  const offer = /** @type {HTMLElement | null} */ (document.querySelector("[data-next-battle]"));
  if (offer) offer.hidden = !others || waiting > others;
  offer?.querySelector("b")?.replaceChildren(String(others));
  navigator.setAppBadge?.(waiting).catch(() => {});
}
