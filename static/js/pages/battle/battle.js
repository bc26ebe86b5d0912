// The battle page: keeps the board, the clock, the seats and the story true, whatever becomes of the connection.
// The page loads the module of what it is fought on (board or map) before this one.
import { tick } from "../../core/clock.js";
import { Habits } from "./preferences.js";
import { Link } from "../../core/connection.js";
import { Orders } from "./orders.js";
import { Rounds } from "./rounds.js";
import { title } from "./step-titles.js";
import { gettext } from "../../core/i18n.js";

/** @typedef {import("./types.js").BattleState} BattleState */
/** @typedef {import("../../components/board/tile-panel.js").Tiles} Tiles */

class BattlePage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.board = /** @type {import("../../components/board/board.js").BattleBoard} */ (
      /** @type {unknown} */ (root.querySelector("battle-board, battle-map"))
    );
    /** @type {BattleState} */
    this.state = JSON.parse(document.getElementById("battle-data")?.textContent ?? "{}");
    this.ahead = 0;
    this.habits = new Habits(root, this.board);
    this.orders = new Orders(this);
    this.rounds = new Rounds(this);
    this.accept(this.state);
    this.openTiles();
    this.rounds.open();
    const socket = `${root.dataset.socket ?? ""}?state=${document.documentElement.lang}`;
    this.link = new Link(socket, (how, state) => this.refresh(how, state));
    this.runClock();
    setInterval(() => this.runClock(), 250);
    if (this.running) this.link.open();
  }

  /**
   * What a board's tiles are, in words; a map has its own. It is fetched at the first wish for it, since most who open
   * a page only want to see how things stand.
   */
  openTiles() {
    if (!this.root.querySelector("[data-tile-facts]")) return;
    const wishes = new AbortController();
    /** @param {Element | null} from @param {string} event @param {(tiles: Tiles, event: any) => void} act */
    const wish = (from, event, act) =>
      from?.addEventListener(event, async (told) => act(await fetched(), told), { signal: wishes.signal });
    const fetched = () => (this.fetching ??= this.fetchTiles(wishes));
    wish(this.board, "inspect", (tiles, event) => tiles.show(event.detail.tile));
    wish(this.board, "keydown", (tiles, event) => tiles.key(event));
    wish(this.root.querySelector("[data-danger-toggle]"), "click", (tiles) => tiles.toggleDanger());
    wish(this.root.querySelector(".reach"), "toggle", () => {});
  }

  /** From then on the tiles listen for themselves. @param {AbortController} wishes @returns {Promise<Tiles>} */
  async fetchTiles(wishes) {
    const { Tiles } = await import("../../components/board/tile-panel.js");
    wishes.abort();
    const names = new Map(this.state.seats.map(({ seat, emperor }) => [seat, emperor]));
    this.tiles = new Tiles(this.root, this.board, (seat) => names.get(seat) ?? seat.toUpperCase());
    return this.tiles;
  }

  /** What each seat is called. @returns {Record<string, string>} */
  get names() {
    return Object.fromEntries(this.state.seats.map(({ seat, emperor }) => [seat, emperor]));
  }

  get running() {
    return ["running", "halted"].includes(this.state.tournament.status);
  }

  /**
   * Ask how things stand, and show what has changed. @param {string} how live, polling or lost
   * @param {BattleState} [state] what everybody sees, where it came along
   */
  async refresh(how, state) {
    this.showLink(how);
    if (state && this.goesOn(state)) return this.accept(state);
    if (how === "lost" || this.asking) return this.asking ? (this.again = true) : undefined;
    this.asking = true;
    try {
      const since = this.state.tournament.rounds_closed;
      const answer = await fetch(`${this.root.dataset.stateUrl}?since=${since}`, {
        headers: { Accept: "application/json" },
      });
      if (answer.ok) this.accept(await answer.json());
      else this.showLink("lost");
    } catch {
      this.showLink("lost");
    } finally {
      this.asking = false;
      if (this.again) {
        this.again = false;
        this.refresh(how);
      }
    }
  }

  /**
   * Whether this is all that the page has to show, and follows what it shows. While it asks, the answer may be older:
   * then it asks again. @param {BattleState} state
   */
  goesOn(state) {
    const ahead = state.tournament.rounds_closed - this.state.tournament.rounds_closed;
    return !this.asking && !this.state.you && (ahead === 0 || ahead === 1);
  }

  /** @param {BattleState} state */
  accept(state) {
    const before = this.state;
    const news = state.tournament.rounds_closed > before.tournament.rounds_closed;
    this.state = state;
    this.ahead = Date.parse(state.tournament.now) - Date.now();
    for (const round of state.rounds) this.rounds.keep(round);
    this.board.update({ position: state.position, you: state.you, reach: state.reach, last: this.rounds.latest });
    this.orders.accept(state);
    this.tiles?.update();
    if (news) this.rounds.play();
    this.rounds.update();
    if (!this.running) this.end(before);
  }

  /** The round, the clock and the seats: as they stood after the round that is viewed, or as they stand now. */
  showFrame() {
    const { tournament, seats } = this.state;
    const viewed = this.rounds.viewed;
    this.root.dataset.status = tournament.status;
    this.root.toggleAttribute("data-past", Boolean(viewed));
    this.say("[data-round-words]", title(viewed ?? tournament, this.names));
    document.querySelector("[data-result]")?.toggleAttribute("hidden", Boolean(viewed) && !this.rounds.atTheEnd);
    const clock = /** @type {HTMLTimeElement | null} */ (this.root.querySelector("[data-battle-clock]"));
    if (clock) clock.dateTime = tournament.deadline ?? "";
    this.root.querySelector(".battle-clock")?.toggleAttribute("hidden", !tournament.deadline);
    for (const each of seats) {
      const seat = viewed?.standing ? { ...each, pieces: 0, ...viewed.standing[each.seat] } : each;
      const row = this.root.querySelector(`[data-seat-row="${seat.seat}"]`);
      for (const mark of /** @type {const} */ (["ready", "asleep", "fallen"]))
        row?.toggleAttribute(`data-${mark}`, seat[mark]);
      row?.toggleAttribute("data-idle", !seat.to_act);
      const pieces = row?.querySelector("[data-pieces]");
      if (pieces) pieces.textContent = String(seat.pieces);
    }
  }

  runClock() {
    const clock = /** @type {HTMLTimeElement | null} */ (this.root.querySelector("[data-battle-clock]"));
    if (!clock?.dateTime) return;
    tick(clock, this.ahead);
    clock.dataset.ticks = "";
  }

  /**
   * The battle is over: once the last round has been seen, the page says what came of it. Those who only watch may be
   * many, and do not all ask in the same moment. @param {BattleState} before
   */
  end(before) {
    this.link?.close();
    if (!["running", "halted"].includes(before.tournament.status)) return;
    const reload = () => setTimeout(() => location.reload(), this.state.you ? 1500 : 1500 + 3000 * Math.random());
    if (this.board.film) this.board.addEventListener("ended", reload, { once: true });
    else reload();
  }

  /** @param {string} how */
  showLink(how) {
    const link = /** @type {HTMLElement | null} */ (this.root.querySelector("[data-link]"));
    if (!link || link.dataset.link === how) return;
    link.dataset.link = how;
    link.textContent =
      { live: gettext("live"), polling: gettext("asking every two seconds") }[how] ?? gettext("no connection");
  }

  /** @param {string} where @param {string} words */
  say(where, words) {
    const element = this.root.querySelector(where);
    if (element && element.textContent !== words) element.textContent = words;
  }
}

const root = document.querySelector("[data-battle]");
if (root instanceof HTMLElement) new BattlePage(root);

export { BattlePage };
