// <battle-map>: draws a map and emits what the player chooses, as <battle-board> does. Holds no rules.
//
// Attributes:
//   source     id of a script element with the JSON to begin with
//   sprite     address of the pictures of seats
//   icons      address of the icons
//   name       the name for screen readers
//   hide-last  do not draw what the last round did
// Events:
//   order {text, by: "pass" | "action"}  "pass": an order that ends the turn
//   tap {tile}       a territory is about to be chosen
//   inspect {tile, text}
//   ended {number}   a round has been played to its end
//   live             the map shows the present again
import { fill, gettext } from "../../core/i18n.js";
import { readOption } from "../../core/storage.js";
import { coasts } from "./geometry.js";
import { units } from "./armies.js";
import { actionForms, actionsAt, actionsBetween, generalActions } from "./actions.js";
import { incomeOf } from "./income.js";
import { describeRegions, regionRows, regionTitles } from "./regions.js";
import { Scene } from "./scene.js";
import { Viewport } from "./viewport.js";
import { isRoll, phaseText, placeName, resourceTexts, standingRows, usePlaceNames } from "./status-text.js";
import { html } from "./elements.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Live} Live */
/** @typedef {import("./types.js").Step} Step */

/** Orders that end the turn. */
const PASSES = /^(done|fortify)\b/;
/** Steps in which armies take a way. */
const MOVES = new Set(["moved", "followed", "rolled", "captured", "clash"]);
const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

/** The element of a map. */
export class BattleMap extends HTMLElement {
  /** @type {Live} */
  live = { position: { pieces: [], round: 0, to_act: [] } };
  /** The round that is played or shown; null: the present.
   * @type {{isPlaying: boolean, pause: () => void, end?: () => void} | null} */
  playback = null;
  selected = "";
  target = "";
  /** Where the actions stand, and beside them the chips of the plan. */
  actionRoot = html("div", { className: "map-planned" });
  planRoot = html("div", { className: "map-planned" });
  /** The plans before each change of this round's. @type {string[][]} */
  planHistory = [];
  /** What checks orders, once it was needed. @type {import("./order-preview.js").OrderPreview | undefined} */
  preview;
  /** The region whose territories are lit. */
  litRegion = "";
  /** @type {import("./types.js").Holding[] | undefined} */
  pieces;
  /** The rolls to show; compared after the module of the dice is loaded. @type {Step[]} */
  shownRolls = [];
  /** @type {Record<string, string>} */
  names = {};
  /** @type {typeof import("./missions.js") | undefined} */
  missions;
  /** @type {import("./cards.js").CardTray | undefined} */
  cardTray;
  /** @type {import("./details.js").Details | undefined} */
  details;
  /** What the keyboard does between map and actions, once the focus was there.
   * @type {import("./keys.js").Keys | undefined} */
  keys;
  /** Whether the focus has been on the map or its tools. */
  isEntered = false;

  connectedCallback() {
    if (this.scene) return;
    const data = JSON.parse(document.getElementById(this.getAttribute("source") ?? "")?.textContent ?? "{}");
    if (!data.ground) return;
    if (data.ground.land[0] && !coasts.draw) {
      import("./coasts.js").then(() => this.connectedCallback());
      return;
    }
    if (data.units && !units.draw) {
      import("./units.js").then(({ legend }) => {
        document.querySelector("[data-units]")?.replaceChildren(...legend());
        this.connectedCallback();
      });
      return;
    }
    const name = this.getAttribute("name") ?? gettext("Map");
    this.scene = new Scene(data.ground, name, this.getAttribute("sprite") ?? "", this.id);
    usePlaceNames(this.scene.places);
    this.pays = Boolean(data.bonuses);
    this.incomeRule = data.income;
    /** @type {{seat: string, emperor: string, computer: boolean}[]} */
    const seats = data.seats ?? [];
    this.names = Object.fromEntries(seats.map(({ seat, emperor }) => [seat, emperor]));
    this.computers = new Set(seats.flatMap(({ seat, computer }) => (computer ? [seat] : [])));
    this.trades = data.trades ?? "";
    const frame = html("div", { className: "map-frame", tabIndex: 0, ariaLabel: name }, this.scene.root);
    frame.setAttribute("role", "region");
    if (document.querySelector("#map-keys")) frame.setAttribute("aria-describedby", "map-keys");
    this.viewport = new Viewport(this.scene, frame, this.getAttribute("icons") ?? "", () => this.renderRegions());
    this.prepend(this.viewport.element);
    this.viewport.arrange();
    document.querySelector(".map-text")?.removeAttribute("open");
    this.listen();
    // In a battle the page's script handles orders; once it is loaded it updates the map with the legal ones.
    const initial = data.you && this.closest("[data-battle]") ? { ...data.you, legal: {} } : data.you;
    this.update({ position: data.position, you: initial, last: data.rounds?.at(-1) ?? null });
    const own = data.position.pieces.filter((/** @type {any} */ { seat }) => seat === data.you?.seat);
    this.scene.centre(
      frame,
      own.map((/** @type {any} */ { tile }) => tile),
    );
  }

