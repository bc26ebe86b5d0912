// <battle-map>: the counterpart of <battle-board> for games of territories. It is told how things stand and what may
// be ordered, and says what was chosen.
//
// Attributes: source (id of a script with JSON to open with), name (what it is called aloud), hide-last.
// Events: `order` {text}, `inspect` {tile, words}, `ended` {number}, `live`.
import { fill, gettext } from "../words.js";
import { actsAnywhere, actsAt, actsBetween, buttons } from "./acts.js";
import { Drawing } from "./drawing.js";
import { plain, purse, stage } from "./stage.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Round} Round */
/** @typedef {{position: Position, you?: import("./types.js").You | null, last?: Round | null}} Live */

const SHOWN = 2500;
const STEPS = new Set(["moved", "followed", "rolled", "captured", "clash"]);

export class BattleMap extends HTMLElement {
  /** @type {Live} */
  live = { position: { pieces: [], round: 0, to_act: [] } };
  /** @type {{playing: boolean, pause: () => void} | null} */
  film = null;
  selected = "";
  target = "";
  /** @type {Record<string, string>} */
  names = {};

  connectedCallback() {
    if (this.drawing) return;
    const data = JSON.parse(document.getElementById(this.getAttribute("source") ?? "")?.textContent ?? "{}");
    if (!data.ground) return;
    this.drawing = new Drawing(data.ground, this.getAttribute("name") ?? gettext("Map"));
    this.names = Object.fromEntries((data.seats ?? []).map((/** @type {any} */ { seat, emperor }) => [seat, emperor]));
    const frame = Object.assign(document.createElement("div"), { className: "map-frame", tabIndex: 0 });
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", this.getAttribute("name") ?? gettext("Map"));
    frame.append(this.drawing.root);
    this.prepend(frame);
    this.querySelector("details")?.removeAttribute("open");
    this.drawing.root.addEventListener("click", (event) => this.choose(this.placeOf(event)));
    this.drawing.root.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
    this.drawing.root.addEventListener("focusin", (event) => this.inspect(this.placeOf(event)));
    this.drawing.cells.values().next().value?.setAttribute("tabindex", "0");
    this.planField?.addEventListener("input", () => this.draw());
    document.querySelector("[data-clear-plan]")?.addEventListener("click", () => this.plan([]));
    this.update({ position: data.position, you: data.you, last: data.rounds?.at(-1) ?? null });
  }

  disconnectedCallback() {
    this.film?.pause();
  }

  get forms() {
    return this.live.you?.legal?.forms ?? [];
  }

  /** Where a sheet is written: only where all act at once. */
  get planField() {
    return /** @type {HTMLTextAreaElement | null} */ (document.querySelector("textarea[data-plan]"));
  }

  get planned() {
    return (this.planField?.value ?? "").split(/[\n;]/).filter((line) => line.trim());
  }

  /** How a typed order is sent: as it was typed. @param {string} text */
  spell(text) {
    return text;
  }

  /** @param {Live} live */
  update(live) {
    const before = this.live;
    const known = JSON.stringify([before.position.round, before.you]);
    this.live = live;
    if (JSON.stringify([live.position.round, live.you]) === known) return this.film ? undefined : this.present();
    this.selected = this.target = "";
    this.recall(live.you?.order ?? "", live.position.round !== before.position.round);
    if (!this.film) this.draw();
  }

  /** The sheet that is sealed stands where it can be changed; a new round begins with an empty one. @param {string} order */
  recall(order, fresh = false) {
    if (!this.planField) return;
    if (order && order !== "-") this.planField.value = order.replace(/; /g, "\n");
    else if (fresh) this.planField.value = "";
  }

