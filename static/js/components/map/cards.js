// The reader's cards: shown in the phase in which they are traded, else only their number.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { html, svg } from "./elements.js";

/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Territory} Territory */

/** @type {Record<string, string>} */
const SIGNS = {
  infantry: "M12 3a3 3 0 0 1 1.8 5.4Q17 10 17 21H7Q7 10 10.2 8.4A3 3 0 0 1 12 3z",
  cavalry: "M6 21q0-6 4-9q-4 1-5 .5l4-6l1.5-3.5l2 2.5q6 1.5 6 9q0 3.5 1 6.5z",
  artillery: "M3 17a4 4 0 0 1 4-4l12-6l2 3.5l-9 6a4 4 0 0 1-8 1.5zM16 17a3 3 0 1 1 .1 0z",
  wild: "M12 2l2.7 6.6l7.1.5l-5.5 4.6l1.8 6.9L12 16.8l-6.1 3.8l1.8-6.9L2.2 9.1l7.1-.5z",
};
/** @type {Record<string, () => string>} */
const SYMBOLS = {
  infantry: () => gettext("infantry"),
  cavalry: () => gettext("cavalry"),
  artillery: () => gettext("artillery"),
  wild: () => gettext("wild card"),
};

/** The element with the cards; chosen cards can be traded as a set. */
export class CardTray {
  /** @type {string[]} */
  chosen = [];

  /**
   * @param {HTMLElement} root @param {Map<string, Territory>} places @param {(text: string) => void} order
   * @param {(text: string) => Promise<string>} preview what an order would do, in words
   */
  constructor(root, places, order, preview) {
    this.root = root;
    this.places = places;
    this.order = order;
    this.preview = preview;
  }

  /** @param {string[]} hand @param {Form[]} forms @param {boolean} isOpen whether cards are traded now */
  render(hand, forms, isOpen) {
    this.root.hidden = !hand.length && !isOpen;
    this.chosen = this.chosen.filter((card) => isOpen && hand.includes(card));
    const count = fill(ngettext("You hold %(n)s card.", "You hold %(n)s cards.", hand.length), { n: hand.length });
    this.root.replaceChildren(html("p", { className: "small", textContent: count }));
    if (!isOpen || !hand.length) return;
    const trades = forms.filter((form) => form.do === "trade");
    const cards = hand.map((card) => this.card(card, () => this.render(hand, forms, isOpen)));
    this.root.append(html("div", { className: "cards" }, ...cards), ...this.tradeControls(trades));
  }

  /** @param {string} card */
  symbol(card) {
    return this.places.get(card)?.card || "wild";
  }

  /** @param {string} card @param {() => void} rerender */
  card(card, rerender) {
    const symbol = this.symbol(card);
    const picture = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    picture.append(svg("path", { d: SIGNS[symbol] }));
    const name = html("b", { textContent: this.places.get(card)?.name ?? gettext("wild card") });
    const button = html(
      "button",
      { type: "button", className: "map-card" },
      picture,
      name,
      html("small", { textContent: SYMBOLS[symbol]() }),
    );
    button.dataset.symbol = symbol;
    button.dataset.card = card;
    button.setAttribute("aria-pressed", String(this.chosen.includes(card)));
    button.addEventListener("click", () => {
      const others = this.chosen.filter((each) => each !== card);
      this.chosen = this.chosen.includes(card) ? others : [...others.slice(-2), card];
      rerender();
      /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-card="${card}"]`))?.focus();
    });
    return button;
  }

  /** Return the controls that trade the chosen cards if they are a set. @param {Form[]} trades */
  tradeControls(trades) {
    if (!trades.length)
      return [html("p", { className: "small faint", textContent: gettext("There is no set among them.") })];
    const chosen = [...this.chosen].sort().join();
    const form = trades.find(({ cards = [] }) => [...cards].sort().join() === chosen);
    const places = /** @type {string[]} */ (form?.optional?.on ?? []);
    const on = html(
      "select",
      {},
      ...places.map((id) => html("option", { value: id, textContent: this.places.get(id)?.name ?? id })),
    );
    const button = html("button", {
      type: "button",
      className: "button small",
      textContent: gettext("Trade these three"),
      disabled: !form,
    });
    const trade = `trade ${this.chosen.join(" ")}`;
    button.addEventListener("click", () => this.order(trade + (places.length ? ` on ${on.value}` : "")));
    const help = html("p", { className: "small", textContent: gettext("A set: three equal symbols, or one of each.") });
    help.setAttribute("role", "status");
    if (form) this.preview(trade).then((text) => (help.textContent = text || help.textContent));
    const bonus = html("label", { className: "row small" }, gettext("Bonus armies on"), on);
    return [help, html("div", { className: "row" }, button, ...(places.length > 1 ? [bonus] : []))];
  }
}
