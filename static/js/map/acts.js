// The card of what can be ordered on the territory, or from the one to the other, that was chosen on the map.
import { fill, gettext } from "../words.js";
import { plain } from "./stage.js";

/** @typedef {import("./types.js").Form} Form */
/** @typedef {{label: string, least?: number, most?: number, start?: number, text: (n: number) => string}} Act */

/** What may be ordered on one territory, or without any. @param {Form[]} forms @param {string} at @returns {Act[]} */
export function actsAt(forms, at) {
  return forms.filter((form) => form.at === at).map((form) => act(form, `${form.do} ${at}`, at));
}

/** @param {Form[]} forms @param {string} from @param {string} to @returns {Act[]} */
export function actsBetween(forms, from, to) {
  return forms
    .filter((form) => form.from === from && form.to === to)
    .flatMap((form) => (form.armies ? [act(form, `${form.do} ${from} ${to}`, to)] : attacks(form)));
}

/** Orders that name no territory. @param {Form[]} forms @returns {Act[]} */
export function actsAnywhere(forms) {
  return forms
    .filter((form) => !form.at && !form.from && form.do !== "nop")
    .map((form) => {
      const range = form.armies ?? form.dice;
      if (form.cards) {
        const cards = form.cards.map((card) => (card.startsWith("wild") ? "*" : plain(card))).join(", ");
        return { label: fill(gettext("Trade %(cards)s"), { cards }), text: () => `trade ${form.cards?.join(" ")}` };
      }
      return range ? ranged(form.do, range, form.do, "") : { label: verb(form.do, ""), text: () => form.do };
    });
}

/** @param {Form} form @param {string} words @param {string} place @returns {Act} */
function act(form, words, place) {
  return form.armies ? ranged(form.do, form.armies, words, place) : { label: verb(form.do, place), text: () => words };
}

/** @param {string} name @param {number[]} range @param {string} words @param {string} place @returns {Act} */
function ranged(name, [least, most], words, place) {
  const bounded = most < 10 ** 6;
  return { label: verb(name, place), least, most: bounded ? most : undefined, start: bounded ? most : least, text: (n) => `${words} ${n}` };
}

/** @param {Form} form @returns {Act[]} */
function attacks({ from, to = "", optional = {} }) {
  const once = { label: fill(gettext("Attack %(place)s once"), { place: plain(to) }), text: () => `attack ${from} ${to}` };
  if (!optional.until) return [once];
  return [once, { label: fill(gettext("Attack %(place)s to the end"), { place: plain(to) }), text: () => `attack ${from} ${to} until 1` }];
}

/** @type {Record<string, () => string>} */
const VERBS = {
  claim: () => gettext("Claim %(place)s"),
  capital: () => gettext("Make %(place)s the capital"),
  guard: () => gettext("Guard %(place)s"),
  place: () => gettext("Place on %(place)s"),
  reinforce: () => gettext("Reinforce %(place)s"),
  colonize: () => gettext("Bid for %(place)s"),
  build: () => gettext("Build on %(place)s"),
  move: () => gettext("Move to %(place)s"),
  attack: () => gettext("Attack %(place)s"),
  fortify: () => gettext("Move to %(place)s"),
  occupy: () => gettext("Move in with"),
  defend: () => gettext("Dice"),
  done: () => gettext("Go on"),
};

/** @param {string} name @param {string} place */
function verb(name, place) {
  return fill(VERBS[name]?.() ?? name, { place: plain(place) });
}

/** The card with a button for each. @param {Act[]} acts @param {(text: string) => void} give */
export function buttons(acts, give) {
  return acts.map(({ label, least, most, start, text }) => {
    const row = Object.assign(document.createElement("form"), { className: "map-act" });
    const button = Object.assign(document.createElement("button"), { className: "button small", textContent: label });
    row.append(button);
    const field = document.createElement("input");
    if (least !== undefined) {
      Object.assign(field, { type: "number", min: String(least), max: most ? String(most) : "", value: String(start), required: true });
      field.setAttribute("aria-label", label);
      row.append(field);
    }
    row.addEventListener("submit", (event) => {
      event.preventDefault();
      give(text(Number(field.value)));
    });
    return row;
  });
}
