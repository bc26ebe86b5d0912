// Giving an order: from the board or typed, sent with the form's own fields, shown with its receipt.
import { keep } from "./receipts.js";
import { asked } from "./habits.js";
import { fill, gettext } from "./words.js";

/** @typedef {import("./contract.js").BattleState} BattleState */

export class Orders {
  /** Of the next round, once it is asked for. @type {import("./queueing.js").Queueing | undefined} */
  queue;

  /** @param {import("./battle.js").BattlePage} page */
  constructor(page) {
    this.page = page;
    /** The seal of the order that is in force, as far as it is shown. */
    this.proof = "";
    this.card = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-order-card]"));
    this.form = /** @type {HTMLFormElement | null} */ (page.root.querySelector("[data-order-form]"));
    this.receipt = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-receipt]"));
    this.bar = /** @type {HTMLElement | null} */ (page.root.querySelector("[data-confirm]"));
    page.board.addEventListener("order", (event) => this.fromBoard(/** @type {CustomEvent} */ (event).detail.text));
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
      const { Queueing } = await import("./queueing.js");
      const form = /** @type {HTMLFormElement | null} */ (fold.querySelector("form"));
      const toggle = /** @type {HTMLButtonElement | null} */ (fold.querySelector("[data-queue-toggle]"));
      if (form && toggle) this.queue ??= new Queueing(this.page, form, toggle);
    };
    fold?.addEventListener("toggle", open);
    open();
  }

  /** An order that was pointed at: asked for once more where that is wanted. @param {string} text */
  async fromBoard(text) {
    if (this.queue?.on) return this.queue.add(text);
    const sure = !this.bar || !this.page.habits.asks || (await this.askFor(this.bar, text));
    if (sure) await this.give(text);
    else this.page.board.update(this.page.board.live);
  }

  /** @param {HTMLElement} bar @param {string} order */
  askFor(bar, order) {
    return asked(bar, fill(gettext("Give the order %(order)s?"), { order }));
  }

  /** @param {Event} event @param {FormDataEntryValue | null} text */
  submit(event, text) {
    event.preventDefault();
    this.give(this.page.board.spell(String(text ?? "").trim()));
  }

  /** @param {string} text */
  async give(text) {
    if (!this.form) return;
    const body = new URLSearchParams({ order: text, round: String(this.page.state.tournament.round) });
    const token = new FormData(this.form).get("csrfmiddlewaretoken");
    try {
      const answer = await fetch(this.form.action, {
        method: "POST",
        body,
        headers: { Accept: "application/json", "X-CSRFToken": String(token ?? "") },
      });
      const said = await answer.json();
      if (answer.ok) this.sealed(said.receipt);
      else this.refused(said.detail ?? gettext("The order was not accepted."));
    } catch {
      this.refused(gettext("The server could not be reached: your order was not given."));
    }
  }

  /** @param {import("./contract.js").Receipt} receipt */
  sealed(receipt) {
    const { you, tournament } = this.page.state;
    keep(tournament.code, receipt);
    if (receipt.round && receipt.round !== tournament.round) return; // the round closed before this answer came
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
      this.page.root.querySelectorAll("[data-order-round]")
    );
    const fresh = [...rounds].some((field) => field.value !== String(tournament.round));
    for (const field of rounds) field.value = String(tournament.round);
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
    else if (fresh && this.receipt) this.receipt.hidden = true;
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
