// Giving an order, from the board or by the form, and showing its receipt.
import { fill, gettext } from "../../core/i18n.js";
export { OrderBar } from "./order-bar.js";

/** With fewer seconds left than this, an order that would end the round is sent without confirmation. */
const MIN_SECONDS_TO_CONFIRM = 5;
/** Milliseconds after an order in which another click is the second half of a double click. */
const DOUBLE_CLICK = 500;
/** Milliseconds between attempts to send an order while there is no connection. */
const RETRY_INTERVAL = 2000;

/** @typedef {import("./types.js").BattleState} BattleState */

/** Whether an order, of any game, resigns: players read it in words. @param {string | null | undefined} order */
function isResignation(order) {
  return order === "abdicate" || order === "resign";
}

/**
 * Return what stands after the order in force, or instead of it.
 * @param {string | null} order @param {boolean} inTurn
 */
function describeSealed(order, inTurn) {
  if (order === "-") return gettext("You hold; it is sealed.");
  if (!isResignation(order)) return gettext("is sealed.");
  if (inTurn) return gettext("You resign when this round closes.");
  return gettext("You resign as soon as the battle goes on. Until then you can take this back.");
}

/** Load what asks whether an order is meant. */
function loadConfirmation() {
  return import("./confirmation.js");
}

/** Sends orders, and shows the one in force. */
export class Orders {
  /**
   * The orders for the next round, once their form is open.
   * @type {import("./queued-orders.js").QueuedOrders | undefined}
   */
  queue;
  /** The question under the board, once it was needed. @type {import("./confirmation.js").Confirmation | undefined} */
  confirmation;

