// The actions that can be ordered on a chosen territory or between two, as forms beside the map.
import { fill, gettext } from "../../core/i18n.js";
import { units } from "./armies.js";
import { html } from "./elements.js";
import { placeName } from "./status-text.js";

/** @typedef {import("./types.js").Form} Form */
/**
 * @typedef {{label: string, least?: number, most?: number, start?: number, units?: string[],
 *   text: (n: number) => string}} Action
 */

/** Return the actions on one territory. @param {Form[]} forms @param {string} at @returns {Action[]} */
export function actionsAt(forms, at) {
  return forms.filter((form) => form.at === at).map((form) => action(form, `${form.do} ${at}`, at));
}

/**
 * Return the actions from one territory to another.
 * @param {Form[]} forms @param {string} from @param {string} to @returns {Action[]}
 */
export function actionsBetween(forms, from, to) {
  return forms
    .filter((form) => form.from === from && form.to === to)
    .flatMap((form) => (form.armies ? [action(form, `${form.do} ${from} ${to}`, to)] : attackActions(form)));
}

/** What `done` ends or leads to, by phase. @type {Record<string, () => string>} */
const ENDS = {
  draft: () => gettext("Go on to attacks"),
  cards: () => gettext("Go on to attacks"),
  attack: () => gettext("End attacks"),
};

/**
 * Return the actions that name no territory, without trades of cards and truces, which have forms of their own.
 * @param {Form[]} forms @param {string} [phase] @returns {Action[]}
 */
export function generalActions(forms, phase = "") {
  return forms
    .filter((form) => !form.at && !form.from && !["nop", "trade", "truce"].includes(form.do))
    .map((form) => {
      const range = form.armies ?? form.dice;
      if (range) return ranged(form.do, range, form.do, "");
      const label = (form.do === "done" && ENDS[phase]?.()) || actionLabel(form.do, "");
      return { label, text: () => form.do };
    });
}

/** @param {Form} form @param {string} order @param {string} place @returns {Action} */
function action(form, order, place) {
  return form.armies
    ? { ...ranged(form.do, form.armies, order, place), units: form.unit }
    : { label: actionLabel(form.do, place), text: () => order };
}

/** Orders that spend armies for good: their number starts at the least, and a button fills in the most. */
const SPENDING = new Set(["place", "reinforce", "colonize", "build"]);

/** @param {string} name @param {number[]} range @param {string} order @param {string} place @returns {Action} */
function ranged(name, [least, most], order, place) {
  const isBounded = most < 10 ** 6;
  const start = isBounded && !SPENDING.has(name) ? most : least;
  return {
    label: actionLabel(name, place),
    least,
    most: isBounded ? most : undefined,
    start,
    text: (n) => `${order} ${n}`,
  };
}

/** @param {Form} form @returns {Action[]} */
function attackActions({ from, to = "", optional = {} }) {
  const once = {
    label: fill(gettext("Attack %(place)s once"), { place: placeName(to) }),
    text: () => `attack ${from} ${to}`,
  };
  if (!optional.until) return [once];
  return [
    once,
    {
      label: fill(gettext("Attack %(place)s to the end"), { place: placeName(to) }),
      text: () => `attack ${from} ${to} until 1`,
    },
  ];
}

/** @type {Record<string, () => string>} */
const LABELS = {
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
  defend: () => gettext("Roll dice"),
  done: () => gettext("End turn"),
};

/** Return what an order does, in words. @param {string} name @param {string} place */
export function actionLabel(name, place) {
  return fill(LABELS[name]?.() ?? name, { place: placeName(place) });
}

/**
 * Return a form for each action, with the field for its number; below an attack stand its odds.
 * @param {Action[]} actions @param {(text: string) => void} order @param {(text: string) => Promise<string>} odds
 */
export function actionForms(actions, order, odds) {
  return actions.map(({ label, least, most, start, units: names, text }) => {
    const row = html(
      "form",
      { className: "map-act" },
      html("button", { className: "button small", textContent: label }),
    );
    const field = html("input", {
      type: "number",
      min: String(least),
      max: most ? String(most) : "",
      value: String(start),
      required: true,
    });
    field.setAttribute("aria-label", label);
    if (least !== undefined) row.append(field);
    const unit = names && units.choice?.(names);
    if (unit) row.append(unit);
    if (most && most > 3) row.append(shareButton(field, gettext("Half"), Math.max(least ?? 1, Math.floor(most / 2))));
    if (most && start !== most) row.append(shareButton(field, fill(gettext("All %(n)s"), { n: most }), most));
    const output = html("small", { className: "odds" });
    output.setAttribute("role", "status");
    row.append(output);
    const currentOrder = () => [text(Number(field.value)), unit?.value ?? ""].join(" ").trim();
    unit?.addEventListener("change", () => field.dispatchEvent(new Event("input")));
    if (text(1).startsWith("attack")) showOdds(field, output, currentOrder, odds);
    row.addEventListener("submit", (event) => {
      event.preventDefault();
      order(currentOrder());
    });
    return row;
  });
}

/**
 * Return a button that fills in a number.
 * @param {HTMLInputElement} field @param {string} textContent @param {number} count
 */
function shareButton(field, textContent, count) {
  const button = html("button", { type: "button", className: "button small quiet", textContent });
  button.addEventListener("click", () => {
    field.value = String(count);
    field.dispatchEvent(new Event("input"));
    field.focus();
  });
  return button;
}

/**
 * Show the odds of an attack, now and whenever its number changes.
 * @param {HTMLInputElement} field @param {HTMLElement} output @param {() => string} currentOrder
 * @param {(text: string) => Promise<string>} odds
 */
function showOdds(field, output, currentOrder, odds) {
  const update = async () => {
    const order = currentOrder();
    const text = await odds(order);
    if (order === currentOrder()) output.textContent = text;
  };
  field.addEventListener("input", update);
  update();
}
