// The receipts that this browser was given: kept here, so that the site can be held to them when the seals are opened.

const NAME = "receipts";
const MOST = 500;

/** @typedef {{battle: string, round: number, step?: number, seat: string, version: number, order: string, commitment: string}} Kept */

/** @returns {Kept[]} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
}

/** The step that a receipt is for; older ones call it the round. @param {Kept} receipt */
export const stepOf = ({ step, round }) => step ?? round;

/** @param {Kept[]} receipts */
function write(receipts) {
  try {
    localStorage.setItem(NAME, JSON.stringify(receipts.slice(-MOST)));
  } catch {
    // No room, or not allowed: the page of the battle still shows the receipt.
  }
}

/** @param {string} battle @param {Partial<Kept>} receipt */
export function keep(battle, receipt) {
  const { round, step, seat, version, order, commitment } = receipt;
  if (!commitment) return;
  const same = (/** @type {Kept} */ one) => one.battle === battle && stepOf(one) === (step ?? round) && one.seat === seat;
  const rest = all().filter((one) => !same(one) || one.version !== version);
  write([...rest, { battle, round, step, seat, version, order, commitment }]);
}

/** Forget the receipts of an order that was taken back. @param {string} battle @param {number} step @param {string} seat */
export function forget(battle, step, seat) {
  write(all().filter((one) => one.battle !== battle || stepOf(one) !== step || one.seat !== seat));
}

/** The receipts of one battle, each seat's last of each round. @param {string} battle */
export function kept(battle) {
  /** @type {Map<string, Kept>} */
  const last = new Map();
  for (const one of all()) if (one.battle === battle) last.set(`${stepOf(one)} ${one.seat}`, one);
  return [...last.values()].sort((a, b) => stepOf(a) - stepOf(b));
}
