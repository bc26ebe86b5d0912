// Texts about the state of a game: the phase and what can be done in it, and what a seat owns besides its armies.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { html } from "./elements.js";

/** @typedef {import("./types.js").Position} Position */

/** Return what the words about a fight say of it. @param {Position} position */
function fightWords({ battle }) {
  return { from: placeName(battle?.from ?? ""), to: placeName(battle?.to ?? ""), n: battle?.dice ?? 0 };
}

/** What a seat does now, by phase. @type {Record<string, (position: Position) => string>} */
const PHASES = {
  claim: () => gettext("Now claim a territory: choose one that nobody owns."),
  muster: () => gettext("Now place your first armies on your own territories, best where others are near."),
  neutral: () => gettext("Now place one neutral army on a neutral territory."),
  capital: () => gettext("Now choose your capital among your territories; nobody sees it until all have chosen."),
  draft: () => gettext("Now place your new armies: choose one of your territories."),
  placed: () => gettext("Your new armies are placed: go on to your attacks."),
  trade: () => gettext("You hold so many cards that you must trade a set of them now."),
  cards: () => gettext("Now trade a set of cards if you like, and place your new armies. Then go on."),
  attack: () => gettext("Now attack: choose a territory with two armies or more, then a neighbour of it. Or end your attacks."),
  defend: (position) =>
    fill(
      ngettext(
        "%(from)s attacks %(to)s with one die: say how many dice you roll.",
        "%(from)s attacks %(to)s with %(n)s dice: say how many dice you roll.",
        position.battle?.dice ?? 0,
      ),
      fightWords(position),
    ),
  occupy: (position) =>
    fill(gettext("You have taken %(to)s: say how many armies move in from %(from)s."), fightWords(position)),
  fortify: () => gettext("Now move armies once from one of your territories to another, or end your turn."),
  placing: () => gettext("Now place your first armies: choose a territory of yours, say how many, then send your orders."),
  plan: () =>
    gettext("Now plan in secret: choose a territory of yours to build or guard, or go on to a neighbour. Then send."),
  bid: () => gettext("Now bid in secret for territories: choose one, and offer armies of your reserve. Then send."),
  sheet: () =>
    gettext("Now plan in secret: choose a territory to reinforce it or bid for it, or go on to a neighbour. Then send."),
};

/** The phases before the first round. */
const PLACING = new Set(["claim", "muster", "capital", "placing"]);

/** Return whether dice were rolled in a step. @param {import("./types.js").Step} step */
export function isRoll({ kind }) {
  return kind === "rolled" || kind === "roll_off";
}

/**
 * Return what a seat does now: the phase, but for what changes within it.
 * @param {Position} position @param {string} own
 */
function findTask({ phase = "", pool, pieces, visit }, own) {
  if (phase === "muster" && visit === 0) return "neutral";
  if (phase === "draft" && pool === 0) return "placed";
  return phase || (pieces.some(({ seat }) => seat === own) ? "sheet" : "bid");
}

/** Return names as a list in the reader's language. @param {string[]} names */
function joinNames(names) {
  return new Intl.ListFormat(document.documentElement.lang || "en").format(names);
}

/**
 * Return what the game waits for.
 * @param {Position} position @param {string} own seat of the reader @param {Record<string, string>} names
 * @param {Set<string>} [computers] the seats of computer players @param {boolean} [mustTrade]
 */
export function phaseText(position, own, names, computers, mustTrade = false) {
  const { to_act: waiting, phase = "", round } = position;
  const isPlacing = PLACING.has(phase);
  if (!waiting.length) return fill(gettext("Round %(round)s"), { round });
  if (waiting.includes(own))
    return (PHASES[mustTrade ? "trade" : findTask(position, own)] ?? PHASES.sheet)(position);
  const who = joinNames(waiting.map((seat) => names[seat] ?? seat.toUpperCase()));
  if (waiting.every((seat) => computers?.has(seat))) {
    const text = isPlacing
      ? ngettext("Placing armies: %(who)s thinks …", "Placing armies: %(who)s think …", waiting.length)
      : ngettext("Round %(round)s: %(who)s thinks …", "Round %(round)s: %(who)s think …", waiting.length);
    return fill(text, { round, who });
  }
  if (isPlacing) return fill(gettext("Placing armies: waiting for %(who)s."), { who });
  return fill(gettext("Round %(round)s: waiting for %(who)s."), { round, who });
}

