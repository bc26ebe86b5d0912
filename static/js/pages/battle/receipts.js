// The receipts of orders, stored in this browser: when the seals are opened, the site can be checked against them.
import { readList, writeList } from "../../core/storage.js";

const NAME = "receipts";
const MAX_RECEIPTS = 500;

/**
 * @typedef {{battle: string, round: number, step?: number, seat: string, version: number, order: string,
 *   commitment: string}} StoredReceipt
 */

/** @returns {StoredReceipt[]} */
const readAll = () => /** @type {StoredReceipt[]} */ (readList(NAME));

/** @param {StoredReceipt[]} receipts */
const writeAll = (receipts) => writeList(NAME, receipts.slice(-MAX_RECEIPTS));

/**
 * Return the step that a receipt is for; older ones call it the round.
 * @param {{step?: number, round: number}} receipt
 */
export const stepOf = ({ step, round }) => step ?? round;

/** Store a receipt that carries a commitment. @param {string} battle @param {Partial<StoredReceipt>} receipt */
export function storeReceipt(battle, receipt) {
  const { round, step, seat, version, order, commitment } = /** @type {StoredReceipt} */ (receipt);
  if (!commitment) return;
  const isForSameOrder = (/** @type {StoredReceipt} */ one) =>
    one.battle === battle && stepOf(one) === (step ?? round) && one.seat === seat && one.version === version;
  const others = readAll().filter((one) => !isForSameOrder(one));
  writeAll([...others, { battle, round, step, seat, version, order, commitment }]);
}

/**
 * Delete the receipts of an order that was cancelled.
 * @param {string} battle @param {number} step @param {string} seat
 */
export function deleteReceipts(battle, step, seat) {
  writeAll(readAll().filter((one) => one.battle !== battle || stepOf(one) !== step || one.seat !== seat));
}

/** Return the receipts of one battle, each seat's last of each step. @param {string} battle */
export function receiptsOf(battle) {
  /** @type {Map<string, StoredReceipt>} */
  const last = new Map();
  for (const one of readAll()) if (one.battle === battle) last.set(`${stepOf(one)} ${one.seat}`, one);
  return [...last.values()].sort((a, b) => stepOf(a) - stepOf(b));
}
