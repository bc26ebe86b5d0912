// The receipts that this browser was given: kept here, so that the site can be held to them when the seals are opened.

const NAME = "receipts";
const MOST = 500;

/** @typedef {{battle: string, round: number, seat: string, version: number, order: string, commitment: string}} Kept */

/** @returns {Kept[]} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} battle @param {Partial<Kept>} receipt */
export function keep(battle, receipt) {
  const { round, seat, version, order, commitment } = receipt;
  if (!commitment) return;
  const same = (/** @type {Kept} */ one) => one.battle === battle && one.round === round && one.seat === seat;
  const rest = all().filter((one) => !same(one) || one.version !== version);
  try {
    localStorage.setItem(NAME, JSON.stringify([...rest, { battle, round, seat, version, order, commitment }].slice(-MOST)));
  } catch {
    // No room, or not allowed: the page of the battle still shows the receipt.
  }
}

/** The receipts of one battle, each seat's last of each round. @param {string} battle */
export function kept(battle) {
  /** @type {Map<string, Kept>} */
  const last = new Map();
  for (const one of all()) if (one.battle === battle) last.set(`${one.round} ${one.seat}`, one);
  return [...last.values()].sort((a, b) => a.round - b.round);
}