  /** Add the listeners. */
  listen() {
    const scene = /** @type {Scene} */ (this.scene);
    scene.root.addEventListener("click", (event) => this.choose(this.territoryOf(event)));
    scene.root.addEventListener("keydown", (event) => this.handleKey(/** @type {KeyboardEvent} */ (event)));
    // Not on the drawing itself: what listens to the focus there becomes a stop of the tab key.
    this.addEventListener("focusin", (event) => this.inspect(this.territoryOf(event)));
    this.addEventListener("focusin", (event) => this.loadDetails(event), { once: true });
    this.addEventListener("focusin", () => (this.isEntered = true), { once: true });
    for (const place of [this, this.actionCard])
      place?.addEventListener("focusin", () => this.loadKeys(), { once: true });
    scene.cells.values().next().value?.setAttribute("tabindex", "0");
    const typed = document.querySelector("[data-order-text]");
    typed?.addEventListener("focusin", () => this.loadPreview().then((preview) => preview.schedule()), { once: true });
    if (this.planField) this.loadTurnPlan();
    for (const type of ["pointerover", "contextmenu"])
      scene.root.addEventListener(type, (event) => this.loadDetails(event), { once: true });
    const cards = document.querySelector("[data-cards]");
    if (cards instanceof HTMLElement) this.cardsRoot = cards;
    document.querySelector("[data-skip]")?.addEventListener("click", () => this.skip());
    const proof = document.querySelector("[data-proof]");
    if (proof instanceof HTMLElement) enableVerification(proof);
  }

  /** Load what checks orders before they are sent. */
  async loadPreview() {
    const { OrderPreview } = await import("./order-preview.js");
    return (this.preview ??= new OrderPreview(document.querySelector("[data-order-form]")));
  }

  /** Load what shows the details of a territory. @param {Event} event */
  async loadDetails(event) {
    if (event.type === "contextmenu") event.preventDefault();
    const { Details } = await import("./details.js");
    (this.details ??= new Details(this)).begin(event);
  }

  /** Load what leads the keyboard from the map to its actions. */
  async loadKeys() {
    const { Keys } = await import("./keys.js");
    if (this.actionCard) this.keys ??= new Keys(this, this.actionCard);
  }

  /** Load what shows a plan on the map and beside it. */
  async loadTurnPlan() {
    this.turnPlan = await import("./turn-plan.js");
    this.turnPlan.listen(this);
    this.group = new (await import("./group-orders.js")).GroupOrders(this);
    document.querySelector("[data-order-form]")?.addEventListener("findings", () => this.renderPlan());
    if (!this.playback) this.render();
  }

  disconnectedCallback() {
    this.playback?.pause();
  }

  get forms() {
    const forms = this.live.you?.legal?.forms ?? [];
    const { pieces, reserve } = this.live.position;
    if (!this.turnPlan || !reserve) return forms;
    const traded = this.turnPlan.countTraded(this.planned, this.scene?.places);
    return this.turnPlan.boundedForms(forms, this.planned, pieces, (reserve[this.live.you?.seat ?? ""] ?? 0) + traded);
  }

