// Verifies the proof of a battle in the browser, as `manage.py prove` does on the command line.
import { digestHex } from "../../core/sha256.js";

/**
 * @typedef {{salt: string, version: number, commitment: string}} Seal
 * @typedef {{number: number, round?: number, orders: [string, string][], seals: Record<string, Seal>, digest: string,
 *   after?: unknown}} Played
 * @typedef {{announced: {code: string, seed_hash: string}, contract: string, seed: string | null,
 *   rounds: Played[]}} Proof
 * @typedef {{code: string, round: number, seat: string}} Fault
 */

/** Return a value as canonical JSON: sorted names, no spaces. @param {any} value @returns {string} */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(",")}}`;
}

/** Return the SHA-256 of the parts, one on each line. @param {string[]} parts */
export function digest(...parts) {
  return digestHex(parts.join("\n"));
}

/** Return everything that does not hold. @param {Proof} proof */
export async function findFaults(proof) {
  const faults = await checkAnnouncement(proof);
  let last = proof.contract;
  for (const [index, played] of proof.rounds.entries()) {
    if (played.number !== index + 1) faults.push({ code: "gap", round: index + 1, seat: "" });
    faults.push(...(await checkSeals(proof.announced.code, played)), ...(await checkChain(last, played)));
    last = played.digest;
  }
  return faults;
}

/** Check the contract and the seed against what was announced. @param {Proof} proof @returns {Promise<Fault[]>} */
async function checkAnnouncement(proof) {
  const codes = [];
  if ((await digest(canonicalJson(proof.announced))) !== proof.contract) codes.push("contract");
  if (proof.seed !== null && (await digest(proof.seed)) !== proof.announced.seed_hash) codes.push("seed");
  return codes.map((code) => ({ code, round: 0, seat: "" }));
}

/**
 * Check the orders of a round against their seals.
 * @param {string} code @param {Played} played @returns {Promise<Fault[]>}
 */
async function checkSeals(code, played) {
  const orders = new Map(played.orders);
  const faults = [];
  for (const [seat, seal] of Object.entries(played.seals)) {
    const text = orders.get(seat);
    const parts = [seal.salt, code, String(played.number), seat, String(seal.version), text ?? ""];
    if (text === undefined) faults.push({ code: "extra", round: played.number, seat });
    else if ((await digest(...parts)) !== seal.commitment) faults.push({ code: "order", round: played.number, seat });
  }
  return faults;
}

/**
 * Check that a digest follows from the one before.
 * @param {string} last @param {Played} played @returns {Promise<Fault[]>}
 */
async function checkChain(last, played) {
  if (!("after" in played)) return [];
  const expected = await digest(last, canonicalJson(played.orders), canonicalJson(played.after));
  return expected === played.digest ? [] : [{ code: "chain", round: played.number, seat: "" }];
}

/**
 * Compare a stored receipt with the seal that was opened: true, false, or null if none was opened yet.
 * @param {Proof} proof
 * @param {{round: number, step?: number, seat: string, version: number, commitment: string}} receipt
 */
export function matchesReceipt(proof, receipt) {
  const seal = proof.rounds.find((played) => played.number === (receipt.step ?? receipt.round))?.seals[receipt.seat];
  if (!seal) return null;
  return seal.version !== receipt.version || seal.commitment === receipt.commitment;
}
