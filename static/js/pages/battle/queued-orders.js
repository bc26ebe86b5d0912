// Orders for the next round, on the board: as it would open if nobody else moved, with what this seat could order then.
import { fill, gettext } from "../../core/i18n.js";

/** The form of the queued orders, and their display on the board. */
export class QueuedOrders {
  /** @param {import("./battle.js").BattlePage} page @param {HTMLFormElement} form @param {HTMLButtonElement} button */
  constructor(page, form, button) {
    this.page = page;
    this.form = form;
    this.button = button;
    this.isShown = false;
    this.banner = Object.assign(document.createElement("p"), { className: "next-round", hidden: true });
    page.board.before(this.banner);
    button.addEventListener("click", () => this.toggle(!this.isShown));
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

  /** Show a new state; go back to the present if there is no next round. */
  accept() {
    this.button.hidden = !this.next;
    const hint = this.form.querySelector("[data-queue-first]");
    hint?.toggleAttribute("hidden", Boolean(this.next));
    this.toggle(this.isShown && Boolean(this.next), true);
  }

  /**
   * Show the next round on the board, or the present.
   * @param {boolean} isShown @param {boolean} isQuiet no announcement
   */
  toggle(isShown, isQuiet = false) {
    const { board, state } = this.page;
    const wasShown = this.isShown;
    this.isShown = isShown;
    this.button.setAttribute("aria-pressed", String(isShown));
    this.page.root.toggleAttribute("data-next-round", isShown);
    this.banner.hidden = !isShown;
    if (isShown) this.show();
    else if (wasShown) board.update({ ...this.present });
    if (isShown && !isQuiet) {
      this.banner.textContent = fill(
        gettext("Round %(round)s, if nobody else moved: choose a piece and where it goes."),
        {
          round: state.tournament.round + 1,
        },
      );
      if (board.playback) board.goLive();
      board.scrollIntoView({ block: "nearest" });
      board.announce(this.banner.textContent);
    }
  }

  /** The present, as the board takes it. */
  get present() {
    const { state, rounds } = this.page;
    return { position: state.position, you: state.you, reach: state.reach, last: rounds.latest };
  }

  /** Show the next round with the queued orders. */
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

  /** Queue an order from the board behind the others. @param {string} order */
  async add(order) {
    if (!this.lines.includes(order)) this.text.value = [...this.lines, order].join("\n");
    await this.send();
  }

  async send() {
    const output = this.form.querySelector("[data-queue-status]");
    const body = new URLSearchParams({ orders: this.text.value, step: String(this.page.state.tournament.step) });
    const token = String(new FormData(this.form).get("csrfmiddlewaretoken") ?? "");
    try {
      const headers = { Accept: "application/json", "X-CSRFToken": token };
      const response = await fetch(this.form.action, { method: "POST", body, headers });
      const result = await response.json();
      if (response.ok) this.text.value = result.queued.join("\n");
      if (output)
        output.textContent = response.ok ? result.done : (result.detail ?? gettext("The order was not accepted."));
    } catch {
      if (output) output.textContent = gettext("The server could not be reached: your order was not sent.");
    }
    if (this.isShown) this.show();
  }
}
