import { truceNodes } from "/static/js/components/map/truces.js";
import { chipText } from "/static/js/components/map/turn-plan.js";
import { same } from "./check.js";

const NAMES = { a: "Ann", b: "Ben", c: "Cid" };
const FORMS = ["b", "c"].map((seat) => ({ do: "truce", seat, rounds: [1, 10] }));
const POSITION = { pieces: [], round: 4, to_act: [] };

export function aSpectatorReadsOfTrucesAndOffers() {
  /** @type {Record<string, [number, number]>} */
  const offers = { ca: [2, 5] };
  const nodes = truceNodes({ ...POSITION, truces: { bc: 7 }, offers }, "", NAMES, [], () => {});
  same(nodes.map(({ tagName }) => tagName), ["H3", "UL"]); // prettier-ignore
  same([...nodes[1].children].map(({ textContent }) => textContent), [
    "B Ben and C Cid have a truce until the end of round 7.",
    "C Cid offers A Ann a truce for 2 rounds.",
  ]);
  same(truceNodes({ ...POSITION, truces: {}, offers: {} }, "", NAMES, [], () => {}), []);
}

export function aSeatAcceptsAndOffers() {
  /** @type {string[]} */
  const orders = [];
  /** @type {Record<string, [number, number]>} */
  const offers = { ca: [2, 5], ab: [1, 5] };
  const nodes = truceNodes({ ...POSITION, truces: {}, offers }, "a", NAMES, FORMS, (text) => orders.push(text));
  const buttons = [...nodes[1].querySelectorAll("button")];
  same(buttons.length, 1);
  buttons[0].click();
  const form = /** @type {HTMLFormElement} */ (nodes[2]);
  same([...form.querySelectorAll("option")].map(({ textContent }) => textContent), ["B Ben", "C Cid"]); // prettier-ignore
  document.body.append(form);
  form.requestSubmit();
  form.remove();
  same(orders, ["truce c 2", "truce b 3"]);
  same(chipText("truce c 2"), "Truce with C, rounds:");
}