  /** The field of the plan: only where all act at once. */
  get planField() {
    return /** @type {HTMLTextAreaElement | null} */ (document.querySelector("[data-plan]"));
  }

  get planned() {
    const lines = (this.planField?.value ?? "").split(/[\n;]/).filter((line) => line.trim());
    if (!this.scene) return lines;
    // Any case will do: each word is spelt as the map does.
    const spellings = new Map([...this.scene.cells.keys()].map((id) => [id.toLowerCase(), id]));
    const spell = (/** @type {string} */ word) => spellings.get(word.toLowerCase()) ?? word.toLowerCase();
    return lines.map((line) => line.replace(/\S+/g, spell));
  }

  /** Return a typed order as it is sent: unchanged. @param {string} text */
  normalizeOrder(text) {
    return text;
  }

  /** Show a new state; keep what is being chosen if nothing has changed. @param {Live} live */
  update(live) {
    const before = this.live;
    const shown = JSON.stringify([before.position.round, before.position.words, before.position.phase, before.you]);
    this.live = live;
    if (!this.playback) this.handOver();
    if (JSON.stringify([live.position.round, live.position.words, live.position.phase, live.you]) === shown)
      return this.playback ? undefined : this.renderPosition();
    this.selected = this.target = "";
    const [now, then] = [live.position, before.position];
    this.restorePlan(live.you?.order ?? "", now.round !== then.round || now.phase !== then.phase);
    if (!this.playback) this.render();
    else if (this.playback.isPlaying) this.renderStage(live.position);
  }

  /** On a shared device, load the page that asks for the next player when it is another one's turn. */
  handOver() {
    const here = document.querySelector("[data-casual]")?.getAttribute("data-here") ?? "";
    const own = this.live.you?.seat ?? "";
    const waiting = this.live.position.to_act;
    if (!own || waiting.includes(own) || !waiting.some((seat) => here.includes(seat))) return;
    if (document.querySelector("#over-title")) return;
    location.reload();
  }

  /**
   * Write the sealed order into the plan, where it can be changed; empty the plan for a new round, and for the first
   * one once armies were placed.
   * @param {string} order
   */
  restorePlan(order, isNewStep = false) {
    if (isNewStep) this.planHistory = [];
    const isPlan = order !== "" && order !== "-" && order !== "resign";
    if (this.planField && isPlan) this.planField.value = order.replace(/; /g, "\n");
    else if (this.planField && isNewStep) this.planField.value = "";
    if (isPlan) this.loadPreview().then((preview) => preview.schedule(isNewStep));
    else this.preview?.schedule(isNewStep);
  }

  /** Play a round step by step, then show the present. @param {Round} round */
  play(round) {
    if (REDUCED_MOTION.matches || readOption("speed") === "never") return this.goLive();
    this.playback?.pause();
    this.toggleAttribute("data-playing", true);
    const onEnd = () => {
      this.stop();
      this.render();
      this.emit("ended", { number: round.number });
      this.handOver();
    };
    this.renderRolls([], round);
    /** @type {NonNullable<BattleMap["playback"]>} */
    const loading = { isPlaying: true, pause: () => {}, end: onEnd };
    this.playback = loading;
    import("./playback.js").then(
      ({ playOn }) => {
        if (this.playback === loading) this.playback = playOn(this, round, onEnd);
      },
      () => this.playback === loading && onEnd(),
    );
  }

  /** Show the end of a closed round. @param {Round} round */
  show(round) {
    this.stop();
    this.playback = { isPlaying: false, pause: () => {} };
    this.renderAll(round.after, round);
  }

  /** Skip to the end of the round that is played. */
  skip() {
    if (this.playback?.isPlaying) this.playback.end?.();
  }

  /** Stop playing. */
  stop() {
    this.playback?.pause();
    this.playback = null;
    this.scene?.highlight([]);
    this.toggleAttribute("data-playing", false);
  }

  /** Show the present. */
  goLive() {
    this.stop();
    this.render();
    this.emit("live", {});
    this.handOver();
  }

  render() {
    this.renderPosition();
    this.renderChoice();
  }

