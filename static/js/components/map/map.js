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
//   choice {tile}    what is chosen has changed; "": nothing
//   inspect {tile, text}
//   ended {number}   a round has been played to its end
//   live             the map shows the present again
import { gettext } from "../../core/i18n.js";
import { readOption } from "../../core/storage.js";
import { coasts } from "./geometry.js";
import { units } from "./armies.js";
import { Choice } from "./choice.js";
import { PlanField } from "./plan-field.js";
import { Scene } from "./scene.js";
import { Surroundings, ownerOf, write } from "./surroundings.js";
import { TabStop } from "./tab-stop.js";
import { Viewport } from "./viewport.js";
import { usePlaceNames } from "./status-text.js";
import { html } from "./elements.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Live} Live */
/** @typedef {import("./types.js").Step} Step */

/** Steps in which armies take a way. */
const MOVES = new Set(["moved", "followed", "rolled", "captured", "clash"]);
/** What only some readers need; here, since a bundle holds no module that loads others of it on demand. */
const MODULES = {
  cards: () => import("./cards.js"),
  dice: () => import("./dice.js"),
  directions: () => import("./directions.js"),
  missions: () => import("./missions.js"),
  truces: () => import("./truces.js"),
};
const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

/** The element of a map. */
export class BattleMap extends HTMLElement {
  /** @type {Live} */
  live = { position: { pieces: [], round: 0, to_act: [] } };
  /** The round that is played or shown; null: the present.
   * @type {{isPlaying: boolean, pause: () => void, end?: () => void} | null} */
  playback = null;
  modules = MODULES;
  choice = new Choice(this);
  plan = new PlanField(this);
  /** @type {Surroundings | undefined} */
  surroundings;
  /** @type {TabStop | undefined} */
  tabStop;
  /** What checks orders, once it was needed. @type {import("./order-preview.js").OrderPreview | undefined} */
  preview;
  /** @type {Record<string, string>} */
  names = {};
  /** @type {import("./details.js").Details | undefined} */
  details;
  /** What the keyboard does between map and actions, once the focus was there.
   * @type {import("./keys.js").Keys | undefined} */
  keys;

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
    /** @type {{seat: string, emperor: string, computer: boolean}[]} */
    const seats = data.seats ?? [];
    this.names = Object.fromEntries(seats.map(({ seat, emperor }) => [seat, emperor]));
    this.surroundings = new Surroundings(this, this.scene, data);
    const frame = html("div", { className: "map-frame", tabIndex: 0, ariaLabel: name }, this.scene.root);
    frame.setAttribute("role", "region");
    if (document.querySelector("#map-keys")) frame.setAttribute("aria-describedby", "map-keys");
    this.viewport = new Viewport(this.scene, frame, this.getAttribute("icons") ?? "", () => this.surroundings?.renderRegions());
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
    scene.root.addEventListener("click", (event) => this.choice.choose(this.territoryOf(event)));
    this.tabStop = new TabStop(this, scene);
    // Not on the drawing itself: what listens to the focus there becomes a stop of the tab key.
    this.addEventListener("focusin", (event) => this.inspect(this.territoryOf(event)));
    this.addEventListener("focusin", (event) => this.loadDetails(event), { once: true });
    for (const place of [this, this.actionCard])
      place?.addEventListener("focusin", () => this.loadKeys(), { once: true });
    const typed = document.querySelector("[data-order-text]");
    typed?.addEventListener("focusin", () => this.loadPreview().then((preview) => preview.schedule()), { once: true });
    if (this.plan.field) this.loadTurnPlan();
    for (const type of ["pointerover", "contextmenu"])
      scene.root.addEventListener(type, (event) => this.loadDetails(event), { once: true });
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
    document.querySelector("[data-order-form]")?.addEventListener("findings", () => this.choice.renderPlan());
    if (!this.playback) this.render();
  }

  disconnectedCallback() {
    this.playback?.pause();
  }

  get forms() {
    const forms = this.live.you?.legal?.forms ?? [];
    const { pieces, reserve } = this.live.position;
    if (!this.turnPlan || !reserve) return forms;
    const { lines } = this.plan;
    const traded = this.turnPlan.countTraded(lines, this.scene?.places);
    return this.turnPlan.boundedForms(forms, lines, pieces, (reserve[this.live.you?.seat ?? ""] ?? 0) + traded);
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
    this.choice.clear();
    const [now, then] = [live.position, before.position];
    this.plan.restore(live.you?.order ?? "", now.round !== then.round || now.phase !== then.phase);
    if (!this.playback) this.render();
    else if (this.playback.isPlaying) this.surroundings?.renderStage(live.position);
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
    this.surroundings?.renderRolls([], round);
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
    this.choice.render();
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
    const plan = this.playback ? [] : this.plan.lines.map((line) => line.trim().split(/\s+/));
    this.scene.renderArmies(
      { ...position, building: this.turnPlan?.withPlanned(position.building, plan) ?? position.building },
      this.names,
    );
    const planArrows = plan
      .filter(([verb]) => ["move", "attack"].includes(verb))
      .map(([, from, to]) => ({ from, to, seat: own, plan: true }));
    this.scene.renderArrows([...this.arrowsOf(round?.events ?? [], round), ...planArrows]);
    this.surroundings?.render(position, round);
  }

  /** Return the arrows of the ways that armies took. @param {Step[]} events @param {Round | null} round */
  arrowsOf(events, round) {
    const moves = events.filter(({ kind, from, to, at }) => MOVES.has(kind) && from && (to ?? at));
    return moves.map(({ from, to, at, seat }) => ({ from, to: to ?? at, seat: seat ?? ownerOf(round, from) }));
  }

  /** The element of the actions. @returns {HTMLElement | null} */
  get actionCard() {
    return document.querySelector("[data-map-actions]");
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

  /** Have a sentence read by screen readers. @param {string} text */
  announce(text) {
    write("[data-announcer]", text);
  }

  /** Dispatch an event that bubbles. @param {string} name @param {unknown} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

/** Let the button verify the dice, and load the module for it on the first click. @param {HTMLElement} proof */
function enableVerification(proof) {
  const button = /** @type {HTMLButtonElement} */ (proof.querySelector("button"));
  button.addEventListener("click", () => import("./verify.js").then(({ verify }) => verify(proof)));
  button.disabled = false;
}

customElements.define("battle-map", BattleMap);
