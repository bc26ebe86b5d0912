// Taking an order back: there is none in force, on the page and in what this browser keeps.
import { gettext } from "../../core/i18n.js";
import { forget } from "./receipts.js";

/** Ask the server to take it back, and show that it did. @param {import("./orders.js").Orders} orders */
export async function takeBack(orders) {
  const { page, back } = orders;
  const { state, board } = page;
  const { step } = state.tournament;
  const said = back && (await orders.send(back, { step: String(step) }));
  if (!said?.done) return orders.refused(said?.detail ?? gettext("The server could not be reached: your order still counts."));
  forget(state.tournament.code, step, state.you?.seat ?? "");
  if (page.state.tournament.step !== step) return;
  const you = page.state.you;
  if (you) Object.assign(you, { order: null, receipt: null });
  board.update({ ...board.live, you });
  orders.hide();
  board.announce(said.done);
}
