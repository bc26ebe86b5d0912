// The page of a battle: keeps the board, the clock, the seats and the list of events up to date, with or without a
// connection. The page loads the module of its board or map before this one.
import { updateCountdown } from "../../core/clock.js";
import { Preferences } from "./preferences.js";
import { Connection } from "../../core/connection.js";
import { Rounds } from "./rounds.js";
import { stepTitle } from "./step-titles.js";
import { gettext, ngettext } from "../../core/i18n.js";

/** @typedef {import("./types.js").BattleState} BattleState */

class BattlePage {
  /** @param {HTMLElement} root @param {typeof import("./orders.js") | null} ordering */
  constructor(root, ordering) {
    this.root = root;
    this.board = /** @type {import("../../components/board/board.js").BattleBoard} */ (
      /** @type {unknown} */ (root.querySelector("battle-board, battle-map"))
    );
    /** @type {BattleState} */
    this.state = JSON.parse(document.getElementById("battle-data")?.textContent ?? "{}");
    /** How far the server's clock is ahead of the browser's, in milliseconds. */
    this.clockOffset = 0;
    this.preferences = new Preferences(root, this.board);
    this.orders = ordering && new ordering.Orders(this);
    this.rounds = new Rounds(this);
    this.bar = ordering && new ordering.OrderBar(this);
    const side = /** @type {HTMLElement | null} */ (root.querySelector("[data-side]:has([data-sheet-handle])"));
    if (side) import("./sheet.js").then(({ listenToSheet }) => listenToSheet(side));
    const coach = /** @type {HTMLElement | null} */ (root.querySelector("[data-coach]"));
    if (coach) import("./coach.js").then(({ Coach }) => (this.coach = new Coach(this, coach)));
    this.accept(this.state);
    this.board.loadTilePanelOnDemand?.(root, (seat) => this.names[seat] ?? seat.toUpperCase());
    this.rounds.open();
    const socket = `${root.dataset.socket ?? ""}?state=${document.documentElement.lang}`;
    /** @type {Connection<BattleState>} */
    this.connection = new Connection(socket, (status, state) => this.refresh(status, state));
    document.addEventListener("spectators", (event) =>
      this.write("[data-spectators]", String(/** @type {CustomEvent<number>} */ (event).detail)),
    );
    this.updateClock();
    setInterval(() => this.updateClock(), 250);
    // At a shared screen nobody else hears of an order before the screen is handed over, so the socket says nothing.
    if (root.querySelector("[data-casual][data-private]"))
      document.addEventListener("sealed", () => this.refresh(this.connection.isOpen ? "live" : "polling"));
    if (this.isRunning) this.connection.open();
    this.loadPlayerInTime();
    const result = /** @type {HTMLElement | null} */ (root.querySelector("[data-result]"));
    if (result) import("./ending.js").then(({ present }) => present(result));
    const saving = /** @type {HTMLElement | null} */ (root.querySelector("[data-save-animation]"));
    if (saving) import("./animation.js").then(({ listenToSave }) => listenToSave(saving));
  }

  /**
   * Load what plays rounds before one closes: a player chooses a piece first; `receive` loads it for others. A finished
   * battle is read without a network too, for which all must have been loaded.
   */
  loadPlayerInTime() {
    this.board.addEventListener("choice", () => this.board.loadPlayer?.(), { once: true });
    if (!this.isRunning) this.board.loadPlayer?.();
  }

  /** The name of the Emperor on each seat. @returns {Record<string, string>} */
  get names() {
    return Object.fromEntries(this.state.seats.map(({ seat, emperor }) => [seat, emperor]));
  }

  /** Return whether the round's time runs: there is a deadline, and the battle is not paused. */
  get isClockShown() {
    return Boolean(this.state.tournament.deadline) && this.state.bar?.state !== "paused";
  }

  get isRunning() {
    return ["running", "halted"].includes(this.state.tournament.status);
  }

  /**
   * Fetch the state and show it, unless it came along with the message and is all there is to show.
   * @param {"live" | "polling"} status of the connection @param {BattleState} [state] the public state
   */
  async refresh(status, state) {
    this.showConnection(status);
    const isShowable = state && this.canShow(state);
    if (!isShowable && this.isFetching) {
      this.isPending = true;
      return;
    }
    this.isFetching = true;
    try {
      if (isShowable) return await this.receive(state);
      const since = this.state.tournament.rounds_closed;
      const response = await fetch(`${this.root.dataset.stateUrl}?since=${since}`, {
        headers: { Accept: "application/json" },
      });
      if (response.ok) await this.receive(await response.json());
      else this.showConnection("lost");
    } catch {
      this.showConnection("lost");
    } finally {
      this.isFetching = false;
      if (this.isPending) {
        this.isPending = false;
        this.refresh(status);
      }
    }
  }

  /**
   * Return whether a public state can be shown as it is: the reader has no seat, and no round is missed. Not while a
   * request runs, whose response may be older. @param {BattleState} state
   */
  canShow(state) {
    const newRounds = state.tournament.rounds_closed - this.state.tournament.rounds_closed;
    return !this.isFetching && !this.state.you && (newRounds === 0 || newRounds === 1);
  }

