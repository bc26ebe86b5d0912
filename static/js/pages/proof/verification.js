// The check of a proof: the same that `manage.py prove` does, in the reader's own browser. See tournaments/proofs.py.
import { hex } from "../../core/sha256.js";

/**
 * @typedef {{salt: string, version: number, commitment: string}} Seal
 * @typedef {{number: number, round?: number, orders: [string, string][], seals: Record<string, Seal>, digest: string,
 *   after?: unknown}} Played
 * @typedef {{announced: {code: string, seed_hash: string}, contract: string, seed: string | null,
 *   rounds: Played[]}} Proof
 * @typedef {{code: string, round: number, seat: string}} Finding
 */

/** One text for one value: sorted names, no spaces. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** SHA-256 over the parts, one a line. @param {string[]} parts */
export function digest(...parts) {
  return hex(parts.join("\n"));
}

/** Everything that does not hold. @param {Proof} proof */
export async function findings(proof) {
  const found = await announcement(proof);
  let last = proof.contract;
  for (const [place, played] of proof.rounds.entries()) {
    if (played.number !== place + 1) found.push({ code: "gap", round: place + 1, seat: "" });
    found.push(...(await seals(proof.announced.code, played)), ...(await link(last, played)));
    last = played.digest;
  }
  return found;
}

/** @param {Proof} proof @returns {Promise<Finding[]>} */
async function announcement(proof) {
  const found = [];
  if ((await digest(canonical(proof.announced))) !== proof.contract) found.push("contract");
  if (proof.seed !== null && (await digest(proof.seed)) !== proof.announced.seed_hash) found.push("seed");
  return found.map((code) => ({ code, round: 0, seat: "" }));
}

/** @param {string} code @param {Played} played @returns {Promise<Finding[]>} */
async function seals(code, played) {
  const orders = new Map(played.orders);
  const found = [];
  for (const [seat, seal] of Object.entries(played.seals)) {
    const text = orders.get(seat);
    const parts = [seal.salt, code, String(played.number), seat, String(seal.version), text ?? ""];
    if (text === undefined) found.push({ code: "extra", round: played.number, seat });
    else if ((await digest(...parts)) !== seal.commitment) found.push({ code: "order", round: played.number, seat });
  }
  return found;
}

/** @param {string} last @param {Played} played @returns {Promise<Finding[]>} */
async function link(last, played) {
  if (!("after" in played)) return [];
  const made = await digest(last, canonical(played.orders), canonical(played.after));
  return made === played.digest ? [] : [{ code: "chain", round: played.number, seat: "" }];
}

/** Compare a receipt that somebody kept with the seal that was opened: true, false, or null if there is none yet.
 * @param {Proof} proof @param {{round: number, step?: number, seat: string, version: number, commitment: string}} receipt */
export function keeps(proof, receipt) {
  const seal = proof.rounds.find((played) => played.number === (receipt.step ?? receipt.round))?.seals[receipt.seat];
  if (!seal) return null;
  return seal.version !== receipt.version || seal.commitment === receipt.commitment;
}
