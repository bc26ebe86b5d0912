// The lab: every action is an address. Its page is fetched, and its parts replace those of this page.
import { LabRoom } from "./room.js";
import { LabSetup } from "./setup.js";
import { TilePanel } from "../../components/board/tile-panel.js";
import { gettext } from "../../core/i18n.js";

/** @typedef {import("../../components/board/types.js").Round} Round */

/** Milliseconds between two questions for an evaluation; after longer pauses the page asks no more. */
const MAX_DELAY = 15_000;

export class LabPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.board = /** @type {import("../../components/board/board.js").BattleBoard} */ (
      root.querySelector("battle-board")
    );
    /** @type {Round[]} */
    this.rounds = [];
    this.readData();
    const panel = /** @type {HTMLDetailsElement | null} */ (root.querySelector("[data-lab-setup]"));
    if (panel) this.setup = new LabSetup(this, panel);
    this.tilePanel = new TilePanel(root, this.board, (seat) => seat.toUpperCase());
    this.board.addEventListener("order", (event) => this.sendOrders(/** @type {CustomEvent} */ (event).detail.text));
    this.board.addEventListener("ended", () => this.board.goLive());
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("submit", (event) => this.submit(event));
    addEventListener("popstate", () => this.load(location.href, false));
    const people = /** @type {HTMLElement | null} */ (root.querySelector("[data-lab-room]"));
    if (people) this.room = new LabRoom(this, people);
    this.awaitEvaluation();
  }

  /** The address of what is shown: of the page, or in a room of the lab that is in it. */
  get address() {
    return this.room?.address ?? location.href;
  }

  /** Show the position that stands in the page's data. */
  readData() {
    const data = JSON.parse(document.getElementById("lab-data")?.textContent ?? "{}");
    this.rounds = data.all;
    this.version = data.version ?? 0;
    const you = this.setup?.isOpen ? { seat: "", legal: this.setup.allMoves(data.position) } : data.you;
    this.board.update({ position: data.position, you, reach: data.reach, last: data.rounds.at(-1) ?? null });
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = event.target instanceof Element ? event.target.closest("a[data-lab-link], [data-lab-play]") : null;
    if (target instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.load(target.href);
    } else if (target instanceof HTMLElement && target.dataset.labPlay) {
      const round = this.rounds.find(({ number }) => String(number) === target.dataset.labPlay);
      if (round) this.play(round);
    }
  }

  /** Play a round; without motion, announce what happened. @param {Round} round */
  async play(round) {
    await this.board.play(round);
    if (!this.board.playback?.isPlaying) this.board.announce(round.told?.join(" ") ?? "");
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-lab-form]")) return;
    event.preventDefault();
    this.sendOrders(String(new FormData(form).get("give") ?? ""));
  }

  /** Load the lab with these orders; while pieces are set up, with this change. @param {string} text */
  sendOrders(text) {
    if (this.setup?.isOpen) return this.setup.request(text);
    const address = new URL(this.address);
    address.searchParams.delete("look");
    address.searchParams.delete("judge");
    address.searchParams.set("give", text);
    this.load(address.href);
  }

  /**
   * Load a page of the lab into this one, and play a round that is new.
   * @param {string} address @param {boolean} isNew not one of the history
   */
  async load(address, isNew = true) {
    if (this.room) return this.room.follow(address);
    const before = this.rounds.length;
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (!page.querySelector("[data-lab]")) return location.assign(address);
      if (isNew && response.ok) history.pushState(null, "", response.url);
      this.replaceParts(page);
      this.showAnswer();
    } catch {
      return this.board.announce(gettext("The server could not be reached: your order was not sent."));
    }
    if (isNew) this.playNew(before);
  }

  /** Play the last round if there were fewer before. @param {number} before */
  playNew(before) {
    if (this.rounds.length > before) this.play(this.rounds[this.rounds.length - 1]);
  }

  /** @param {Document} page */
  replaceParts(page) {
    const focused = document.activeElement?.id;
    for (const name of ["data", "turns", "setup", "refusal", "orders", "outlook", "evaluation", "rounds"]) {
      const selector = name === "data" ? "[data-lab-data]" : `[data-lab-part=${name}]`;
      const [old, fresh] = [this.root.querySelector(selector), page.querySelector(selector)];
      if (old && fresh && name === "turns") this.replaceToolbar(old, fresh);
      else if (old && fresh) old.replaceChildren(...fresh.childNodes);
    }
    if (this.board.playback) this.board.goLive();
    this.readData();
    this.tilePanel.update();
    if (focused) document.getElementById(focused)?.focus();
    this.awaitEvaluation();
  }

  /** Bring into view what was asked about the position. */
  showAnswer() {
    const shown = new URL(this.address).searchParams.has("judge") ? "evaluation" : "outlook";
    this.root.querySelector(`[data-lab-part=${shown}] table`)?.scrollIntoView({ block: "nearest" });
  }

  /** While a worker evaluates the position, ask for what it has found, less often as time passes. */
  awaitEvaluation(delay = 600) {
    clearTimeout(this.timer);
    const { address } = this;
    if (!this.root.querySelector("[data-pending]") || delay > MAX_DELAY) return;
    this.timer = setTimeout(async () => {
      try {
        const response = await fetch(address, { headers: { Accept: "text/html" } });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const [old, fresh] = [this.root, page].map((root) => root.querySelector("[data-lab-part=evaluation]"));
        if (address === this.address && old && fresh) old.replaceChildren(...fresh.childNodes);
      } catch {
        // the next try may reach the server
      }
      if (address === this.address) this.awaitEvaluation(delay * 1.5);
    }, delay);
  }

  /**
   * Replace the links of the toolbar, and keep its button as it was pressed.
   * @param {Element} old @param {Element} fresh
   */
  replaceToolbar(old, fresh) {
    const button = old.querySelector("[data-danger-toggle]");
    fresh.querySelector("[data-danger-toggle]")?.remove();
    old.replaceChildren(...fresh.childNodes, ...(button ? [button] : []));
  }
}

const root = document.querySelector("[data-lab]");
if (root instanceof HTMLElement) new LabPage(root);
