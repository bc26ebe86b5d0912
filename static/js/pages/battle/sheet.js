// The sheet of a phone: its newest line lies above the bar; pulled up or tapped it shows the story, the talk and more.

const STEPS = ["", "half", "full"];
/** Pixels that a finger moves before it counts as pulling. */
const PULL = 24;

/** Let the handle pull the sheet up and down. @param {HTMLElement} side */
export function listenToSheet(side) {
  const handle = /** @type {HTMLElement | null} */ (side.querySelector("[data-sheet-handle]"));
  let start = 0;
  let isPulled = false;

  /** @param {number} step */
  const show = (step) => {
    const name = STEPS[Math.min(STEPS.length - 1, Math.max(0, step))];
    if (name) side.dataset.sheet = name;
    else delete side.dataset.sheet;
    handle?.setAttribute("aria-expanded", String(Boolean(name)));
  };
  const current = () => STEPS.indexOf(side.dataset.sheet ?? "");

  handle?.addEventListener("pointerdown", ({ clientY }) => ([start, isPulled] = [clientY, false]));
  handle?.addEventListener("pointerup", ({ clientY }) => {
    isPulled = Math.abs(clientY - start) > PULL;
    if (isPulled) show(current() + (clientY < start ? 1 : -1));
  });
  handle?.addEventListener("click", () => {
    if (!isPulled) show(current() ? 0 : 1);
    isPulled = false;
  });
  side.addEventListener("keydown", ({ key }) => key === "Escape" && show(0));
}