  /**
   * Show a state when what plays its new round is loaded, so that nobody sees the end of the round first. For readers
   * without a seat it is loaded as soon as one of the players is ready.
   * @param {BattleState} state
   */
  async receive(state) {
    const isNewRound = state.tournament.rounds_closed > this.state.tournament.rounds_closed;
    const isNear = !state.you && state.seats.some(({ ready }) => ready);
    const loading = isNewRound || isNear ? this.board.loadPlayer?.() : undefined;
    if (loading && isNewRound) await loading;
    this.accept(state);
  }

  /** Show a state, and play the round that it brings. @param {BattleState} state */
  accept(state) {
    const before = this.state;
    const isNewRound = state.tournament.rounds_closed > before.tournament.rounds_closed;
    this.state = state;
    this.clockOffset = Date.parse(state.tournament.now) - Date.now();
    this.board.names = this.names;
    if (before.position.unseen && !state.position.unseen) this.rounds.loaded.clear();
    for (const round of state.rounds) this.rounds.add(round);
    this.board.update({ position: state.position, you: state.you, reach: state.reach, last: this.rounds.latest });
    this.orders?.accept(state);
    this.board.tilePanel?.update();
    if (isNewRound) this.rounds.playLatest();
    this.rounds.update();
    if (!this.isRunning) this.end(before);
  }

  /** Show round, clock and seats: as they were after the round that is shown, or as they are now. */
  showSurroundings() {
    const { aims, tournament, seats } = this.state;
    const viewed = this.rounds.viewed;
    this.root.dataset.status = tournament.status;
    this.root.toggleAttribute("data-past", Boolean(viewed));
    for (const [at, { words, progress }] of (aims ?? []).entries()) {
      this.write(`[data-aim="${at}"]`, words);
      this.write(`[data-aim-progress="${at}"]`, progress);
    }
    this.bar?.update();
    this.coach?.update();
    this.write("[data-round-title]", stepTitle(viewed ?? tournament, this.names));
    document.querySelector("[data-result]")?.toggleAttribute("hidden", Boolean(viewed) && !this.rounds.isAtEnd);
    const clock = /** @type {HTMLTimeElement | null} */ (this.root.querySelector("[data-battle-clock]"));
    if (clock) clock.dateTime = tournament.deadline ?? "";
    this.root.querySelector(".battle-clock")?.toggleAttribute("hidden", !this.isClockShown);
    for (const each of seats) {
      const seat = viewed?.standing ? { ...each, pieces: 0, ...viewed.standing[each.seat] } : each;
      const row = this.root.querySelector(`[data-seat-row="${seat.seat}"]`);
      for (const mark of /** @type {const} */ (["ready", "asleep", "fallen"]))
        row?.toggleAttribute(`data-${mark}`, seat[mark]);
      row?.toggleAttribute("data-idle", !seat.to_act);
      const pieces = row?.querySelector("[data-pieces]");
      if (pieces) pieces.textContent = String(seat.pieces ?? "?");
      const word = /** @type {HTMLElement | null | undefined} */ (row?.querySelector("[data-pieces-word]"));
      if (word) word.textContent = namePieces(word.dataset.piecesWord === "map", seat.pieces ?? 0);
    }
  }

  updateClock() {
    const clock = /** @type {HTMLTimeElement | null} */ (this.root.querySelector("[data-battle-clock]"));
    if (!clock?.dateTime) return;
    updateCountdown(clock, this.clockOffset);
  }

  /**
   * Close the connection, and reload the page for the result when the last round has been played, or go on to the next
   * battle where that is what the page is for; spectators, who may be many, at different moments. @param {BattleState} before
   */
  end(before) {
    this.connection?.close();
    if (!["running", "halted"].includes(before.tournament.status)) return;
    const { nextUrl } = this.root.dataset;
    const go = () => (nextUrl ? location.replace(nextUrl) : location.reload());
    const reload = () => setTimeout(go, (nextUrl ? 4000 : 1500) + (this.state.you ? 0 : 3000 * Math.random()));
    if (this.board.playback) this.board.addEventListener("ended", reload, { once: true });
    else reload();
  }

  /** @param {"live" | "polling" | "lost"} status */
  showConnection(status) {
    if (this.bar) this.bar.isLost = status === "lost";
    this.bar?.update();
    const output = /** @type {HTMLElement | null} */ (this.root.querySelector("[data-connection]"));
    if (!output || output.dataset.connection === status) return;
    output.dataset.connection = status;
    output.textContent = {
      live: gettext("live"),
      polling: gettext("asking every two seconds"),
      lost: gettext("no connection"),
    }[status];
  }

  /** Write a text into an element of the page. @param {string} selector @param {string} text */
  write(selector, text) {
    const element = this.root.querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  }
}

/** Return the word after a number of pieces, or of territories on a map. @param {boolean} isMap @param {number} count */
function namePieces(isMap, count) {
  return isMap ? ngettext("territory", "territories", count) : ngettext("piece", "pieces", count);
}

const root = document.querySelector("[data-battle]");
// The battle on the first page has no bar.
if (root instanceof HTMLElement)
  new BattlePage(root, root.querySelector("[data-order-bar]") && (await import("./orders.js")));

export { BattlePage };
