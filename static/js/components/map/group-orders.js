// Orders for several territories at once, in the games in which all act at once: chosen with Shift or
// after a switch, they send the same share of their armies to the border or to one target, or share out new armies.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { html } from "./elements.js";
import { placeName } from "./status-text.js";
import { countOf, formOf, movesToBorder, unplanned, withCount } from "./turn-plan.js";

/** @typedef {import("./types.js").Form} Form */

const SHARES = [25, 50, 75, 100];
const ADDING = ["reinforce", "place", "build"];

/** Return a share of some armies, one at least. @param {number} armies @param {number} share in percent */
export function shareOf(armies, share) {
  return Math.max(1, Math.floor((armies * share) / 100));
}

/**
 * Return the orders that send a share from each of these territories to the border.
 * @param {string[]} orders that send all armies of each territory there @param {string[]} chosen @param {number} share
 */
export function toBorder(orders, chosen, share) {
  return orders
    .filter((order) => chosen.includes(order.split(" ")[1]))
    .map((order) => withCount(order, shareOf(countOf(order) ?? 1, share)));
}

/**
 * Return the orders that send a share from each of these territories to one target.
 * @param {Form[]} forms @param {string[]} chosen @param {string} target @param {number} share
 */
export function toTarget(forms, chosen, target, share) {
  return forms.flatMap(({ do: verb, from = "", to, armies }) =>
    chosen.includes(from) && to === target && armies && armies[1] >= armies[0] && armies[1] > 0
      ? [`${verb} ${from} ${to} ${shareOf(armies[1], share)}`]
      : [],
  );
}

/**
 * Return the orders that share out a part of the armies that are left, as evenly as can be.
 * @param {Form[]} forms @param {string[]} chosen @param {string[]} lines of the plan @param {number} share
 */
export function spread(forms, chosen, lines, share) {
  const open = forms.filter(({ do: verb, at = "" }) => ADDING.includes(verb) && chosen.includes(at));
  const verb = ADDING.find((each) => open.some((form) => form.do === each));
  const places = open.filter((form) => form.do === verb);
  const planned = (/** @type {Form} */ form) =>
    lines.reduce((sum, line) => sum + (formOf([form], line) ? (countOf(line) ?? 0) : 0), 0);
  const left = Math.min(...places.map((form) => (form.armies?.[1] ?? 0) - planned(form)));
  const total = Number.isFinite(left) && left > 0 ? shareOf(left, share) : 0;
  return places.flatMap((form, at) => {
    const count = Math.floor(total / places.length) + (at < total % places.length ? 1 : 0);
    return count ? [`${form.do} ${form.at} ${planned(form) + count}`] : [];
  });
}

/** The territories that are chosen together, and what can be ordered for all of them. */
export class GroupOrders {
  isOn = false;
  share = 100;
  /** @type {Set<string>} */
  chosen = new Set();

  /** @param {import("./map.js").BattleMap} map */
  constructor(map) {
    this.map = map;
    const root = /** @type {SVGElement} */ (map.scene?.root);
    root.addEventListener("click", (event) => this.handle(event, /** @type {MouseEvent} */ (event).shiftKey), true);
    root.addEventListener(
      "keydown",
      (event) => {
        const { key, shiftKey } = /** @type {KeyboardEvent} */ (event);
        if (this.isOn && key === "Escape") this.toggle();
        else if (["Enter", " "].includes(key)) this.handle(event, shiftKey);
      },
      true,
    );
  }

  /** The reader's territories from which, or on which, something can be ordered. @param {string} at */
  canChoose(at) {
    return this.map.forms.some((form) => form.from === at || (ADDING.includes(form.do) && form.at === at));
  }

  /** Choose a territory too, or no more. @param {Event} event @param {boolean} isAdding */
  handle(event, isAdding) {
    const { map } = this;
    const at = map.territoryOf(event);
    if (!at || map.playback || !(isAdding || this.isOn)) return;
    event.stopPropagation();
    event.preventDefault();
    if (!this.isOn) this.toggle();
    map.tabStop?.set(at);
    if (this.chosen.has(at)) this.chosen.delete(at);
    else if (this.canChoose(at)) this.chosen.add(at);
    map.inspect(at);
    map.choice.render();
  }

  /** Begin to choose several territories, with the one that is selected; or end it. */
  toggle() {
    const { map } = this;
    this.isOn = !this.isOn;
    this.chosen = new Set(this.isOn && map.choice.selected && this.canChoose(map.choice.selected) ? [map.choice.selected] : []);
    map.choice.clear();
    map.choice.render();
  }