/**
 * Return what the reader's seat owns besides its armies.
 * @param {Position} position @param {string} own
 * @param {(mission: string) => string} [missionText] loaded only where there are missions
 * @param {number} [first] how many first armies it has to place, where everyone places them at the same time
 * @param {number} [planned] how many armies of its reserve the plan uses
 */
export function resourceTexts(position, own, missionText, first = 0, planned = 0) {
  const texts = [];
  const { pool, phase, reserve, money, capital, mission, to_act: waiting, visit, out = [] } = position;
  if (!own || out.includes(own)) return [];
  const toPlace = first || (phase === "muster" ? visit : pool);
  if (waiting.includes(own) && toPlace) texts.push(fill(gettext("To place: %(n)s"), { n: toPlace }));
  const n = reserve?.[own] ?? 0;
  if (reserve && planned) texts.push(fill(gettext("Reserve: %(left)s of %(n)s left"), { n, left: n - planned }));
  else if (reserve) texts.push(fill(gettext("Reserve: %(n)s"), { n }));
  if (money && !first) texts.push(fill(gettext("Coins: %(n)s"), { n: money[own] ?? 0 }));
  if (capital) texts.push(fill(gettext("Your capital: %(name)s"), { name: placeName(capital) }));
  if (mission && missionText) texts.push(fill(gettext("Your mission: %(mission)s"), { mission: missionText(mission) }));
  return texts;
}

/**
 * Return a row for each seat with what everyone may see.
 * @param {Position} position @param {Record<string, string>} names
 * @param {(seat: string, territories: number) => string} income what it receives next
 */
export function standingRows({ pieces, hands, reserve, money, phase }, names, income) {
  return Object.entries(names).map(([seat, name]) => {
    const own = pieces.filter((piece) => piece.seat === seat);
    const armies = own.reduce((sum, piece) => sum + piece.armies, 0);
    const hand = hands?.[seat];
    const cards = Array.isArray(hand) ? hand.length : hand;
    const texts = [
      fill(ngettext("%(n)s territory", "%(n)s territories", own.length), { n: own.length }),
      fill(ngettext("%(n)s army", "%(n)s armies", armies), { n: armies }),
      cards === undefined ? "" : fill(ngettext("%(n)s card", "%(n)s cards", cards), { n: cards }),
      reserve ? fill(gettext("%(n)s in reserve"), { n: reserve[seat] ?? 0 }) : "",
      money ? fill(ngettext("%(n)s coin", "%(n)s coins", money[seat] ?? 0), { n: money[seat] ?? 0 }) : "",
      income(seat, own.length),
    ];
    const row = html(
      "li",
      {},
      html("i", { textContent: seat.toUpperCase() }),
      html("b", { textContent: name }),
      ` ${texts.filter(Boolean).join(" · ")}`,
    );
    row.dataset.seat = seat;
    row.toggleAttribute("data-gone", !own.length && phase !== "claim");
    return row;
  });
}

/** The names of the places of the map by their ids. @type {Map<string, {name: string}>} */
let places = new Map();

/** Use the names of a map from now on. @param {Map<string, {name: string}>} named */
export function usePlaceNames(named) {
  places = named;
}

/** Return the name of a place; without a map, of its id: "new_york" as "New York". @param {string} id */
export function placeName(id) {
  const name = places.get(id)?.name;
  if (name) return name;
  return id.replace(/_/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
