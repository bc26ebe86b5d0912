// The lab without leaving the page: every wish is an address, whose page is fetched and put in place of this one's parts.
import { Arranging } from "./setup.js";
import { Tiles } from "../../components/board/tile-panel.js";
import { gettext } from "../../core/i18n.js";

/** @typedef {import("../../components/board/types.js").Round} Round */

export class LabPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.board = /** @type {import("../../components/board/board.js").BattleBoard} */ (root.querySelector("battle-board"));
    /** @type {Round[]} */
    this.rounds = [];
    this.accept();
    const fold = /** @type {HTMLDetailsElement | null} */ (root.querySelector("[data-lab-setup]"));
    if (fold) this.arranging = new Arranging(this, fold);
    this.tiles = new Tiles(root, this.board, (seat) => seat.toUpperCase());
    this.board.addEventListener("order", (event) => this.give(/** @type {CustomEvent} */ (event).detail.text));
    this.board.addEventListener("ended", () => this.board.goLive());
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("submit", (event) => this.submit(event));
    addEventListener("popstate", () => this.go(location.href, false));
  }

  /** What the page's data say. */
  accept() {
    const data = JSON.parse(document.getElementById("lab-data")?.textContent ?? "{}");
    this.rounds = data.all;
    const you = this.arranging?.on ? { seat: "", legal: this.arranging.legal(data.position) } : data.you;
    this.board.update({ position: data.position, you, reach: data.reach, last: data.rounds.at(-1) ?? null });
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = event.target instanceof Element ? event.target.closest("a[data-lab-link], [data-lab-play]") : null;
    if (target instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.go(target.href);
    } else if (target instanceof HTMLElement && target.dataset.labPlay) {
      const round = this.rounds.find(({ number }) => String(number) === target.dataset.labPlay);
      if (round) this.play(round);
    }
  }

  /** @param {Round} round */
  play(round) {
    this.board.play(round);
    if (!this.board.film?.playing) this.board.announce(round.told?.join(" ") ?? "");
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-lab-form]")) return;
    event.preventDefault();
    this.give(String(new FormData(form).get("give") ?? ""));
  }

  /** @param {string} text */
  give(text) {
    if (this.arranging?.on) return this.arranging.wish(text);
    const address = new URL(location.href);
    address.searchParams.delete("look");
    address.searchParams.set("give", text);
    this.go(address.href);
  }

  /** @param {string} address */
  async go(address, forth = true) {
    const before = this.rounds.length;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!page.querySelector("[data-lab]")) return location.assign(address);
      if (forth && answer.ok) history.pushState(null, "", answer.url);
      this.replace(page);
    } catch {
      return this.board.announce(gettext("The server could not be reached: your order was not sent."));
    }
    if (this.rounds.length > before && forth) this.play(this.rounds[this.rounds.length - 1]);
  }

  /** @param {Document} page */
  replace(page) {
    const focused = document.activeElement?.id;
    for (const name of ["data", "turns", "setup", "refusal", "orders", "outlook", "rounds"]) {
      const where = name === "data" ? "[data-lab-data]" : `[data-lab-part=${name}]`;
      const [old, fresh] = [this.root.querySelector(where), page.querySelector(where)];
      if (old && fresh && name === "turns") this.keepDanger(old, fresh);
      else if (old && fresh) old.replaceChildren(...fresh.childNodes);
    }
    if (this.board.film) this.board.goLive();
    this.accept();
    this.tiles.update();
    if (focused) document.getElementById(focused)?.focus();
    this.root.querySelector("[data-lab-part=outlook] table")?.scrollIntoView({ block: "nearest" });
  }

  /** The links of the toolbar change; its button stays as it was pressed. @param {Element} old @param {Element} fresh */
  keepDanger(old, fresh) {
    const button = old.querySelector("[data-danger-toggle]");
    fresh.querySelector("[data-danger-toggle]")?.remove();
    old.replaceChildren(...fresh.childNodes, ...(button ? [button] : []));
  }
}

const root = document.querySelector("[data-lab]");
if (root instanceof HTMLElement) new LabPage(root);
