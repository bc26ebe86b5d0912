// The style guide: its sample board takes orders and does not send them.
import "../components/board/board.js";
import { fill, gettext } from "../core/i18n.js";

const board = /** @type {import("../components/board/board.js").BattleBoard | null} */ (
  document.getElementById("sample-view")
);
const output = document.getElementById("sample-output");
board?.addEventListener("order", (event) => {
  const order = /** @type {CustomEvent} */ (event).detail.text;
  if (output) output.textContent = fill(gettext("Order %(order)s."), { order });
  board.update({ ...board.live, you: { seat: board.you, legal: board.legal, order } });
});
board?.addEventListener("inspect", (event) => {
  if (output) output.textContent = /** @type {CustomEvent} */ (event).detail.text;
});
