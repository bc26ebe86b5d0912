// Verifies the dice of a finished battle: the revealed seed against its published digest and against every die.
import { fill, gettext } from "../../core/i18n.js";
import { checkDice, seal } from "./chance.js";

/**
 * Verify, and show the result in the box.
 * @param {HTMLElement} box with the seed, the seal, the number of rounds and their address
 */
export async function verify(box) {
  const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
  const output = /** @type {HTMLElement} */ (box.querySelector("[data-verdict]"));
  button.disabled = true;
  output.textContent = gettext("Rolling every die again…");
  output.textContent = await verdict(box.dataset);
  button.disabled = false;
}

/** Return the result as a sentence. @param {DOMStringMap} data */
async function verdict({ seed = "", seal: published = "", rounds = "0", roundUrl = "" }) {
  if (!globalThis.crypto?.subtle) return gettext("This browser can do it only over a secure connection.");
  if ((await seal(seed)) !== published) return gettext("The seed is NOT the one that was sealed before the battle.");
  const count = { right: 0, wrong: 0 };
  for (let number = 1; number <= Number(rounds); number++) {
    const answer = await fetch(`${roundUrl}${number}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return gettext("The server could not be reached.");
    const { right, wrong } = await checkDice(seed, await answer.json());
    count.right += right;
    count.wrong += wrong;
  }
  if (count.wrong) return fill(gettext("Dice that do NOT match the seed: %(wrong)s."), count);
  return fill(
    gettext("The seed is the one that was sealed, and every die matches it. Dice checked: %(right)s."),
    count,
  );
}
