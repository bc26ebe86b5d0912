// Giving an order: from the board or typed, sent with the form's own fields, shown with its receipt.
import { fill, gettext } from "../../core/i18n.js";

/** An order that would end the round is sent at once where hardly more than so many seconds are left. */
const HURRY = 5;

/** @typedef {import("./types.js").BattleState} BattleState */

export class Orders {
  /** Of the next round, once it is asked for. @type {import("./queued-orders.js").Queueing | undefined} */
  queue;
  /** The question under the board, once something was asked. @type {import("./confirmation.js").Confirming | undefined} */
  confirming;

  /** @param {import("./battle.js").BattlePage} page */
  constructor(page) {
    this.page = page;
    /** Whether the last click came from a mouse or a finger, not from a key. */
    this.hand = false;
    /** The seal of the order that is in force, as far as it is shown. */
    this.proof = "";
    this.card = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-order-card]"));
    this.form = /** @type {HTMLFormElement | null} */ (page.root.querySelector("[data-order-form]"));
    this.receipt = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-receipt]"));
    this.back = /** @type {HTMLFormElement | null} */ (page.root.querySelector("[data-take-back]"));
    this.bar = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-confirm]"));
    page.root.addEventListener("click", (event) => (this.hand = event.detail > 0), { capture: true });
    page.board.addEventListener("order", (event) => this.fromBoard(/** @type {CustomEvent} */ (event).detail));
    this.back?.addEventListener("submit", async (event) => {
      event.preventDefault();
      (await import("./cancel-order.js")).takeBack(this);
    });
    this.form?.addEventListener("submit", (event) =>
      this.submit(event, new FormData(/** @type {HTMLFormElement} */ (this.form)).get("order")),
    );
    this.openQueue();
    page.root.querySelector("[data-hold-form]")?.addEventListener("submit", (event) => this.submit(event, "-"));
  }

  /** What the next round shall bring: only who opens it needs its module. */
  openQueue() {
    const fold = /** @type {HTMLDetailsElement | null} */ (this.page.root.querySelector("[data-queue]"));
    const open = async () => {
      if (!fold?.open || this.queue) return;
      const { Queueing } = await import("./queued-orders.js");
      const form = /** @type {HTMLFormElement | null} */ (fold.querySelector("form"));
      const toggle = /** @type {HTMLButtonElement | null} */ (fold.querySelector("[data-queue-toggle]"));
      if (form && toggle) this.queue ??= new Queueing(this.page, form, toggle);
    };
    fold?.addEventListener("toggle", open);
    open();
  }

  /**
   * An order that was pointed at: asked for once more where that is wanted. What a hand gives without that does not end
   * the round before its player had a chance to see what was given. On a map `by` is "tap" for what ends a turn.
   * @param {{text: string, by?: string}} chosen
   */
  async fromBoard({ text, by }) {
    if (this.queue?.on) return this.queue.add(text);
    const { board, habits } = this.page;
    if (this.bar && habits.asks) return (await this.ask(this.bar, text)) ? this.give(text) : board.update(board.live);
    const byHand = by === "hand" || (by === "tap" && this.hand);
    if (await this.give(text, { last: byHand && this.guarded ? "ask" : "" })) await this.guard(text);
  }

  /** Whether an order by hand that would end the round is asked for once more. */
  get guarded() {
    return Boolean(this.bar) && this.page.habits.last !== "never" && !this.hurried;
  }

  /** Whether it is a map that is fought on. */
  get onMap() {
    return Boolean(this.bar?.hasAttribute("data-of-map"));
  }

  /** A sheet, or the end of a turn, sent by hand beside a map: it can be undone where it ends the round. A second tap
   * says yes. @param {string} text */
  async fromMap(text) {
    if (this.confirming?.close) return this.confirming.close(true);
    if (!(await this.give(text, { last: "ask" })) || !this.bar) return;
    if (await this.ask(this.bar, text, this.page.habits.last)) await this.give(text);
  }

  /** Whether an order is meant. @param {HTMLElement} bar @param {string} text @param {string} last */
  async ask(bar, text, last = "") {
    const { Confirming } = await import("./confirmation.js");
    this.confirming ??= new Confirming(bar, this.page.board);
    return this.confirming.ask(text, last);
  }

  /** An order that would end the round at once. @param {string} text */
  async guard(text) {
    if (this.bar && (await this.ask(this.bar, text, this.page.habits.last))) await this.give(text);
    else this.page.board.update(this.page.board.live);
  }

  /** Whether hardly any time is left in the round. */
  get hurried() {
    const { deadline } = this.page.state.tournament;
    return Boolean(deadline) && Date.parse(deadline ?? "") - Date.now() - this.page.ahead < HURRY * 1000;
  }

  /** @param {Event} event @param {FormDataEntryValue | null} text */
  submit(event, text) {
    event.preventDefault();
    const spelt = this.page.board.spell(String(text ?? "").trim());
    const pointed = this.onMap && (spelt === "-" || Boolean(this.form?.querySelector("[data-plan]")));
    if (pointed && this.hand && this.guarded) this.fromMap(spelt);
    else this.give(spelt);
  }

  /**
   * Send an order; returns whether the site asks back, since it would end the round. @param {string} text @param {Record<string, string>} more
   */
  async give(text, more = {}) {
    if (!this.form) return false;
    const step = String(this.page.state.tournament.step);
    const said = await this.send(this.form, { order: text, step, ...more });
    if (said?.receipt) this.sealed(said.receipt);
    else if (!said) this.refused(gettext("The server could not be reached: your order was not sent."));
    else if (!said.ends_round) this.refused(said.detail ?? gettext("The order was not accepted."));
    return Boolean(said?.ends_round);
  }

  /** Send one of the forms; null where no answer came. @param {HTMLFormElement} form @param {Record<string, string>} fields */
  async send(form, fields) {
    const token = new FormData(form).get("csrfmiddlewaretoken");
    const headers = { Accept: "application/json", "X-CSRFToken": String(token ?? "") };
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers,
        keepalive: true, // also when the page is left in this moment
      });
      return await answer.json();
    } catch {
      return null;
    }
  }

  /** There is no order in force. */
  hide() {
    this.proof = "";
    if (this.receipt) this.receipt.hidden = true;
    if (this.back) this.back.hidden = true;
  }

  /** @param {import("./types.js").Receipt} receipt */
  sealed(receipt) {
    const { you, tournament } = this.page.state;
    import("./receipts.js").then(({ keep }) => keep(tournament.code, receipt));
    if (receipt.step && receipt.step !== tournament.step) return; // the step closed before this answer came
    if (you) Object.assign(you, { order: receipt.order, receipt });
    this.page.board.update({ ...this.page.board.live, you });
    this.page.habits.play("sealed");
    this.show(
      receipt.order,
      receipt.order === "-" ? gettext("You hold; it is sealed.") : gettext("is sealed."),
      receipt.commitment,
    );
  }

  /** @param {string} sentence */
  refused(sentence) {
    this.page.board.update(this.page.board.live);
    this.show("", sentence, "", true);
  }

  /** @param {string | null | undefined} order @param {string} words @param {string | undefined} proof */
  show(order, words, proof = "", refused = false) {
    if (!this.receipt) return;
    if (!refused) this.proof = proof; // news that say the same must not wipe a refusal away
    if (this.back) this.back.hidden = !this.page.state.you?.order;
    this.receipt.hidden = false;
    this.receipt.toggleAttribute("data-refused", refused);
    this.write("[data-receipt-order]", order === "-" ? "" : (order ?? ""));
    this.write("[data-receipt-words]", words);
    this.write("[data-receipt-proof]", proof ? fill(gettext("seal %(proof)s…"), { proof: proof.slice(0, 12) }) : "");
    const field = this.form?.querySelector("input[name=order]");
    const typing = field === document.activeElement; // news must not overwrite what somebody is writing
    if (field instanceof HTMLInputElement && order && !typing) field.value = order;
  }

  /** @param {string} where @param {string} words */
  write(where, words) {
    const element = this.receipt?.querySelector(where);
    if (element) element.textContent = words;
  }

  /** A new state: the round that orders are for, the list of what may be ordered, whether there is anything to order.
   * @param {BattleState} state */
  accept({ tournament, you }) {
    const rounds = /** @type {NodeListOf<HTMLInputElement>} */ (
      this.page.root.querySelectorAll("[data-order-step]")
    );
    const fresh = [...rounds].some((field) => field.value !== String(tournament.step));
    for (const field of rounds) field.value = String(tournament.step);
    const field = /** @type {HTMLInputElement | null | undefined} */ (this.form?.querySelector("[name=order]"));
    if (fresh && field) field.value = you?.order ?? "";
    const queue = /** @type {HTMLTextAreaElement | null} */ (this.page.root.querySelector("#queue-orders"));
    if (fresh && queue) queue.value = (you?.queued ?? []).join("\n");
    if (you?.receipt && (fresh || you.receipt.commitment !== this.proof))
      this.show(
        you.order,
        you.order === "-" ? gettext("You hold; it is sealed.") : gettext("is sealed."),
        you.receipt.commitment,
      );
    else if (fresh || (this.proof && !you?.receipt)) this.hide();
    if (fresh) this.confirming?.close?.(false);
    const fighting = tournament.status === "running" && Object.keys(you?.legal ?? {}).length > 0;
    this.card?.toggleAttribute("hidden", !fighting);
    if (fresh) this.listOrders(you?.legal ?? {});
    this.queue?.accept();
  }

  /** @param {Record<string, string[]>} legal */
  listOrders(legal) {
    const texts = Object.entries(legal).flatMap(([from, tiles]) => tiles.map((to) => `${from}-${to}`));
    this.form
      ?.querySelector("datalist")
      ?.replaceChildren(
        ...[...texts, "-"].map((value) => Object.assign(document.createElement("option"), { value })),
      );
  }
}
