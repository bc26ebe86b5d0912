// <battle-map>: the counterpart of <battle-board> for games of territories. It is told how things stand and what may
// be ordered, and says what was chosen.
//
// Attributes: source (id of a script with JSON to open with), sprite (address of the pictures of seats), name (what it
// is called aloud), hide-last.
// Events: `order` {text, by}, `tap` {tile}, `inspect` {tile, words}, `ended` {number}, `live`.
import { fill, gettext } from "../../core/i18n.js";
import { actsAnywhere, actsAt, actsBetween, buttons } from "./actions.js";
import { Drafts } from "./order-preview.js";
import { Drawing } from "./scene.js";
import { isRoll, plain, purse, stage, standings } from "./status-text.js";
import { html } from "./elements.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Live} Live */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {typeof import("./playback.js")} FilmModule */

/** Orders by which the turn goes on to the next player. */
const PASSES = /^(done|fortify)\b/;
const STEPS = new Set(["moved", "followed", "rolled", "captured", "clash"]);
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class BattleMap extends HTMLElement {
  /** @type {Live} */
  live = { position: { pieces: [], round: 0, to_act: [] } };
  /** The round that is played or shown; nothing in the present.
   * @type {{playing: boolean, pause: () => void, end?: () => void} | null} */
  film = null;
  selected = "";
  target = "";
  /** The rolls that are shown, to tell whether they are still wanted once they can be drawn. @type {Step[]} */
  rolled = [];
  /** @type {Record<string, string>} */
  names = {};

  connectedCallback() {
    if (this.drawing) return;
    const data = JSON.parse(document.getElementById(this.getAttribute("source") ?? "")?.textContent ?? "{}");
    if (!data.ground) return;
    const name = this.getAttribute("name") ?? gettext("Map");
    this.drawing = new Drawing(data.ground, name, this.getAttribute("sprite") ?? "");
    this.names = Object.fromEntries((data.seats ?? []).map((/** @type {any} */ { seat, emperor }) => [seat, emperor]));
    this.trades = data.trades ?? "";
    const frame = html("div", { className: "map-frame", tabIndex: 0, ariaLabel: name }, this.drawing.root);
    frame.setAttribute("role", "region");
    this.prepend(frame);
    this.querySelector(".map-text")?.removeAttribute("open");
    this.furnish();
    // The page takes the orders, and gives the map what can be ordered once it listens.
    const offered = data.you && this.closest("[data-battle]") ? { ...data.you, legal: {} } : data.you;
    this.update({ position: data.position, you: offered, last: data.rounds?.at(-1) ?? null });
    const own = data.position.pieces.filter((/** @type {any} */ { seat }) => seat === data.you?.seat);
    this.drawing.centre(frame, own.map((/** @type {any} */ { tile }) => tile));
  }

  /** Everything that listens. */
  furnish() {
    const drawing = /** @type {Drawing} */ (this.drawing);
    drawing.root.addEventListener("click", (event) => this.choose(this.placeOf(event)));
    drawing.root.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
    drawing.root.addEventListener("focusin", (event) => this.inspect(this.placeOf(event)));
    drawing.cells.values().next().value?.setAttribute("tabindex", "0");
    this.drafts = new Drafts(document.querySelector("[data-order-form]"));
    this.planField?.addEventListener("input", () => this.draw());
    if (this.planField) this.openSheet();
    document.querySelector("[data-clear-plan]")?.addEventListener("click", () => this.plan([]));
    const tray = this.querySelector("[data-tray]");
    if (tray instanceof HTMLElement) this.trayRoot = tray;
    this.querySelector("[data-skip]")?.addEventListener("click", () => this.skip());
    const proof = document.querySelector("[data-proof]");
    if (proof instanceof HTMLElement) provable(proof);
  }

  /** What a sheet shows on the map and beside it: only where one is written. */
  async openSheet() {
    this.sheet = await import("./turn-plan.js");
    if (!this.film) this.draw();
  }

  disconnectedCallback() {
    this.film?.pause();
  }

  get forms() {
    return this.live.you?.legal?.forms ?? [];
  }

  /** Where a sheet is written: only where all act at once. */
  get planField() {
    return /** @type {HTMLTextAreaElement | null} */ (document.querySelector("[data-plan]"));
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
    const known = JSON.stringify([before.position.round, before.position.words, before.position.phase, before.you]);
    this.live = live;
    if (!this.film) this.passOn();
    if (JSON.stringify([live.position.round, live.position.words, live.position.phase, live.you]) === known)
      return this.film ? undefined : this.present();
    this.selected = this.target = "";
    this.recall(live.you?.order ?? "", live.position.round !== before.position.round);
    if (!this.film) this.draw();
  }

  /** At one screen: when somebody else's turn has come, the page asks to be handed over. */
  passOn() {
    const here = document.querySelector("[data-casual]")?.getAttribute("data-here") ?? "";
    const own = this.live.you?.seat ?? "";
    const waiting = this.live.position.to_act;
    if (!own || waiting.includes(own) || !waiting.some((seat) => here.includes(seat))) return;
    if (document.querySelector("#over-title")) return;
    location.reload();
  }

  /** The sheet that is sealed stands where it can be changed; a new round begins with an empty one. @param {string} order */
  recall(order, fresh = false) {
    if (this.planField && order && order !== "-") this.planField.value = order.replace(/; /g, "\n");
    else if (this.planField && fresh) this.planField.value = "";
    this.drafts?.changed(fresh);
  }

  /** Show what a round did, step by step, then the present. @param {Round} round */
  play(round) {
    if (STILL.matches) return this.goLive();
    this.film?.pause();
    this.toggleAttribute("data-playing", true);
    const over = () => {
      this.stop();
      this.draw();
      this.tell("ended", { number: round.number });
      this.passOn();
    };
    this.rolls([], round);
    /** @type {NonNullable<BattleMap["film"]>} */
    const coming = { playing: true, pause: () => {}, end: over };
    this.film = coming;
    const show = (/** @type {FilmModule} */ { Film, scene }) => {
      if (this.film !== coming) return;
      this.film = new Film(round, (pieces, step) => this.frame(round, pieces, step, scene), over);
    };
    import("./playback.js").then(show, () => this.film === coming && over());
  }

  /** One step of a round that is played. @param {Round} round @param {import("./types.js").Holding[]} pieces @param {Step} step
   * @param {FilmModule["scene"]} scene */
  frame(round, pieces, step, scene) {
    this.drawing?.drawArmies({ ...round.before, pieces }, this.names);
    this.drawing?.light(scene(step));
    this.drawing?.drawArrows(this.ways([step], round));
    if (isRoll(step)) this.rolls([step], round, true);
  }

  /** Show a round that is over. @param {Round} round */
  show(round) {
    this.stop();
    this.film = { playing: false, pause: () => {} };
    this.paint(round.after, round);
  }

  skip() {
    if (this.film?.playing) this.film.end?.();
  }

  stop() {
    this.film?.pause();
    this.film = null;
    this.drawing?.light([]);
    this.toggleAttribute("data-playing", false);
  }

  goLive() {
    this.stop();
    this.draw();
    this.tell("live", {});
    this.passOn();
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
    const own = this.live.you?.seat ?? "";
    const planned = this.film ? [] : this.planned.map((line) => line.trim().split(/\s+/));
    this.drawing.drawArmies({ ...position, building: this.sheet?.withPlanned(position.building, planned) ?? position.building }, this.names);
    const plans = planned
      .filter(([verb]) => ["move", "attack"].includes(verb))
      .map(([, from, to]) => ({ from, to, seat: own, plan: true }));
    this.drawing.drawArrows([...this.ways(round?.events ?? [], round), ...plans]);
    this.rolls((round?.events ?? []).filter(isRoll), round);
    this.write("[data-stage]", [stage(position, own, this.names), ...purse(position, own)].join(" · "));
    this.querySelector("[data-standings]")?.replaceChildren(...standings(position, this.names));
    const open = position.phase === this.trades && position.to_act.includes(own) && !this.film;
    this.drawTray(position.hand ?? [], open);
  }

  /** The own cards; their module comes with the first of them. @param {string[]} hand @param {boolean} open */
  async drawTray(hand, open) {
    const { trayRoot: root, drawing } = this;
    this.held = { hand, open };
    if (!root || !drawing || (!this.tray && !hand.length && !open)) return;
    const { Tray } = await import("./cards.js");
    this.tray ??= new Tray(root, drawing.places, (text) => this.give(text));
    this.tray.draw(this.held.hand, this.forms, this.held.open);
  }

  /** The ways that armies took. @param {Step[]} events @param {Round | null} round */
  ways(events, round) {
    const ways = events.filter(({ kind, from, to, at }) => STEPS.has(kind) && from && (to ?? at));
    return ways.map(({ from, to, at, seat }) => ({ from, to: to ?? at, seat: seat ?? owner(round, from) }));
  }

  /** The dice of a round; one more of them while it is played. @param {Step[]} steps @param {Round | null} round */
  async rolls(steps, round, more = false) {
    const list = this.querySelector("[data-rolls]");
    const turn = more ? this.rolled : (this.rolled = steps);
    const dice = steps.length ? await import("./dice.js") : null;
    if (turn !== this.rolled) return;
    const called = (/** @type {string} */ id) => this.drawing?.places.get(id)?.name ?? plain(id);
    const rows = dice ? steps.map((step) => dice.row(step, called, (id) => owner(round, id))) : [];
    if (more) list?.prepend(...rows);
    else list?.replaceChildren(...rows);
    list?.closest("[data-dice]")?.toggleAttribute("hidden", !list.children.length && !this.film?.playing);
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
    const plan = this.sheet?.planList(this.planned, (lines) => this.plan(lines)) ?? [];
    const acts = this.target
      ? actsBetween(this.forms, this.selected, this.target)
      : this.selected
        ? actsAt(this.forms, this.selected)
        : actsAnywhere(this.forms);
    card.replaceChildren(...buttons(acts, (text) => this.give(text), (text) => this.odds(text)), ...plan);
    if (this.selected && !this.target && aims.length)
      card.append(html("p", { className: "small", textContent: fill(gettext("%(from)s: choose where to."), { from: plain(this.selected) }) }));
  }

  /** What an attack would do, beside what is planned already. @param {string} text */
  async odds(text) {
    const lines = this.planField ? [...this.planned.filter((line) => stem(line) !== stem(text)), text] : [text];
    const found = (await this.drafts?.weigh(lines.join("\n")))?.filter(({ line }) => line === lines.length);
    return found?.flatMap(({ said }) => said).join(" ") ?? "";
  }

  /** @param {string} at */
  choose(at) {
    if (!at) return;
    this.focusable(at);
    this.tell("tap", { tile: at });
    if (this.film?.playing) return this.skip();
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
    else this.tell("order", { text, by: PASSES.test(text) ? "tap" : "act" });
  }

  /** @param {string[]} lines */
  plan(lines) {
    if (this.planField) this.planField.value = lines.join("\n");
    this.drafts?.changed();
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

/** From now on the dice can be checked; the verifier comes when it is wanted. @param {HTMLElement} proof */
function provable(proof) {
  const button = /** @type {HTMLButtonElement} */ (proof.querySelector("button"));
  button.addEventListener("click", () => import("./verify.js").then(({ verify }) => verify(proof)));
  button.disabled = false;
}

customElements.define("battle-map", BattleMap);
