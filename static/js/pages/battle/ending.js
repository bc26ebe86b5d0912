// The end of a battle: what was won or lost is counted up or down before the eyes.

const DURATION = 900;

/** Count the numbers of a result from what they were to what they are. @param {HTMLElement} result */
export function countUp(result) {
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
