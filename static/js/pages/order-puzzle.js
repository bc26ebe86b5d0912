// A puzzle of one order: what is tapped on the board is written into the form, which the reader sends.
import "../components/board/board.js";
import "../components/guest-streak.js";

const page = document.querySelector("[data-order-puzzle]");
const board = /** @type {import("../components/board/board.js").BattleBoard | null} */ (
  page?.querySelector("battle-board")
);
const input = /** @type {HTMLInputElement | null} */ (document.getElementById("order-text"));
board?.addEventListener("order", (event) => {
  const order = /** @type {CustomEvent} */ (event).detail.text;
  if (!input) return;
  input.value = order;
  board.update({ ...board.live, you: { seat: board.you, legal: board.legal, order } });
  /** @type {HTMLElement | null | undefined} */ (input.form?.querySelector("button"))?.focus();
});
board?.addEventListener("inspect", (event) => {
  const words = page?.querySelector("[data-tile-text]");
  if (words) words.textContent = /** @type {CustomEvent} */ (event).detail.text;
});
