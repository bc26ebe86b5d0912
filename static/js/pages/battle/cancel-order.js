// Cancelling the order in force.
import { gettext } from "../../core/i18n.js";
import { deleteReceipts } from "./receipts.js";

/**
 * Cancel the order on the server, then on the page and in the stored receipts.
 * @param {import("./orders.js").Orders} orders
 */
export async function cancelOrder(orders) {
  const { page, cancelForm } = orders;
  const { state, board } = page;
  const { step } = state.tournament;
  const result = cancelForm && (await orders.send(cancelForm, { step: String(step) }));
  if (!result?.done)
    return orders.showError(result?.detail ?? gettext("The server could not be reached: your order still counts."));
  deleteReceipts(state.tournament.code, step, state.you?.seat ?? "");
  if (page.state.tournament.step !== step) return;
  const you = page.state.you;
  if (you) Object.assign(you, { order: null, receipt: null });
  board.update({ ...board.live, you });
  orders.hide();
  document.dispatchEvent(new Event("sealed"));
  board.announce(result.done);
}
