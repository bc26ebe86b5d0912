// What is chosen on a map, and the actions that can be ordered there.
import { fill, gettext } from "../../core/i18n.js";
import { actionForms, actionsAt, actionsBetween, generalActions } from "./actions.js";
import { html } from "./elements.js";
import { placeName } from "./status-text.js";

/** Orders that end the turn. */
const PASSES = /^(done|fortify)\b/;

/** The territories that are chosen, and what is shown for them. */
export class Choice {
  /** The territory on which, or from which, something is ordered. */
  selected = "";
  /** The territory to which it is ordered. */
  target = "";
  /** Where the actions stand, and beside them the chips of the plan. */
  actionRoot = html("div", { className: "map-planned" });
  planRoot = html("div", { className: "map-planned" });

  /** @param {import("./map.js").BattleMap} map */
  constructor(map) {
    this.map = map;
  }

  /** The territories to which something can be ordered from the chosen one. */
  get targets() {
    return this.map.forms.filter(({ from }) => from === this.selected).map(({ to }) => to);
  }

  /** What is chosen, in words; blank: nothing. */
  get text() {
    const { selected, target } = this;
    if (target) return `${placeName(selected)} → ${placeName(target)}`;
    const place = placeName(selected);
    return selected && this.targets.length ? fill(gettext("%(tile)s: choose where to"), { tile: place }) : place;
  }

  /** Choose a territory: as the origin of actions, or as the target from the one that is selected. @param {string} at */
  choose(at) {
    const { map } = this;
    if (!at) return;
    map.tabStop?.set(at);
    map.emit("tap", { tile: at });
    if (map.playback?.isPlaying) return map.skip();
    if (map.playback) return map.goLive();
    const isTarget = map.forms.some(({ from, to }) => from === this.selected && to === at);
    if (isTarget) this.target = at;
    else this.select(at === this.selected ? "" : at);
    this.render();
    map.inspect(at);
  }

  /** Select a territory from which something can be ordered. @param {string} at */
  select(at) {
    this.target = "";
    this.selected = this.map.forms.some((form) => form.at === at || form.from === at) ? at : "";
  }

  clear() {
    this.selected = this.target = "";
  }

  /** Emit an order, or add it to the plan. @param {string} text */
  order(text) {
    const { map } = this;
    this.clear();
    if (map.plan.field) map.plan.set(map.plan.with(text));
    else map.emit("order", { text, by: PASSES.test(text) ? "pass" : "action" });
  }

  /** Mark what can be chosen, and show the actions for what is chosen. */
  render() {
    const { targets, map } = this;
    for (const [id, cell] of map.scene?.cells ?? []) {
      cell.toggleAttribute("data-chosen", id === this.selected || id === this.target);
      cell.toggleAttribute("data-legal", Boolean(this.selected) && targets.includes(id));
      cell.toggleAttribute("data-mine", !this.selected && map.forms.some(({ at, from }) => at === id || from === id));
    }
    map.tabStop?.startWithOwn();
    this.keepFocus(() => this.renderActions());
    map.emit("choice", { tile: this.selected });
  }

  /** Return the actions for what is chosen. */
  listActions() {
    const { forms } = this.map;
    if (this.target) return actionsBetween(forms, this.selected, this.target);
    return this.selected ? actionsAt(forms, this.selected) : generalActions(forms, this.map.live.position.phase);
  }

  /** Show the actions for what is chosen. */
  renderActions() {
    const card = this.map.actionCard;
    if (!card) return;
    if (!card.contains(this.planRoot)) card.replaceChildren(this.actionRoot, this.planRoot);
    /** @type {Node[]} */
    const nodes = actionForms(
      this.listActions(),
      (text) => this.order(text),
      (text) => this.odds(text),
    );
    if (!this.selected && this.map.forms.some(({ do: verb }) => verb === "trade")) nodes.push(tradeButton());
    this.actionRoot.replaceChildren(...nodes, this.planRoot);
    this.map.group?.render();
    this.renderPlan();
  }

  /** Show the plan, without what is being chosen. */
  renderPlan() {
    const { map } = this;
    this.keepFocus(() => this.planRoot.replaceChildren(...(map.turnPlan?.planNodesOf(map) ?? [])));
  }

  /** Draw the actions anew by a function; the button that has the focus keeps it. @param {() => void} draw */
  keepFocus(draw) {
    const { keys } = this.map;
    if (keys) keys.keepFocus(draw);
    else draw();
  }

  /** Return the odds of an attack, in addition to the plan. @param {string} text */
  async odds(text) {
    const { plan } = this.map;
    const lines = plan.field ? plan.with(text) : [text];
    const preview = await this.map.loadPreview();
    const rows = (await preview.fetch(lines.join("\n"))).filter(({ line }) => line === lines.length);
    return rows.flatMap(({ said }) => said).join(" ");
  }
}

/** Return a button that leads to the cards, of which some can be traded. */
function tradeButton() {
  const button = html("button", { type: "button", className: "button small", textContent: gettext("Trade cards") });
  button.addEventListener("click", () => {
    const card = /** @type {HTMLElement | null} */ (document.querySelector("[data-cards] button"));
    card?.scrollIntoView({ block: "center" });
    card?.focus({ preventScroll: true });
  });
  return button;
}
