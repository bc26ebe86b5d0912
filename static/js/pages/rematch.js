// After a battle between people: shows that the other wants a rematch while the page is open.

const INTERVAL = 3000;
const part = document.querySelector("[data-rematch]");

/** @param {HTMLElement} part */
async function refresh(part) {
  try {
    const response = await fetch(part.dataset.rematch ?? "");
    if (!response.ok) return;
    const next = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-rematch]");
    if (!next || Boolean(next.querySelector("[role=status]")) === Boolean(part.querySelector("[role=status]"))) return;
    part.replaceChildren(...next.childNodes);
  } catch {
    // The next refresh may succeed.
  }
}

if (part instanceof HTMLElement && part.dataset.rematch)
  setInterval(() => {
    if (!document.hidden) refresh(part);
  }, INTERVAL);

export {};