  /** Draw the position and what the last round did, without what is being chosen. */
  renderPosition() {
    const { position, last } = this.live;
    this.renderAll(position, this.hasAttribute("hide-last") ? null : (last ?? null));
  }

  /** Draw a position, the arrows and rolls of a round, the plan, and the texts around the map.
   * @param {Position} position @param {Round | null} round */
  renderAll(position, round) {
    if (!this.scene) return;
    const own = this.live.you?.seat ?? "";
    const plan = this.playback ? [] : this.planned.map((line) => line.trim().split(/\s+/));
    this.scene.renderArmies(
      { ...position, building: this.turnPlan?.withPlanned(position.building, plan) ?? position.building },
      this.names,
    );
    const planArrows = plan
      .filter(([verb]) => ["move", "attack"].includes(verb))
      .map(([, from, to]) => ({ from, to, seat: own, plan: true }));
    this.scene.renderArrows([...this.arrowsOf(round?.events ?? [], round), ...planArrows]);
    this.renderRolls((round?.events ?? []).filter(isRoll), round);
    this.renderStage(position);
    const regions = describeRegions(this.scene.ground, position.pieces);
    document
      .querySelector("[data-standings]")
      ?.replaceChildren(...standingRows(position, this.names, (seat, count) => this.incomeText(seat, count, regions)));
    this.pieces = position.pieces;
    this.renderRegions();
    const isOpen = (position.phase || "sheet") === this.trades && position.to_act.includes(own) && !this.playback;
    this.renderCards(position.hand ?? [], isOpen);
    if (position.truces) import("./truces.js").then(({ renderTruces }) => renderTruces(this, position));
  }

  /** Write what the game waits for, and what the reader has. @param {Position} position */
  renderStage(position) {
    const own = this.live.you?.seat ?? "";
    const waits = phaseText(position, own, this.names, this.computers);
    this.write("[data-stage]", [waits, ...this.resources(position, own)].join(" · "));
  }

  /**
   * Return what the reader's seat has; load the words of missions for the first one.
   * @param {Position} position @param {string} own
   */
  resources(position, own) {
    if (position.mission && !this.missions)
      import("./missions.js").then((missions) => {
        this.missions = missions;
        if (!this.playback) this.renderPosition();
      });
    const places = position.phase === "placing" ? this.forms.find(({ do: verb }) => verb === "place") : undefined;
    return resourceTexts(position, own, this.missions?.missionText, places?.armies?.[1]);
  }

  /**
   * Return what a seat receives next.
   * @param {string} seat @param {number} count of its territories @param {import("./regions.js").Region[]} regions
   */
  incomeText(seat, count, regions) {
    return this.incomeRule
      ? incomeOf(this.incomeRule, count, this.pays ? regions.filter(({ owner }) => owner === seat) : []).text
      : "";
  }

  /** Show who holds how much of each region. */
  renderRegions() {
    const { scene, pieces = [], pays = false } = this;
    if (!scene || !scene.ground.regions.length) return;
    const regions = describeRegions(scene.ground, pieces);
    scene.renderTitles(regionTitles(regions, pays, Boolean(this.viewport?.areRegionsShown)));
    const list = document.querySelector("[data-regions]");
    const focused = document.activeElement?.closest("[data-region]")?.getAttribute("data-region");
    const own = this.live.you?.seat ?? "";
    list?.replaceChildren(...regionRows(scene.ground, pieces, own, pays, this.litRegion, (id) => this.lightRegion(id)));
    /** @type {HTMLElement | null | undefined} */ (list?.querySelector(`[data-region="${focused}"] button`))?.focus();
  }

  /** Light the territories of a region, or none. @param {string} id */
  lightRegion(id) {
    this.litRegion = this.litRegion === id ? "" : id;
    const territories = this.scene?.ground.territories ?? [];
    this.scene?.highlight(territories.filter(({ region }) => region === this.litRegion).map((each) => each.id));
    this.renderRegions();
  }