  /** Show the switch, or what can be ordered for all that are chosen. */
  render() {
    const { map } = this;
    if (!map.forms.some(({ from }) => from) && !map.forms.some(({ do: verb }) => ADDING.includes(verb))) return;
    if (!this.isOn) {
      if (!map.choice.selected) map.choice.actionRoot.prepend(this.button(gettext("Select several"), () => this.toggle()));
      return;
    }
    for (const [id, cell] of map.scene?.cells ?? []) {
      cell.toggleAttribute("data-chosen", this.chosen.has(id));
      cell.toggleAttribute("data-mine", !this.chosen.has(id) && this.canChoose(id));
    }
    map.choice.actionRoot.replaceChildren(this.row(), map.choice.planRoot);
  }

  /** Return the orders for all of them, as a form. */
  row() {
    const { map, chosen } = this;
    const ids = [...chosen];
    const row = html("form", { className: "map-act map-group" });
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", gettext("Several territories"));
    row.addEventListener("submit", (event) => event.preventDefault());
    const text = ids.length
      ? fill(ngettext("%(n)s territory", "%(n)s territories", ids.length), { n: ids.length })
      : gettext("Tap your territories.");
    const said = html("output", { textContent: text });
    row.append(said, ...(ids.length ? [this.shareField(), ...this.orders(ids)] : []));
    row.append(this.button(gettext("Select one"), () => this.toggle(), "button small quiet"));
    const focused = map.choice.actionRoot.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-key")
      : "";
    if (focused)
      queueMicrotask(() => /** @type {HTMLElement} */ (row.querySelector(`[data-key="${focused}"]`))?.focus());
    return row;
  }

  /** Return the field of the share, with the usual ones to pick. */
  shareField() {
    const field = html("input", { type: "number", min: "1", max: "100", value: String(this.share) });
    field.dataset.key = "share";
    field.setAttribute("aria-label", gettext("Share of the armies in percent"));
    field.addEventListener("change", () => {
      this.share = Math.min(100, Math.max(1, Math.round(Number(field.value)) || 100));
      this.map.choice.render();
    });
    const shares = SHARES.map((share) => {
      const button = this.button(`${share} %`, () => {
        this.share = share;
        this.map.choice.render();
      }, "button small quiet"); // prettier-ignore
      button.setAttribute("aria-pressed", String(share === this.share));
      return button;
    });
    return html("span", { className: "map-shares" }, field, ...shares);
  }

  /** Return a button for each order that makes sense for these territories. @param {string[]} ids */
  orders(ids) {
    const { map, share } = this;
    const { forms } = map;
    const planned = map.plan.lines;
    const own = map.live.you?.seat ?? "";
    const ground = /** @type {import("./types.js").Ground} */ (map.scene?.ground);
    const marches = unplanned(movesToBorder(ground, map.live.position.pieces, own, forms), planned);
    const targets = [...new Set(forms.flatMap(({ from = "", to }) => (to && ids.includes(from) ? [to] : [])))];
    /** @type {[string, string[]][]} */
    const offers = [
      [gettext("To the border"), toBorder(marches, ids, share)],
      [gettext("Share out new armies"), spread(forms, ids, planned, share)],
      ...targets.flatMap((to) => {
        const orders = unplanned(toTarget(forms, ids, to, share), planned);
        const label = fill(gettext("All to %(place)s"), { place: placeName(to) });
        return orders.length > 1 ? [/** @type {[string, string[]]} */ ([label, orders])] : [];
      }),
    ];
    return offers.filter(([, orders]) => orders.length).map(([label, orders]) => this.button(label, () => this.add(orders))); // prettier-ignore
  }

  /** Add orders to the plan; one for the same thing is replaced. @param {string[]} orders */
  add(orders) {
    const bare = (/** @type {string} */ line) => line.trim().replace(/\s+\d+$/, "");
    const kept = this.map.plan.lines.filter((line) => !orders.some((order) => bare(order) === bare(line)));
    this.map.plan.set([...kept, ...orders]);
  }

  /** @param {string} textContent @param {() => void} act */
  button(textContent, act, className = "button small") {
    const button = html("button", { type: "button", className, textContent });
    button.dataset.key = textContent;
    button.addEventListener("click", act);
    return button;
  }
}