  /** Show what a round did for a moment, then the present. @param {Round} round */
  play(round) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.goLive();
    this.show(round);
    const timer = setTimeout(() => {
      this.film = null;
      this.draw();
      this.tell("ended", { number: round.number });
    }, SHOWN);
    this.film = { playing: true, pause: () => clearTimeout(timer) };
  }

  /** Show a round that is over. @param {Round} round */
  show(round) {
    this.film?.pause();
    this.film = { playing: false, pause: () => {} };
    this.paint(round.after, round);
  }

  goLive() {
    this.film?.pause();
    this.film = null;
    this.draw();
    this.tell("live", {});
  }

  draw() {
    this.present();
    this.drawChoice();
  }

  /** How things stand, and what the last round did; what is being chosen stays as it is. */
  present() {
    const { position, last } = this.live;
    this.paint(position, this.hasAttribute("hide-last") ? null : (last ?? null));
  }

  /** @param {Position} position @param {Round | null} round whose ways are drawn */
  paint(position, round) {
    if (!this.drawing) return;
    this.drawing.drawArmies(position, this.names);
    const ways = (round?.events ?? []).filter(({ kind, from, to, at }) => STEPS.has(kind) && from && (to ?? at));
    const arrows = ways.map(({ from, to, at, seat }) => ({ from, to: to ?? at, seat: seat ?? owner(round, from) }));
    const planned = this.film ? [] : this.planned.map((line) => line.trim().split(/\s+/));
    const plans = planned
      .filter(([verb]) => ["move", "attack"].includes(verb))
      .map(([, from, to]) => ({ from, to, seat: this.live.you?.seat ?? "", plan: true }));
    this.drawing.drawArrows([...arrows, ...plans]);
    this.write("[data-stage]", [stage(position, this.live.you?.seat ?? "", this.names), ...purse(position, this.live.you?.seat ?? "")].join(" · "));
    const hand = position.hand ?? [];
    this.write("[data-hand]", hand.length ? fill(gettext("Your cards: %(cards)s"), { cards: hand.map(cardWords, this).join(", ") }) : "");
  }

  /** Marks on the map, and the card of what can be ordered. */
  drawChoice() {
    const aims = this.forms.filter(({ from }) => from === this.selected).map(({ to }) => to);
    for (const [id, cell] of this.drawing?.cells ?? []) {
      cell.toggleAttribute("data-chosen", id === this.selected || id === this.target);
      cell.toggleAttribute("data-legal", Boolean(this.selected) && aims.includes(id));
      cell.toggleAttribute("data-mine", !this.selected && this.forms.some(({ at, from }) => at === id || from === id));
    }
    const card = document.querySelector("[data-map-acts]");
    if (!card) return;
    const acts = this.target
      ? actsBetween(this.forms, this.selected, this.target)
      : this.selected
        ? actsAt(this.forms, this.selected)
        : actsAnywhere(this.forms);
    card.replaceChildren(...buttons(acts, (text) => this.give(text)));
    if (this.selected && !this.target && aims.length)
      card.append(Object.assign(document.createElement("p"), { className: "small", textContent: fill(gettext("%(from)s: choose where to."), { from: plain(this.selected) }) }));
  }

  /** @param {string} at */
  choose(at) {
    if (!at) return;
    this.focusable(at);
    if (this.film) return this.goLive();
    const goes = this.forms.some(({ from, to }) => from === this.selected && to === at);
    if (goes) this.target = at;
    else this.select(at === this.selected ? "" : at);
    this.drawChoice();
    this.inspect(at);
  }

  /** @param {string} at */
  select(at) {
    this.target = "";
    this.selected = this.forms.some((form) => form.at === at || form.from === at) ? at : "";
  }

  /** An order, or another line of the plan. @param {string} text */
  give(text) {
    this.selected = this.target = "";
    if (this.planField) this.plan([...this.planned.filter((line) => stem(line) !== stem(text)), text]);
    else this.tell("order", { text });
  }

  /** @param {string[]} lines */
  plan(lines) {
    if (this.planField) this.planField.value = lines.join("\n");
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = this.placeOf(event);
    if (["Enter", " "].includes(event.key)) this.choose(at);
    else if (event.key === "Escape") this.choose(this.selected);
    else if (event.key.startsWith("Arrow")) this.step(at, event.key);
    else return;
    event.preventDefault();
  }

  /** To the nearest territory in a direction. @param {string} at @param {string} key */
  step(at, key) {
    const here = this.drawing?.places.get(at);
    if (!here || !this.drawing) return;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    const ahead = [...this.drawing.places.values()]
      .map((place) => ({ place, along: (place.x - here.x) * dx + (place.y - here.y) * dy, far: Math.hypot(place.x - here.x, place.y - here.y) }))
      .filter(({ along, far }) => along > far * 0.5)
      .sort((one, other) => one.far - other.far);
    if (ahead[0]) this.focusable(ahead[0].place.id, true);
  }

  /** The one territory that the tab key reaches. @param {string} at */
  focusable(at, focus = false) {
    for (const cell of this.drawing?.cells.values() ?? []) cell.setAttribute("tabindex", "-1");
    const cell = this.drawing?.cells.get(at);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus();
  }

  /** @param {Event} event */
  placeOf(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-at]") : null;
    return cell?.getAttribute("data-at") ?? "";
  }

  /** @param {string} at */
  inspect(at) {
    const words = this.drawing?.cells.get(at)?.getAttribute("aria-label");
    if (words) this.tell("inspect", { tile: at, words });
  }

  /** @param {string} where @param {string} words */
  write(where, words) {
    const place = document.querySelector(where);
    if (place && place.textContent !== words) place.textContent = words;
  }

  /** @param {string} name @param {unknown} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

/** What an order is about, without its number: a second one replaces it. @param {string} line */
function stem(line) {
  return line.trim().replace(/\s+\d+$/, "");
}

/** @param {Round | null} round @param {string} at */
function owner(round, at) {
  return round?.before.pieces.find(({ tile }) => tile === at)?.seat ?? "";
}

/** @this {BattleMap} @param {string} card */
function cardWords(card) {
  const symbol = this.drawing?.places.get(card)?.card;
  return symbol ? `${plain(card)} (${gettext(symbol)})` : gettext("wild card");
}

customElements.define("battle-map", BattleMap);
