// The page of a proof: fetches it, checks it here, and says line by line what holds.
import { findings, keeps } from "./verification.js";
import { kept } from "../battle/receipts.js";
import { fill, gettext, ngettext } from "../../core/i18n.js";

/** @typedef {import("./verification.js").Finding} Finding */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-proof]"));
const verdict = /** @type {HTMLElement} */ (page.querySelector("[data-verdict]"));

/** @param {import("./verification.js").Proof} proof @param {Finding} finding */
function inWords(proof, finding) {
  const sentences = {
    contract: gettext("The contract is not the one that was announced."),
    seed: gettext("The seed is not the one that was sealed before the battle."),
    order: gettext("Round %(round)s: the order of seat %(seat)s is not the one that was sealed."),
    extra: gettext("Round %(round)s: there is a seal of seat %(seat)s without an order."),
    chain: gettext("Round %(round)s: the digest does not follow from the round before, the orders and the board."),
    gap: gettext("Step %(step)s of the record is missing."),
  };
  const step = finding.round;
  const played = proof.rounds.find(({ number }) => number === step);
  const values = { step, round: played?.round ?? step, seat: finding.seat.toUpperCase() };
  return fill(sentences[/** @type {keyof typeof sentences} */ (finding.code)] ?? finding.code, values);
}

/** @param {string} name @param {boolean} holds */
function mark(name, holds) {
  for (const cell of page.querySelectorAll(`[data-check="${name}"]`)) {
    cell.textContent = holds ? "✓" : "✗";
    cell.setAttribute("aria-label", holds ? gettext("proven") : gettext("not proven"));
    cell.toggleAttribute("data-broken", !holds);
  }
}

/** @param {import("./verification.js").Proof} proof @param {Finding[]} found */
function fillIn(proof, found) {
  const broken = (/** @type {number} */ round, /** @type {string[]} */ codes) =>
    found.some((finding) => finding.round === round && codes.includes(finding.code));
  mark("contract", !broken(0, ["contract"]));
  if (proof.seed !== null) mark("seed", !broken(0, ["seed"]));
  for (const { number, ...played } of proof.rounds) {
    mark(`seals ${number}`, !broken(number, ["order", "extra"]));
    if ("after" in played) mark(`chain ${number}`, !broken(number, ["chain", "gap"]));
  }
}

/** @param {import("./verification.js").Proof} proof */
function receipts(proof) {
  const place = /** @type {HTMLElement} */ (page.querySelector("[data-receipts]"));
  const mine = kept(proof.announced.code).map((receipt) => ({ receipt, holds: keeps(proof, receipt) }));
  const opened = mine.filter(({ holds }) => holds !== null);
  const wrong = opened.filter(({ holds }) => !holds);
  if (!opened.length) return false;
  const text = wrong.length
    ? gettext("Receipts that were NOT kept, of rounds: %(rounds)s")
    : ngettext("The receipt that this browser kept was honoured.", "All %(count)s receipts that this browser kept were honoured.", opened.length);
  place.hidden = false;
  place.textContent = fill(text, { count: opened.length, rounds: wrong.map(({ receipt }) => receipt.round).join(", ") });
  return wrong.length > 0;
}

async function check() {
  if (!globalThis.crypto?.subtle) return say(gettext("This browser can do it only over a secure connection."), "warning");
  const answer = await fetch(page.dataset.proof ?? "", { headers: { Accept: "application/json" } });
  if (!answer.ok) return say(gettext("The server could not be reached."), "warning");
  const proof = await answer.json();
  const found = await findings(proof);
  fillIn(proof, found);
  const unkept = receipts(proof);
  if (found.length || unkept) return say([gettext("This battle is NOT proven."), ...found.map((one) => inWords(proof, one))].join(" "), "error");
  const rounds = proof.rounds.at(-1)?.round || proof.rounds.length;
  const words = ngettext("Checked in this browser: %(count)s round, and everything holds.", "Checked in this browser: %(count)s rounds, and everything holds.", rounds);
  say(fill(words, { count: rounds }), "success");
}

/** @param {string} text @param {string} level */
function say(text, level) {
  verdict.textContent = text;
  verdict.className = `notice ${level}`;
}

check().catch(() => say(gettext("The server could not be reached."), "warning"));