  /** @param {import("./battle.js").BattlePage} page */
  constructor(page) {
    this.page = page;
    /** Which of several clicks in a row the last click was; 0 from a key. */
    this.clicks = 0;
    /** When the last order was given, in milliseconds. */
    this.givenAt = 0;
    /** The order from the board that is asked about or on its way to the server. @type {{text: string, step: number} | null} */
    this.pending = null;
    /** The order that the server has not answered yet, as it is sent. @type {Record<string, string> | null} */
    this.unsent = null;
    /** The commitment that is shown for the order in force. */
    this.commitment = "";
    this.card = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-order-card]"));
    this.form = /** @type {HTMLFormElement | null} */ (page.root.querySelector("[data-order-form]"));
    this.receipt = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-receipt]"));
    this.cancelForm = /** @type {HTMLFormElement | null} */ (page.root.querySelector("[data-cancel-order]"));
    this.bar = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-confirm]"));
    if (this.form && !this.isOnMap) this.form.noValidate = true; // see `submit`
    page.root.addEventListener("click", (event) => (this.clicks = event.detail), { capture: true });
    page.board.addEventListener("order", (event) => this.fromBoard(/** @type {CustomEvent} */ (event).detail));
    this.cancelForm?.addEventListener("submit", async (event) => {
      event.preventDefault();
      (await import("./cancel-order.js")).cancelOrder(this);
    });
    this.form?.addEventListener("submit", (event) =>
      this.submit(event, new FormData(/** @type {HTMLFormElement} */ (this.form)).get("order")),
    );
    this.loadQueueOnDemand();
    if (this.bar && page.preferences.confirmsOrders) loadConfirmation().catch(() => {}); // before the network may fail
    page.root.querySelector("[data-hold-form]")?.addEventListener("submit", (event) => this.submit(event, "-"));
  }

  /** Load the module of the queued orders when their form is opened. */
  loadQueueOnDemand() {
    const details = /** @type {HTMLDetailsElement | null} */ (this.page.root.querySelector("[data-queue]"));
    const load = async () => {
      if (!details?.open || this.queue) return;
      const { QueuedOrders } = await import("./queued-orders.js");
      const form = /** @type {HTMLFormElement | null} */ (details.querySelector("form"));
      const button = /** @type {HTMLButtonElement | null} */ (details.querySelector("[data-queue-toggle]"));
      if (form && button) this.queue ??= new QueuedOrders(this.page, form, button);
    };
    details?.addEventListener("toggle", load);
    load();
  }

  /**
   * Give an order from the board, confirmed if the player prefers that. One that was given by pointer and would end the
   * round is confirmed in the way that the player prefers.
   * @param {{text: string, by?: string}} detail of the event
   */
  async fromBoard({ text, by }) {
    if (this.queue?.isShown) return this.queue.add(text);
    const pending = { text, step: this.page.state.tournament.step };
    this.pending = pending;
    await this.settle(text, by);
    if (this.pending === pending) this.pending = null;
  }

  /** Ask what has to be asked of an order from the board, and give it. @param {string} text @param {string} [by] */
  async settle(text, by) {
    const { board, preferences } = this.page;
    if (this.bar && preferences.confirmsOrders)
      return (await this.ask(this.bar, text)) ? this.give(text) : board.update(board.live);
    const isByPointer = by === "pointer" || (by === "pass" && this.isPointer);
    if (await this.give(text, { last: isByPointer && this.confirmsLast ? "ask" : "" })) await this.confirmLast(text);
  }

  /** Whether the last click came from a pointer, not from a key. */
  get isPointer() {
    return this.clicks > 0;
  }

  /** Whether an order by pointer is confirmed if it would end the round. */
  get confirmsLast() {
    return Boolean(this.bar) && this.page.preferences.lastOrder !== "never" && !this.isHurried;
  }

  /** Whether the reader's seat may give orders now; on a map it can be another seat's turn. */
  get inTurn() {
    const { tournament, you } = this.page.state;
    return tournament.status === "running" && Object.keys(you?.legal ?? {}).length > 0;
  }

  /** Show where orders are given and, out of turn, only the order in force: a resignation that can be taken back. */
  toggleCard() {
    this.card?.toggleAttribute("hidden", !this.inTurn && !this.page.state.you?.order);
    this.card?.toggleAttribute("data-out-of-turn", !this.inTurn);
  }

  get isOnMap() {
    return Boolean(this.bar?.hasAttribute("data-of-map"));
  }

  /**
   * Give an order that was sent by pointer from the form beside a map, confirmed if it would end the round. A second
   * tap says yes. @param {string} text
   */
  async fromMapForm(text) {
    if (this.confirmation?.close) return this.confirmation.close(true);
    if (!(await this.give(text, { last: "ask" })) || !this.bar) return;
    if (await this.ask(this.bar, text, this.page.preferences.lastOrder)) await this.give(text);
  }

  /**
   * Ask whether an order is meant.
   * @param {HTMLElement} bar @param {string} text @param {string} reason see `Confirmation.ask`
   */
  async ask(bar, text, reason = "") {
    const { Confirmation } = await loadConfirmation();
    this.confirmation ??= new Confirmation(bar, this.page.board);
    return this.confirmation.ask(text, reason);
  }

  /** Confirm an order that would end the round, and give it. @param {string} text */
  async confirmLast(text) {
    if (this.bar && (await this.ask(this.bar, text, this.page.preferences.lastOrder))) await this.give(text);
    else this.page.board.update(this.page.board.live);
  }

  /** Whether too little time is left in the round to confirm an order. */
  get isHurried() {
    const { deadline } = this.page.state.tournament;
    return (
      Boolean(deadline) &&
      Date.parse(deadline ?? "") - Date.now() - this.page.clockOffset < MIN_SECONDS_TO_CONFIRM * 1000
    );
  }

  /** Whether an order was given so recently that another click belongs to a double click. */
  get isGivenJustNow() {
    return !this.isOnMap && Date.now() - this.givenAt < DOUBLE_CLICK;
  }

  /** @param {Event} event @param {FormDataEntryValue | null} text */
  submit(event, text) {
    event.preventDefault();
    if (this.isGivenJustNow && this.clicks > 1) return;
    const order = this.page.board.normalizeOrder(String(text ?? "").trim());
    if (!order && !this.isOnMap) {
      if (!this.isGivenJustNow) this.form?.reportValidity();
      return; // the order before it has gone out, and has emptied the field
    }
    const mayEndTurn = this.isOnMap && (order === "-" || Boolean(this.form?.querySelector("[data-plan]")));
    if (mayEndTurn && this.isPointer && this.confirmsLast) this.fromMapForm(order);
    else this.give(order);
  }

  /**
   * Send an order; return whether the server wants it confirmed, since it would end the round.
   * @param {string} text @param {Record<string, string>} fields
   */
  async give(text, fields = {}) {
    if (!this.form) return false;
    this.givenAt = Date.now();
    this.page.board.loadPlayer?.(); // for the round that this order may close
    const step = String(this.page.state.tournament.step);
    const result = await this.sendUntilAnswered(this.form, { order: text, step, ...fields });
    if (result?.receipt) this.showSealed(result.receipt);
    else if (result && !result.ends_round) this.showError(result.detail ?? gettext("The order was not accepted."));
    return Boolean(result?.ends_round);
  }

  /**
   * Send an order, again and again while there is no connection; return null if another order or the end of the round
   * came first. An order that arrives twice counts once.
   * @param {HTMLFormElement} form @param {Record<string, string>} fields
   */
  async sendUntilAnswered(form, fields) {
    this.unsent = fields;
    let result = await this.send(form, fields);
    while (!result && this.unsent === fields) {
      this.show("", gettext("Not sent yet: your order goes out as soon as there is a connection."), "", true);
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL));
      if (this.unsent === fields) result = await this.send(form, fields);
    }
    if (this.unsent === fields) this.unsent = null;
    return result;
  }

  /**
   * Send one of the forms; return null if there is no response.
   * @param {HTMLFormElement} form @param {Record<string, string>} fields
   */
  async send(form, fields) {
    const token = new FormData(form).get("csrfmiddlewaretoken");
    const headers = { Accept: "application/json", "X-CSRFToken": String(token ?? "") };
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers,
        keepalive: true, // also if the reader leaves the page now
      });
      return await response.json();
    } catch {
      return null;
    }
  }

  /** Tell that the round closed without the order that was not sent. */
  giveUp() {
    this.unsent = null;
    this.show("", gettext("The round closed before your order could be sent."), "", true);
  }

  hide() {
    this.commitment = "";
    if (this.receipt) this.receipt.hidden = true;
    if (this.cancelForm) this.cancelForm.hidden = true;
    this.toggleCard();
  }

  /** Store the receipt of an order, and show it. @param {import("./types.js").Receipt} receipt */
  showSealed(receipt) {
    const { you, tournament } = this.page.state;
    import("./receipts.js").then(({ storeReceipt }) => storeReceipt(tournament.code, receipt));
    if (receipt.step && receipt.step !== tournament.step) return; // the step closed before this response came
    if (you) Object.assign(you, { order: receipt.order, receipt });
    this.page.board.update({ ...this.page.board.live, you });
    this.page.preferences.playSound("sealed");
    document.dispatchEvent(new Event("sealed"));
    this.show(receipt.order, describeSealed(receipt.order, this.inTurn), receipt.commitment);
  }

  /** @param {string} sentence */
  showError(sentence) {
    this.page.board.update(this.page.board.live);
    this.show("", sentence, "", true);
  }

  /** @param {string | null | undefined} order @param {string} text @param {string | undefined} commitment */
  show(order, text, commitment = "", isError = false) {
    if (!this.receipt) return;
    if (!isError) this.commitment = commitment; // so that the next state does not overwrite the error
    if (this.cancelForm) this.cancelForm.hidden = !this.page.state.you?.order;
    this.receipt.hidden = false;
    this.receipt.toggleAttribute("data-refused", isError);
    this.write("[data-receipt-order]", order === "-" || isResignation(order) ? "" : (order ?? ""));
    this.write("[data-receipt-text]", text);
    this.write(
      "[data-receipt-proof]",
      commitment ? fill(gettext("seal %(proof)s…"), { proof: commitment.slice(0, 12) }) : "",
    );
    const field = this.form?.querySelector("input[name=order]");
    const isTyping = field === document.activeElement; // a new state must not overwrite what the reader writes
    if (field instanceof HTMLInputElement && order && !isTyping) field.value = isResignation(order) ? "" : order;
  }

  /** @param {string} selector @param {string} text */
  write(selector, text) {
    const element = this.receipt?.querySelector(selector);
    if (element) element.textContent = text;
  }

  /**
   * Show a new state: the step that orders are for, the order in force, and the legal orders.
   * @param {BattleState} state
   */
  accept({ tournament, you }) {
    const { board } = this.page;
    if (this.pending?.step === tournament.step && !board.playback) board.renderOrders?.(this.pending.text);
    const stepFields = /** @type {NodeListOf<HTMLInputElement>} */ (
      this.page.root.querySelectorAll("[data-order-step]")
    );
    const isNewStep = [...stepFields].some((field) => field.value !== String(tournament.step));
    for (const field of stepFields) field.value = String(tournament.step);
    const field = /** @type {HTMLInputElement | null | undefined} */ (this.form?.querySelector("[name=order]"));
    if (isNewStep && field) field.value = isResignation(you?.order) ? "" : (you?.order ?? "");
    const queue = /** @type {HTMLTextAreaElement | null} */ (this.page.root.querySelector("#queue-orders"));
    if (isNewStep && queue) queue.value = (you?.queued ?? []).join("\n");
    if (you?.receipt && (isNewStep || you.receipt.commitment !== this.commitment))
      this.show(you.order, describeSealed(you.order, this.inTurn), you.receipt.commitment);
    else if (isNewStep || (this.commitment && !you?.receipt)) this.hide();
    if (this.unsent && this.unsent.step !== String(tournament.step)) this.giveUp();
    if (isNewStep) this.confirmation?.close?.(false);
    this.toggleCard();
    if (isNewStep) this.listOrders(you?.legal ?? {});
    this.queue?.accept();
  }

  /** Offer the legal orders in the field. @param {Record<string, string[]>} legal */
  listOrders(legal) {
    const texts = Object.entries(legal).flatMap(([from, tiles]) => tiles.map((to) => `${from}-${to}`));
    this.form
      ?.querySelector("datalist")
      ?.replaceChildren(...[...texts, "-"].map((value) => Object.assign(document.createElement("option"), { value })));
  }
}
