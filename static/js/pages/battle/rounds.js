// The closed rounds: stepping through them, playing them, and their events in words.
import { eventsTitle, stepTitle } from "./step-titles.js";
import { gettext } from "../../core/i18n.js";

/** @typedef {import("../../components/board/types.js").Round} Round */

/**
 * Write an item for each sentence of a round; where there is none, that nothing happened, as the list words it.
 * @param {HTMLElement | null} list @param {string[]} [sentences]
 */
function writeItems(list, sentences = []) {
  const texts = sentences.length ? sentences : [list?.dataset.nothing ?? ""];
  const items = texts.map((textContent) => Object.assign(document.createElement("li"), { textContent }));
  if (!sentences.length) items[0].className = "nothing";
  list?.replaceChildren(...items);
}

/** Shows one of the closed rounds, or the present. */
export class Rounds {
  /** @param {import("./battle.js").BattlePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<number, Round>} */
    this.loaded = new Map();
    /** The number of the round that is shown; 0: the present. */
    this.shown = 0;
    this.bar = page.root.querySelector("[data-rounds]");
    this.bar?.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-go]") : null;
      if (button instanceof HTMLElement) this.act(button.dataset.go ?? "", button);
    });
    page.board.addEventListener("ended", () => {
      if (this.isPlayingAll) this.playNext();
      else if (this.isFollowing) this.showPresent();
    });
    page.board.addEventListener("frame", (event) => this.tell(/** @type {CustomEvent} */ (event).detail));
    page.board.addEventListener("keydown", (event) => this.handleKey(event));
    this.slider = /** @type {HTMLInputElement | null} */ (page.root.querySelector("[data-round-slider]"));
    this.slider?.addEventListener("input", () => {
      const number = Number(this.slider?.value);
      this.stopPlayingAll();
      this.show(number);
    });
    page.board.addEventListener("live", () => this.onPresent());
    /** The round that has just closed is being played. */
    this.isFollowing = false;
    /** The whole battle is being played, round after round. */
    this.isPlayingAll = false;
    /** The address asks to play the whole battle. */
    this.isPlayWanted = new URLSearchParams(location.search).has("play");
    this.nextTimer = 0;
  }

  /** Say on a phone what is played. @param {{caption: string, playing: boolean}} frame */
  tell({ caption, playing }) {
    if (playing) this.page.write("[data-newest]", caption);
    this.bar?.toggleAttribute("data-playing", playing);
  }

  /** Show the round before or after with the page keys. @param {KeyboardEvent} event */
  handleKey(event) {
    const action = { PageUp: "back", PageDown: "on" }[event.key];
    if (!action) return;
    event.preventDefault();
    this.act(action, this.page.root);
  }

  /** Show the round that the address names, or play a finished battle from its first round if the address asks for it. */
  open() {
    const number = Number(this.page.root.dataset.openRound ?? 0);
    if (number) this.show(number);
    else if (this.isPlayWanted && !this.page.isRunning) this.playAll();
  }

  /** Play all rounds from the one that is shown, or from the first; stop if they are being played. */
  playAll() {
    if (this.isPlayingAll) return this.stopPlayingAll();
    const first = this.shown && this.shown < this.last ? this.shown : 1;
    this.isPlayingAll = true;
    this.show(first, true);
  }

  playNext() {
    if (!this.isPlayingAll || this.shown >= this.last) this.stopPlayingAll();
    else this.show(this.shown + 1, true);
  }

  stopPlayingAll() {
    clearTimeout(this.nextTimer);
    this.isPlayingAll = false;
    this.page.board.playback?.pause();
    this.update();
  }

  get last() {
    return this.page.state.tournament.rounds_closed;
  }

  /** The round that is shown, after which heading, seats and events are shown; null: the present. */
  get viewed() {
    return this.loaded.get(this.shown) ?? null;
  }

  get isAtEnd() {
    return this.shown === this.last;
  }

  get latest() {
    return this.loaded.get(this.last) ?? null;
  }

  /** @param {Round} round */
  add(round) {
    this.loaded.set(round.number, round);
  }

  /** @param {string} action @param {HTMLElement} button */
  act(action, button) {
    const current = this.shown || this.last + 1;
    if (action === "play-all") return this.playAll();
    if (action !== "paths") this.stopPlayingAll();
    if (action === "first") this.show(1);
    else if (action === "back") this.show(Math.max(1, current - 1));
    else if (action === "on" && this.shown && this.shown < this.last) this.show(this.shown + 1);
    else if (action === "replay") this.replay();
    else if (action === "paths") this.togglePaths(button);
    else this.showPresent();
  }

  /** Play the round that is shown, or pause it; go on where it was paused. */
  replay() {
    const { playback } = this.page.board;
    if (playback?.isPlaying) playback.pause();
    else if (playback && this.shown && playback.isMidway) playback.play();
    else return this.show(this.shown || this.last, true);
    this.page.board.controls?.update();
    this.update();
  }

  /** @param {HTMLElement} button */
  togglePaths(button) {
    const hidden = this.page.board.toggleAttribute("hide-last");
    button.setAttribute("aria-pressed", String(!hidden));
    this.page.board.update(this.page.board.live);
  }

  /** Show a round, playing it or at its end. @param {number} number */
  async show(number, isPlayed = false) {
    if (number < 1 || number > this.last) return;
    const loading = this.page.board.loadPlayer?.();
    const round = this.loaded.get(number) ?? (await this.fetch(number));
    if (!round) return;
    if (loading) await loading;
    this.isFollowing = false;
    this.shown = number;
    this.page.orders?.queue?.toggle(false);
    if (isPlayed) this.page.board.play(round);
    else this.page.board.show(round);
    // With reduced motion each round is shown at its end for a while.
    if (this.isPlayingAll && !this.page.board.playback?.isPlaying)
      this.nextTimer = window.setTimeout(() => this.playNext(), 1800);
    this.update();
  }

  /** Fetch a round; null if there is none. @param {number} number @returns {Promise<Round | null>} */
  async fetch(number) {
    const response = await fetch(`${this.page.root.dataset.roundUrl}${number}`, {
      headers: { Accept: "application/json" },
    });
    if (!response.ok) return null;
    const round = await response.json();
    this.add(round);
    return round;
  }

  /** Play the round that has just closed, unless the reader looks at an older one. */
  playLatest() {
    const round = this.latest;
    if (!round || (this.shown && !this.isFollowing)) return;
    this.shown = round.number;
    this.isFollowing = true;
    this.page.board.play(round);
    if (!this.page.board.playback?.isPlaying) this.showPresent();
  }

  showPresent() {
    const { board } = this.page;
    if (board.playback || board.wanted) board.goLive();
    else this.onPresent();
  }

  /** Note that the board shows the present, and show the result, which the page of an earlier round has further down. */
  onPresent() {
    this.shown = 0;
    this.isFollowing = false;
    const { root } = this.page;
    const result = root.querySelector("[data-side] [data-result]");
    if (result) root.querySelector("[data-aim-column]")?.prepend(result);
    this.update();
  }

  update() {
    this.page.showSurroundings();
    const round = this.loaded.get(this.shown || this.last);
    this.page.write("[data-shown-round]", this.shown ? this.titleOf(this.shown) : gettext("Now"));
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.bar?.querySelectorAll("[data-go]") ?? []))
      button.disabled = !this.isPossible(button.dataset.go ?? "");
    this.bar?.querySelector("[data-go=play-all]")?.setAttribute("aria-pressed", String(this.isPlayingAll));
    const isPlaying = Boolean(this.page.board.playback?.isPlaying);
    this.bar?.toggleAttribute("data-playing", isPlaying);
    this.updateAddress(this.shown || this.last);
    if (!round) return;
    if (!isPlaying) this.page.write("[data-newest]", round.story?.[0] ?? "");
    this.page.write("[data-events-title]", eventsTitle(round, this.page.names));
    const list = /** @type {HTMLElement | null} */ (this.page.root.querySelector("[data-events]"));
    if (list && list.dataset.round !== String(round.number)) {
      list.dataset.round = String(round.number);
      writeItems(list, round.story);
      writeItems(this.page.root.querySelector("[data-steps]"), round.told);
    }
    this.writeReasons(round);
  }

  /** Update the slider, the address of the page and the shared addresses. @param {number} number of the round */
  updateAddress(number) {
    if (this.slider) {
      Object.assign(this.slider, { max: String(Math.max(1, this.last)), disabled: this.last < 2 });
      this.slider.value = String(number || 1);
      this.slider.setAttribute("aria-valuetext", this.titleOf(number || 1));
    }
    const address = new URL(location.href);
    if (this.shown) address.searchParams.set("round", String(this.shown));
    else address.searchParams.delete("round");
    address.searchParams.delete("play");
    if (address.href !== location.href) history.replaceState(null, "", address);
    this.updateShared(number);
  }

  /** Write the round into the addresses to share. @param {number} number */
  updateShared(number) {
    /** @type {NodeListOf<HTMLElement>} */
    const elements = this.page.root.querySelectorAll("[data-share] [data-pattern]");
    for (const each of elements)
      each.setAttribute(
        each instanceof HTMLInputElement ? "value" : "href",
        (each.dataset.pattern ?? "").replace("#", String(number)),
      );
  }

  /** Return the title of a closed step. @param {number} number */
  titleOf(number) {
    return stepTitle(this.loaded.get(number) ?? { number }, this.page.names);
  }

  /** Write why each piece is where it is. @param {Round} round */
  writeReasons({ why = [] }) {
    const list = this.page.root.querySelector("[data-why]");
    const items = why.map(({ piece, seat, words }) => {
      const item = document.createElement("li");
      item.dataset.piece = piece;
      item.append(
        Object.assign(document.createElement("b"), { textContent: `${seat.toUpperCase()} ${piece}` }),
        ` ${words}`,
      );
      return item;
    });
    list?.replaceChildren(...items);
  }

  /** Return whether a button of the bar can be used. @param {string} action */
  isPossible(action) {
    if (["first", "back"].includes(action)) return this.last > 0 && this.shown !== 1;
    if (action === "on") return this.shown > 0 && this.shown < this.last;
    return action === "now" ? this.shown > 0 : this.last > 0;
  }
}
