// The end of a battle: what was won or lost is counted up or down before the eyes. The card can be closed, and opened
// again from the bar.

const DURATION = 900;

/** Count the numbers of a result from what they were to what they are. @param {HTMLElement} result */
function countUp(result) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (result.querySelectorAll("[data-count]"))) {
    const from = Number(element.dataset.count),
      to = Number(element.textContent),
      start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const done = Math.min(1, Math.max(0, (now - start) / DURATION));
      element.textContent = String(Math.round(from + (to - from) * done));
      if (done < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

/** Count up a result, and let it be closed by its button or Escape. @param {HTMLElement} result */
export function present(result) {
  countUp(result);
  const again = document.querySelector("[data-open-result]");
  const close = /** @type {HTMLElement | null} */ (result.querySelector("[data-close-result]"));
  const open = again?.querySelector("button");
  if (!again || !close || !open) return;
  /** @param {boolean} closed */
  const show = (closed) => {
    result.toggleAttribute("data-closed", closed);
    again.toggleAttribute("hidden", !closed);
    (closed ? open : close).focus({ preventScroll: closed });
  };
  close.addEventListener("click", () => show(true));
  open.addEventListener("click", () => show(false));
  document.addEventListener("keydown", ({ key, defaultPrevented, target }) => {
    const elsewhere = target instanceof Element && target.closest("[data-side], dialog, input, select, textarea");
    if (key === "Escape" && !defaultPrevented && !elsewhere && !result.hidden && !result.hasAttribute("data-closed"))
      show(true);
  });
}