  /**
   * Show the reader's cards; load their module for the first of them.
   * @param {string[]} hand @param {boolean} isOpen
   */
  async renderCards(hand, isOpen) {
    const { cardsRoot: root, scene } = this;
    this.cards = { hand, isOpen };
    if (!root || !scene || (!this.cardTray && !hand.length && !isOpen)) return;
    const { CardTray } = await import("./cards.js");
    this.cardTray ??= new CardTray(root, scene.places, (text) => this.order(text));
    this.cardTray.render(this.cards.hand, this.forms, this.cards.isOpen);
  }

  /** Return the arrows of the ways that armies took. @param {Step[]} events @param {Round | null} round */
  arrowsOf(events, round) {
    const moves = events.filter(({ kind, from, to, at }) => MOVES.has(kind) && from && (to ?? at));
    return moves.map(({ from, to, at, seat }) => ({ from, to: to ?? at, seat: seat ?? ownerOf(round, from) }));
  }

  /** Show the rolls of a round, or add one while it is played. @param {Step[]} steps @param {Round | null} round */
  async renderRolls(steps, round, isAdded = false) {
    const list = document.querySelector("[data-rolls]");
    const wanted = isAdded ? this.shownRolls : (this.shownRolls = steps);
    const dice = steps.length ? await import("./dice.js") : null;
    if (wanted !== this.shownRolls) return;
    const rows = dice ? steps.map((step) => dice.rollRow(step, placeName, (id) => ownerOf(round, id))) : [];
    if (isAdded) list?.prepend(...rows);
    else list?.replaceChildren(...rows);
    list?.closest("[data-dice]")?.toggleAttribute("hidden", !list.children.length && !this.playback?.isPlaying);
  }

  /** The territories to which something can be ordered from the chosen one. */
  get targets() {
    return this.forms.filter(({ from }) => from === this.selected).map(({ to }) => to);
  }

  /** Mark what can be chosen, and show the actions for what is chosen. */
  renderChoice() {
    const { targets } = this;
    for (const [id, cell] of this.scene?.cells ?? []) {
      cell.toggleAttribute("data-chosen", id === this.selected || id === this.target);
      cell.toggleAttribute("data-legal", Boolean(this.selected) && targets.includes(id));
      cell.toggleAttribute("data-mine", !this.selected && this.forms.some(({ at, from }) => at === id || from === id));
    }
    this.startWithOwn();
    this.keepFocus(() => this.renderActions());
  }

  /** Let the tab key enter the map where something can be ordered, until somebody has entered it. */
  startWithOwn() {
    const first = this.scene?.root.querySelector("[data-mine]")?.getAttribute("data-at");
    if (first && !this.isEntered) this.setTabStop(first);
  }

  /** The element of the actions. @returns {HTMLElement | null} */
  get actionCard() {
    return document.querySelector("[data-map-actions]");
  }

  /** Show the actions for what is chosen. */
  renderActions() {
    const card = this.actionCard;
    if (!card) return;
    const { targets } = this;
    const actions = this.target
      ? actionsBetween(this.forms, this.selected, this.target)
      : this.selected
        ? actionsAt(this.forms, this.selected)
        : generalActions(this.forms);
    const hint = fill(gettext("%(from)s: choose where to."), { from: placeName(this.selected) });
    if (!card.contains(this.planRoot)) card.replaceChildren(this.actionRoot, this.planRoot);
    this.actionRoot.replaceChildren(
      ...actionForms(
        actions,
        (text) => this.order(text),
        (text) => this.odds(text),
      ),
      ...(this.selected && !this.target && targets.length
        ? [html("p", { className: "small", textContent: hint })]
        : []),
      this.planRoot,
    );
    this.group?.render();
    this.renderPlan();
  }

  /** Show the plan, without what is being chosen. */
  renderPlan() {
    this.keepFocus(() => this.planRoot.replaceChildren(...(this.turnPlan?.planNodesOf(this) ?? [])));
  }

  /** Draw the actions anew by a function; the button that has the focus keeps it. @param {() => void} draw */
  keepFocus(draw) {
    if (this.keys) this.keys.keepFocus(draw);
    else draw();
  }

