// The page of style: the sample board takes orders, and keeps them to itself.
import "../components/board/board.js";
import { fill, gettext } from "../core/i18n.js";

const board = /** @type {import("../components/board/board.js").BattleBoard | null} */ (document.getElementById("sample-view"));
const said = document.getElementById("sample-said");
board?.addEventListener("order", (event) => {
  const order = /** @type {CustomEvent} */ (event).detail.text;
  if (said) said.textContent = fill(gettext("Order %(order)s."), { order });
  board.update({ ...board.live, you: { seat: board.you, legal: board.legal, order } });
});
board?.addEventListener("inspect", (event) => {
  if (said) said.textContent = /** @type {CustomEvent} */ (event).detail.words;
});
