// Truces between two seats: those that last, what is offered, and a form to offer or accept one.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { html } from "./elements.js";

/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Position} Position */

/**
 * Show the truces beside a map, where there may be some; what the reader is choosing stays.
 * @param {import("./map.js").BattleMap} map @param {Position} position
 */
export function renderTruces(map, position) {
  const root = document.querySelector("[data-truces]");
  if (!(root instanceof HTMLElement)) return;
  const forms = map.playback ? [] : map.forms.filter((form) => form.do === "truce");
  const shown = JSON.stringify([position.truces, position.offers, forms]);
  if (root.dataset.shown === shown) return;
  root.dataset.shown = shown;
  const own = map.live.you?.seat ?? "";
  root.replaceChildren(...truceNodes(position, own, map.names, forms, (text) => map.choice.order(text)));
  root.hidden = !root.children.length;
}

/** Rounds that the form proposes at first. */
const USUAL = 3;

/**
 * Return what stands about truces beside a map; nothing where there are none and none can be offered.
 * @param {Position} position @param {string} own seat of the reader @param {Record<string, string>} names
 * @param {Form[]} forms @param {(text: string) => void} order
 */
export function truceNodes({ truces = {}, offers = {} }, own, names, forms, order) {
  const name = (/** @type {string} */ seat) => [seat.toUpperCase(), names[seat]].filter(Boolean).join(" ");
  const partners = forms.filter((form) => form.do === "truce").flatMap(({ seat }) => seat ?? []);
  const lasting = Object.entries(truces).map(([[one, other], round]) => {
    const text = gettext("%(one)s and %(other)s have a truce until the end of round %(round)s.");
    return html("li", {}, fill(text, { one: name(one), other: name(other), round }));
  });
  const open = Object.entries(offers).map(([[one, other], [n]]) => {
    const text = ngettext(
      "%(one)s offers %(other)s a truce for %(n)s round.",
      "%(one)s offers %(other)s a truce for %(n)s rounds.",
      n,
    );
    const accept = html("button", { type: "button", className: "button small", textContent: gettext("Accept") });
    accept.addEventListener("click", () => order(`truce ${one} ${n}`));
    const isForReader = other === own && partners.includes(one);
    return html("li", {}, fill(text, { one: name(one), other: name(other), n }), ...(isForReader ? [accept] : []));
  });
  if (!lasting.length && !open.length && !partners.length) return [];
  return [
    html("h3", { textContent: gettext("Truces") }),
    ...(lasting.length || open.length ? [html("ul", {}, ...lasting, ...open)] : []),
    ...(partners.length ? [offerForm(partners, name, order)] : []),
  ];
}

/**
 * Return the form that offers a truce.
 * @param {string[]} partners @param {(seat: string) => string} name @param {(text: string) => void} order
 */
function offerForm(partners, name, order) {
  const partner = html(
    "select",
    { ariaLabel: gettext("With whom") },
    ...partners.map((seat) => html("option", { value: seat, textContent: name(seat) })),
  );
  const rounds = html("input", { type: "number", min: "1", max: "10", value: String(USUAL), required: true });
  rounds.setAttribute("aria-label", gettext("Rounds"));
  const form = html(
    "form",
    {},
    partner,
    rounds,
    html("button", { className: "button small", textContent: gettext("Offer a truce") }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    order(`truce ${partner.value} ${rounds.value}`);
  });
  return form;
}