  /** Return the odds of an attack, in addition to the plan. @param {string} text */
  async odds(text) {
    const lines = this.planField
      ? [...this.planned.filter((line) => withoutNumber(line) !== withoutNumber(text)), text]
      : [text];
    const rows = (await (await this.loadPreview()).fetch(lines.join("\n"))).filter(({ line }) => line === lines.length);
    return rows.flatMap(({ said }) => said).join(" ");
  }

  /**
   * Choose a territory: as the origin of actions, or as the target from the one that is selected.
   * @param {string} at
   */
  choose(at) {
    if (!at) return;
    this.setTabStop(at);
    this.emit("tap", { tile: at });
    if (this.playback?.isPlaying) return this.skip();
    if (this.playback) return this.goLive();
    const isTarget = this.forms.some(({ from, to }) => from === this.selected && to === at);
    if (isTarget) this.target = at;
    else this.select(at === this.selected ? "" : at);
    this.renderChoice();
    this.inspect(at);
  }

  /** Select a territory from which something can be ordered. @param {string} at */
  select(at) {
    this.target = "";
    this.selected = this.forms.some((form) => form.at === at || form.from === at) ? at : "";
  }

  /** Emit an order, or add it to the plan. @param {string} text */
  order(text) {
    this.selected = this.target = "";
    if (this.planField)
      this.setPlan([...this.planned.filter((line) => withoutNumber(line) !== withoutNumber(text)), text]);
    else this.emit("order", { text, by: PASSES.test(text) ? "pass" : "action" });
  }

  /** Write the plan. @param {string[]} lines */
  setPlan(lines, isUndoable = true) {
    if (isUndoable) this.planHistory.push(this.planned);
    if (this.planField) this.planField.value = lines.join("\n");
    this.loadPreview().then((preview) => preview.schedule());
    this.render();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const at = this.territoryOf(event);
    if (["Enter", " "].includes(event.key)) this.choose(at);
    else if (event.key === "Escape") this.choose(this.selected);
    else if (event.key.startsWith("Arrow")) this.moveFocus(at, event.key);
    else return;
    event.preventDefault();
  }

  /**
   * Focus the neighbour in a direction; the nearest territory where there is none.
   * @param {string} at @param {string} key
   */
  async moveFocus(at, key) {
    const { nextInDirection } = await import("./directions.js");
    const next = this.scene && nextInDirection(this.scene.ground, at, key);
    if (next) this.setTabStop(next, true);
  }

  /** Make a territory the one that the tab key reaches. @param {string} at */
  setTabStop(at, focus = false) {
    for (const cell of this.scene?.cells.values() ?? []) cell.setAttribute("tabindex", "-1");
    const cell = this.scene?.cells.get(at);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus();
  }

  /** Return the territory of an event, or "". @param {Event} event */
  territoryOf(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-at]") : null;
    return cell?.getAttribute("data-at") ?? "";
  }

  /** Emit which territory is inspected. @param {string} at */
  inspect(at) {
    const text = this.scene?.cells.get(at)?.getAttribute("aria-label");
    if (text) this.emit("inspect", { tile: at, text });
  }

  /** Write a text into an element of the page. @param {string} selector @param {string} text */
  write(selector, text) {
    const element = document.querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  }

  /** Have a sentence read by screen readers. @param {string} text */
  announce(text) {
    this.write("[data-announcer]", text);
  }

  /** Dispatch an event that bubbles. @param {string} name @param {unknown} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

/**
 * Return an order without its number, a trade as its verb: in a plan a second one replaces the first.
 * @param {string} line
 */
function withoutNumber(line) {
  return line.replace(/^\s*trade.*/, "trade").trim().replace(/\s+\d+$/, "");
}

/** Return whose territory it was before a round. @param {Round | null} round @param {string} at */
function ownerOf(round, at) {
  return round?.before.pieces.find(({ tile }) => tile === at)?.seat ?? "";
}

/** Let the button verify the dice, and load the module for it on the first click. @param {HTMLElement} proof */
function enableVerification(proof) {
  const button = /** @type {HTMLButtonElement} */ (proof.querySelector("button"));
  button.addEventListener("click", () => import("./verify.js").then(({ verify }) => verify(proof)));
  button.disabled = false;
}

customElements.define("battle-map", BattleMap);
