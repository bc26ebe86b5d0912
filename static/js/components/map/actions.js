// The card of what can be ordered on the territory, or from the one to the other, that was chosen on the map.
import { fill, gettext } from "../../core/i18n.js";
import { html } from "./elements.js";
import { plain } from "./status-text.js";

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

/** Orders that name no territory; cards are traded from the tray. @param {Form[]} forms @returns {Act[]} */
export function actsAnywhere(forms) {
  return forms
    .filter((form) => !form.at && !form.from && !["nop", "trade"].includes(form.do))
    .map((form) => {
      const range = form.armies ?? form.dice;
      return range ? ranged(form.do, range, form.do, "") : { label: verb(form.do, ""), text: () => form.do };
    });
}

/** @param {Form} form @param {string} words @param {string} place @returns {Act} */
function act(form, words, place) {
  return form.armies ? ranged(form.do, form.armies, words, place) : { label: verb(form.do, place), text: () => words };
}

/** Orders that spend what cannot be had back: their number begins small, and all of it takes a second tap. */
const SPENT = new Set(["place", "reinforce", "colonize", "build"]);

/** @param {string} name @param {number[]} range @param {string} words @param {string} place @returns {Act} */
function ranged(name, [least, most], words, place) {
  const bounded = most < 10 ** 6;
  const start = bounded && !SPENT.has(name) ? most : least;
  return { label: verb(name, place), least, most: bounded ? most : undefined, start, text: (n) => `${words} ${n}` };
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

/** A button for each, with its number; what an attack would do stands below it.
 * @param {Act[]} acts @param {(text: string) => void} give @param {(text: string) => Promise<string>} odds */
export function buttons(acts, give, odds) {
  return acts.map(({ label, least, most, start, text }) => {
    const row = html("form", { className: "map-act" }, html("button", { className: "button small", textContent: label }));
    const field = html("input", { type: "number", min: String(least), max: most ? String(most) : "", value: String(start), required: true });
    field.setAttribute("aria-label", label);
    if (least !== undefined) row.append(field);
    if (most && start !== most) row.append(all(field, most));
    const said = html("small", { className: "odds" });
    said.setAttribute("role", "status");
    row.append(said);
    const order = () => text(Number(field.value));
    if (text(1).startsWith("attack")) forecast(field, said, order, odds);
    row.addEventListener("submit", (event) => {
      event.preventDefault();
      give(order());
    });
    return row;
  });
}

/** A button that fills in all there is, and sends nothing. @param {HTMLInputElement} field @param {number} most */
function all(field, most) {
  const button = html("button", { type: "button", className: "button small quiet", textContent: fill(gettext("All %(n)s"), { n: most }) });
  button.addEventListener("click", () => {
    field.value = String(most);
    field.focus();
  });
  return button;
}

/** Say what an attack would do, now and whenever its number changes.
 * @param {HTMLInputElement} field @param {HTMLElement} said @param {() => string} order @param {(text: string) => Promise<string>} odds */
function forecast(field, said, order, odds) {
  const ask = async () => {
    const asked = order();
    const answer = await odds(asked);
    if (asked === order()) said.textContent = answer;
  };
  field.addEventListener("input", ask);
  ask();
}
