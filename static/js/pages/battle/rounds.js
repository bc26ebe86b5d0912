// The rounds that are over: stepping through them, playing them, and telling them in words.
import { title, toldTitle } from "./step-titles.js";
import { gettext } from "../../core/i18n.js";

/** @typedef {import("../../components/board/types.js").Round} Round */

export class Rounds {
  /** @param {import("./battle.js").BattlePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<number, Round>} */
    this.known = new Map();
    /** The round that is shown; 0: the present. */
    this.shown = 0;
    this.bar = page.root.querySelector("[data-rounds]");
    this.bar?.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-go]") : null;
      if (button instanceof HTMLElement) this.go(button.dataset.go ?? "", button);
    });
    page.board.addEventListener("ended", () => {
      if (this.filming) this.roll();
      else if (this.following) this.toNow();
    });
    page.board.addEventListener("keydown", (event) => this.key(event));
    this.slider = /** @type {HTMLInputElement | null} */ (page.root.querySelector("[data-round-slider]"));
    this.slider?.addEventListener("input", () => {
      const number = Number(this.slider?.value);
      this.cut();
      this.show(number);
    });
    page.board.addEventListener("live", () => this.leave());
    this.following = false;
    /** The whole battle is being played, round after round. */
    this.filming = false;
    this.reel = 0;
  }

  /** Pages on the keyboard turn rounds. @param {KeyboardEvent} event */
  key(event) {
    const where = { PageUp: "back", PageDown: "on" }[event.key];
    if (!where) return;
    event.preventDefault();
    this.go(where, this.page.root);
  }

  /** The round that the address asks for. */
  open() {
    const number = Number(this.page.root.dataset.openRound ?? 0);
    if (number) this.show(number);
  }

  /** From the round that is shown to the last one, without a stop; from the first, where the present is shown. */
  film() {
    if (this.filming) return this.cut();
    const from = this.shown && this.shown < this.last ? this.shown : 1;
    this.filming = true;
    this.show(from, true);
  }

  /** The next round of the film, or its end. */
  roll() {
    if (!this.filming || this.shown >= this.last) this.cut();
    else this.show(this.shown + 1, true);
  }

  /** The film stops. */
  cut() {
    clearTimeout(this.reel);
    this.filming = false;
    this.page.board.film?.pause();
    this.update();
  }

  get last() {
    return this.page.state.tournament.rounds_closed;
  }

  /** The round that is viewed; null: the present. It decides what heading, seats, table and story say. */
  get viewed() {
    return this.known.get(this.shown) ?? null;
  }

  /** Whether what is viewed is how the battle ended. */
  get atTheEnd() {
    return this.shown === this.last;
  }

  get latest() {
    return this.known.get(this.last) ?? null;
  }

  /** @param {Round} round */
  keep(round) {
    this.known.set(round.number, round);
  }

  /** Where each button of the bar leads. @param {string} where @param {HTMLElement} button */
  go(where, button) {
    const here = this.shown || this.last + 1;
    if (where === "film") return this.film();
    if (where !== "paths") this.cut();
    if (where === "first") this.show(1);
    else if (where === "back") this.show(Math.max(1, here - 1));
    else if (where === "on" && this.shown && this.shown < this.last) this.show(this.shown + 1);
    else if (where === "replay") this.show(this.shown || this.last, true);
    else if (where === "paths") this.togglePaths(button);
    else this.toNow();
  }

  /** @param {HTMLElement} button */
  togglePaths(button) {
    const hidden = this.page.board.toggleAttribute("hide-last");
    button.setAttribute("aria-pressed", String(!hidden));
    this.page.board.update(this.page.board.live);
  }

  /** @param {number} number */
  async show(number, playing = false) {
    if (number < 1 || number > this.last) return;
    const round = this.known.get(number) ?? (await this.fetch(number));
    if (!round) return;
    this.following = false;
    this.shown = number;
    this.page.orders.queue?.turn(false);
    if (playing) this.page.board.play(round);
    else this.page.board.show(round);
    // Where motion is not wanted each round is shown as it ended, for as long as it takes to look at it.
    if (this.filming && !this.page.board.film?.playing) this.reel = window.setTimeout(() => this.roll(), 1800);
    this.update();
  }

  /** @param {number} number @returns {Promise<Round | null>} */
  async fetch(number) {
    const answer = await fetch(`${this.page.root.dataset.roundUrl}${number}`, {
      headers: { Accept: "application/json" },
    });
    if (!answer.ok) return null;
    const round = await answer.json();
    this.keep(round);
    return round;
  }

  /** Play the round that has just closed, unless the reader is looking at an old one. */
  play() {
    const round = this.latest;
    if (!round || (this.shown && !this.following)) return;
    this.shown = round.number;
    this.following = true;
    this.page.board.play(round);
    if (!this.page.board.film?.playing) this.toNow();
  }

  toNow() {
    if (this.page.board.film) this.page.board.goLive();
    else this.leave();
  }

  leave() {
    this.shown = 0;
    this.following = false;
    this.update();
  }

  /** What the page says around the board. */
  update() {
    this.page.showFrame();
    const round = this.known.get(this.shown || this.last);
    this.page.say(
      "[data-shown-round]",
      this.shown ? this.called(this.shown) : gettext("Now"),
    );
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.bar?.querySelectorAll("[data-go]") ?? []))
      button.disabled = !this.possible(button.dataset.go ?? "");
    this.bar?.querySelector("[data-go=film]")?.setAttribute("aria-pressed", String(this.filming));
    this.turnTo(this.shown || this.last);
    if (!round) return;
    this.page.say("[data-told-title]", toldTitle(round, this.page.names));
    const list = this.page.root.querySelector("[data-told]");
    const items = (round.told ?? []).map((textContent) =>
      Object.assign(document.createElement("li"), { textContent }),
    );
    if (list && list.getAttribute("data-round") !== String(round.number)) list.replaceChildren(...items);
    list?.setAttribute("data-round", String(round.number));
    this.explain(round);
  }

  /** The slider, the address and what is shared, for a round. @param {number} number */
  turnTo(number) {
    if (this.slider) {
      Object.assign(this.slider, { max: String(Math.max(1, this.last)), disabled: this.last < 2 });
      this.slider.value = String(number || 1);
      this.slider.setAttribute("aria-valuetext", this.called(number || 1));
    }
    const address = new URL(location.href);
    if (this.shown) address.searchParams.set("round", String(this.shown));
    else address.searchParams.delete("round");
    if (address.href !== location.href) history.replaceState(null, "", address);
    this.share(number);
  }

  /** @param {number} number */
  share(number) {
    /** @type {NodeListOf<HTMLElement>} */
    const places = this.page.root.querySelectorAll("[data-share] [data-pattern]");
    for (const each of places)
      each.setAttribute(
        each instanceof HTMLInputElement ? "value" : "href",
        (each.dataset.pattern ?? "").replace("#", String(number)),
      );
  }

  /** A closed step in words. @param {number} number */
  called(number) {
    return title(this.known.get(number) ?? { number }, this.page.names);
  }

  /** Why each piece is where it is, one after the other. @param {Round} round */
  explain({ why = [] }) {
    const list = this.page.root.querySelector("[data-why]");
    const items = why.map(({ piece, seat, words }) => {
      const item = document.createElement("li");
      item.dataset.piece = piece;
      item.append(Object.assign(document.createElement("b"), { textContent: `${seat.toUpperCase()} ${piece}` }), ` ${words}`);
      return item;
    });
    list?.replaceChildren(...items);
  }

  /** @param {string} where */
  possible(where) {
    if (["first", "back"].includes(where)) return this.last > 0 && this.shown !== 1;
    if (where === "on") return this.shown > 0 && this.shown < this.last;
    return where === "now" ? this.shown > 0 : this.last > 0;
  }
}
