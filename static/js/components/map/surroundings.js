// What stands around a map: what the game waits for, who holds what, the regions, the reader's cards, the dice.
import { incomeOf } from "./income.js";
import { describeRegions, regionRows, regionTitles } from "./regions.js";
import { isRoll, phaseText, placeName, resourceTexts, standingRows } from "./status-text.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Step} Step */

/** Return whose territory it was before a round. @param {Round | null} round @param {string} at */
export function ownerOf(round, at) {
  return round?.before.pieces.find(({ tile }) => tile === at)?.seat ?? "";
}

/** Write a text into an element of the page. @param {string} selector @param {string} text */
export function write(selector, text) {
  const element = document.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

/** Shows them for the position of a map. */
export class Surroundings {
  /** The region whose territories are lit. */
  litRegion = "";
  /** @type {import("./types.js").Holding[]} */
  pieces = [];
  /** The rolls to show; compared after the module of the dice is loaded. @type {Step[]} */
  shownRolls = [];
  /** @type {typeof import("./missions.js") | undefined} */
  missions;
  /** @type {import("./cards.js").CardTray | undefined} */
  cardTray;
  cardsRoot = /** @type {HTMLElement | null} */ (document.querySelector("[data-cards]"));

  /**
   * @param {import("./map.js").BattleMap} map @param {import("./scene.js").Scene} scene
   * @param {{bonuses?: unknown, income?: any, trades?: string, seats?: {seat: string, computer: boolean}[]}} data
   */
  constructor(map, scene, { bonuses, income, trades = "", seats = [] }) {
    this.map = map;
    this.scene = scene;
    this.pays = Boolean(bonuses);
    this.incomeRule = income;
    this.trades = trades;
    this.computers = new Set(seats.flatMap(({ seat, computer }) => (computer ? [seat] : [])));
  }

  /** The reader's seat, or "". */
  get own() {
    return this.map.live.you?.seat ?? "";
  }

  /** Show all of it for a position and the round before it. @param {Position} position @param {Round | null} round */
  render(position, round) {
    const { map, own } = this;
    this.renderRolls((round?.events ?? []).filter(isRoll), round);
    this.renderStage(position);
    const regions = describeRegions(this.scene.ground, position.pieces);
    const income = (/** @type {string} */ seat, /** @type {number} */ count) => this.incomeText(seat, count, regions);
    document.querySelector("[data-standings]")?.replaceChildren(...standingRows(position, map.names, income));
    this.pieces = position.pieces;
    this.renderRegions();
    const isOpen = (position.phase || "sheet") === this.trades && position.to_act.includes(own) && !map.playback;
    this.renderCards(position.hand ?? [], isOpen);
    if (position.truces) map.modules.truces().then(({ renderTruces }) => renderTruces(map, position));
  }

  /** Whether the reader holds so many cards that a set must be traded before anything else. */
  get mustTrade() {
    const verbs = this.map.forms.map(({ do: verb }) => verb);
    return verbs.length > 0 && verbs.every((verb) => verb === "trade" || verb === "truce");
  }

  /** Write what the game waits for, and what the reader has. @param {Position} position */
  renderStage(position) {
    const waits = phaseText(position, this.own, this.map.names, this.computers, this.mustTrade);
    write("[data-stage]", [waits, ...this.listResources(position)].join(" · "));
  }

  /** Return what the reader's seat has; load the words of missions for the first one. @param {Position} position */
  listResources(position) {
    const { map } = this;
    if (position.mission && !this.missions)
      map.modules.missions().then((missions) => {
        this.missions = missions;
        if (!map.playback) map.renderPosition();
      });
    const places = position.phase === "placing" ? map.forms.find(({ do: verb }) => verb === "place") : undefined;
    const planned = map.playback ? 0 : (map.turnPlan?.countPlanned(map.plan.lines) ?? 0);
    return resourceTexts(position, this.own, this.missions?.missionText, places?.armies?.[1], planned);
  }

  /**
   * Return what a seat receives next.
   * @param {string} seat @param {number} count of its territories @param {import("./regions.js").Region[]} regions
   */
  incomeText(seat, count, regions) {
    if (!this.incomeRule) return "";
    return incomeOf(this.incomeRule, count, this.pays ? regions.filter(({ owner }) => owner === seat) : []).text;
  }

  /** Show who holds how much of each region. */
  renderRegions() {
    const { scene, pieces, pays } = this;
    if (!scene.ground.regions.length) return;
    const regions = describeRegions(scene.ground, pieces);
    scene.renderTitles(regionTitles(regions, pays, Boolean(this.map.viewport?.areRegionsShown)));
    const list = document.querySelector("[data-regions]");
    const focused = document.activeElement?.closest("[data-region]")?.getAttribute("data-region");
    const light = (/** @type {string} */ id) => this.lightRegion(id);
    list?.replaceChildren(...regionRows(scene.ground, pieces, this.own, pays, this.litRegion, light));
    /** @type {HTMLElement | null | undefined} */ (list?.querySelector(`[data-region="${focused}"] button`))?.focus();
  }

  /** Light the territories of a region, or none. @param {string} id */
  lightRegion(id) {
    this.litRegion = this.litRegion === id ? "" : id;
    const { territories } = this.scene.ground;
    this.scene.highlight(territories.filter(({ region }) => region === this.litRegion).map((each) => each.id));
    this.renderRegions();
  }

  /**
   * Show the reader's cards; load their module for the first of them.
   * @param {string[]} hand @param {boolean} isOpen
   */
  async renderCards(hand, isOpen) {
    const { cardsRoot: root, map } = this;
    this.cards = { hand, isOpen };
    if (!root || (!this.cardTray && !hand.length && !isOpen)) return;
    const { CardTray } = await map.modules.cards();
    this.cardTray ??= new CardTray(
      root,
      this.scene.places,
      (text) => this.trade(text),
      (text) => map.choice.odds(text),
    );
    this.cardTray.render(this.cards.hand, map.forms, this.cards.isOpen);
  }

  /** Order a trade, and go back to the map, on which its armies are placed. @param {string} text */
  trade(text) {
    this.map.choice.order(text);
    document.querySelector("[data-stage]")?.scrollIntoView({ block: "nearest" });
  }

  /** Show the rolls of a round, or add one while it is played. @param {Step[]} steps @param {Round | null} round */
  async renderRolls(steps, round, isAdded = false) {
    const list = document.querySelector("[data-rolls]");
    const wanted = isAdded ? this.shownRolls : (this.shownRolls = steps);
    const dice = steps.length ? await this.map.modules.dice() : null;
    if (wanted !== this.shownRolls) return;
    const rows = dice ? steps.map((step) => dice.rollRow(step, placeName, (id) => ownerOf(round, id))) : [];
    if (isAdded) list?.prepend(...rows);
    else list?.replaceChildren(...rows);
    list?.closest("[data-dice]")?.toggleAttribute("hidden", !list.children.length && !this.map.playback?.isPlaying);
  }
}
