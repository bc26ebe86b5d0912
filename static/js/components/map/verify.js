// After the end: hold the seed that is revealed against its seal and against every die that was told.
import { fill, gettext } from "../../core/i18n.js";
import { rolled, seal } from "./chance.js";

/** Say in the box what comes out. @param {HTMLElement} box with the seed, the seal, the number of rounds and their address */
export async function verify(box) {
  const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
  const said = /** @type {HTMLElement} */ (box.querySelector("[data-verdict]"));
  button.disabled = true;
  said.textContent = gettext("Rolling every die again…");
  said.textContent = await verdict(box.dataset);
  button.disabled = false;
}

/** @param {DOMStringMap} data */
async function verdict({ seed = "", seal: published = "", rounds = "0", roundUrl = "" }) {
  if (!globalThis.crypto?.subtle) return gettext("This browser can do it only over a secure connection.");
  if ((await seal(seed)) !== published) return gettext("The seed is NOT the one that was sealed before the battle.");
  const count = { right: 0, wrong: 0 };
  for (let number = 1; number <= Number(rounds); number++) {
    const answer = await fetch(`${roundUrl}${number}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return gettext("The server could not be reached.");
    const { right, wrong } = await rolled(seed, await answer.json());
    count.right += right;
    count.wrong += wrong;
  }
  if (count.wrong) return fill(gettext("%(wrong)s dice are NOT those of the seed."), count);
  return fill(gettext("The seed is the one that was sealed, and all %(right)s dice are its own."), count);
}
