// The next round on the board: how it would open if nobody else moved, and what this seat could order then.
import { fill, gettext } from "../../core/i18n.js";

export class Queueing {
  /** @param {import("./battle.js").BattlePage} page @param {HTMLFormElement} form @param {HTMLButtonElement} toggle */
  constructor(page, form, toggle) {
    this.page = page;
    this.form = form;
    this.toggle = toggle;
    this.on = false;
    this.banner = Object.assign(document.createElement("p"), { className: "next-round", hidden: true });
    page.board.before(this.banner);
    toggle.addEventListener("click", () => this.turn(!this.on));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.accept();
  }

  get text() {
    return /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("orders"));
  }

  get next() {
    return this.page.state.you?.next ?? null;
  }

  /** News: the same round is shown on, another one ends it. */
  accept() {
    this.toggle.hidden = !this.next;
    const hint = this.form.querySelector("[data-queue-first]");
    hint?.toggleAttribute("hidden", Boolean(this.next));
    this.turn(this.on && Boolean(this.next), true);
  }

  /** @param {boolean} on */
  turn(on, quiet = false) {
    const { board, state } = this.page;
    const was = this.on;
    this.on = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    this.page.root.toggleAttribute("data-next-round", on);
    this.banner.hidden = !on;
    if (on) this.show();
    else if (was) board.update({ ...this.present });
    if (on && !quiet) {
      this.banner.textContent = fill(gettext("Round %(round)s, if nobody else moved: choose a piece and where it goes."), {
        round: state.tournament.round + 1,
      });
      if (board.film) board.goLive();
      board.scrollIntoView({ block: "nearest" });
      board.announce(this.banner.textContent);
    }
  }

  /** The board of the present, as the page has it. */
  get present() {
    const { state, rounds } = this.page;
    return { position: state.position, you: state.you, reach: state.reach, last: rounds.latest };
  }

  show() {
    const { board, state } = this.page;
    if (!this.next || !state.you) return;
    const seat = state.you.seat;
    const orders = this.lines.flatMap((line) => {
      const [from, to] = line.split("-");
      return from && to ? [{ from, to, seat }] : [];
    });
    board.update({ position: this.next.position, you: { seat, order: null, legal: this.next.legal, orders } });
  }

  get lines() {
    return this.text.value.split("\n").flatMap((line) => line.trim().toUpperCase() || []);
  }

  /** An order that was pointed at, behind those that are queued already. @param {string} order */
  async add(order) {
    if (!this.lines.includes(order)) this.text.value = [...this.lines, order].join("\n");
    await this.send();
  }

  async send() {
    const said = this.form.querySelector("[data-queue-said]");
    const body = new URLSearchParams({ orders: this.text.value, step: String(this.page.state.tournament.step) });
    const token = String(new FormData(this.form).get("csrfmiddlewaretoken") ?? "");
    try {
      const headers = { Accept: "application/json", "X-CSRFToken": token };
      const answer = await fetch(this.form.action, { method: "POST", body, headers });
      const told = await answer.json();
      if (answer.ok) this.text.value = told.queued.join("\n");
      if (said) said.textContent = answer.ok ? told.done : (told.detail ?? gettext("The order was not accepted."));
    } catch {
      if (said) said.textContent = gettext("The server could not be reached: your order was not sent.");
    }
    if (this.on) this.show();
  }
}
