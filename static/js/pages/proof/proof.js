// The page of a proof: fetches the proof, verifies it in the browser, and shows for each line whether it holds.
import { findFaults, matchesReceipt } from "./verification.js";
import { receiptsOf } from "../battle/receipts.js";
import { fill, gettext, ngettext } from "../../core/i18n.js";

/** @typedef {import("./verification.js").Fault} Fault */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-proof]"));
const verdict = /** @type {HTMLElement} */ (page.querySelector("[data-verdict]"));

/** Return a sentence about a fault. @param {import("./verification.js").Proof} proof @param {Fault} fault */
function faultText(proof, fault) {
  const sentences = {
    contract: gettext("The contract is not the one that was announced."),
    seed: gettext("The seed is not the one that was sealed before the battle."),
    order: gettext("Round %(round)s: the order of seat %(seat)s is not the one that was sealed."),
    extra: gettext("Round %(round)s: there is a seal of seat %(seat)s without an order."),
    chain: gettext("Round %(round)s: the digest does not follow from the round before, the orders and the board."),
    gap: gettext("Step %(step)s of the record is missing."),
  };
  const step = fault.round;
  const played = proof.rounds.find(({ number }) => number === step);
  const values = { step, round: played?.round ?? step, seat: fault.seat.toUpperCase() };
  return fill(sentences[/** @type {keyof typeof sentences} */ (fault.code)] ?? fault.code, values);
}

/** Mark a line as proven or not. @param {string} name @param {boolean} holds */
function markCheck(name, holds) {
  for (const cell of page.querySelectorAll(`[data-check="${name}"]`)) {
    cell.textContent = holds ? "✓" : "✗";
    cell.setAttribute("aria-label", holds ? gettext("proven") : gettext("not proven"));
    cell.toggleAttribute("data-broken", !holds);
  }
}

/** @param {import("./verification.js").Proof} proof @param {Fault[]} faults */
function markChecks(proof, faults) {
  const isBroken = (/** @type {number} */ round, /** @type {string[]} */ codes) =>
    faults.some((fault) => fault.round === round && codes.includes(fault.code));
  markCheck("contract", !isBroken(0, ["contract"]));
  if (proof.seed !== null) markCheck("seed", !isBroken(0, ["seed"]));
  for (const { number, ...played } of proof.rounds) {
    markCheck(`seals ${number}`, !isBroken(number, ["order", "extra"]));
    if ("after" in played) markCheck(`chain ${number}`, !isBroken(number, ["chain", "gap"]));
  }
}

/**
 * Show whether the stored receipts match the opened seals; return whether one does not.
 * @param {import("./verification.js").Proof} proof
 */
function checkReceipts(proof) {
  const output = /** @type {HTMLElement} */ (page.querySelector("[data-receipts]"));
  const stored = receiptsOf(proof.announced.code).map((receipt) => ({
    receipt,
    holds: matchesReceipt(proof, receipt),
  }));
  const opened = stored.filter(({ holds }) => holds !== null);
  const wrong = opened.filter(({ holds }) => !holds);
  if (!opened.length) return false;
  const text = wrong.length
    ? gettext("Receipts that were NOT kept, of rounds: %(rounds)s")
    : ngettext(
        "The receipt that this browser kept was honoured.",
        "All %(count)s receipts that this browser kept were honoured.",
        opened.length,
      );
  output.hidden = false;
  output.textContent = fill(text, {
    count: opened.length,
    rounds: wrong.map(({ receipt }) => receipt.round).join(", "),
  });
  return wrong.length > 0;
}

async function verify() {
  if (!globalThis.crypto?.subtle)
    return showVerdict(gettext("This browser can do it only over a secure connection."), "warning");
  const response = await fetch(page.dataset.proof ?? "", { headers: { Accept: "application/json" } });
  if (!response.ok) return showVerdict(gettext("The server could not be reached."), "warning");
  const proof = await response.json();
  const faults = await findFaults(proof);
  markChecks(proof, faults);
  const isReceiptWrong = checkReceipts(proof);
  if (faults.length || isReceiptWrong)
    return showVerdict(
      [gettext("This battle is NOT proven."), ...faults.map((fault) => faultText(proof, fault))].join(" "),
      "error",
    );
  const rounds = proof.rounds.at(-1)?.round || proof.rounds.length;
  const text = ngettext(
    "Checked in this browser: %(count)s round, and everything holds.",
    "Checked in this browser: %(count)s rounds, and everything holds.",
    rounds,
  );
  showVerdict(fill(text, { count: rounds }), "success");
}

/** @param {string} text @param {string} level */
function showVerdict(text, level) {
  verdict.textContent = text;
  verdict.className = `notice ${level}`;
}

verify().catch(() => showVerdict(gettext("The server could not be reached."), "warning"));
