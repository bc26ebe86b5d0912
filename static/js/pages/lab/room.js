// A room of the lab: several people change one position, and each sees where the others point.
import { Connection } from "../../core/connection.js";
import { fill, gettext } from "../../core/i18n.js";
import { renderPointers } from "./pointers.js";

/** @typedef {{place: number, name: string, tile: string, piece: string, left?: boolean}} Person */

/** Milliseconds between two messages about what is pointed at. */
const GAP = 100;
/** Milliseconds after which somebody who is not heard of has gone. */
const GONE = 35_000;
/** The server's reason to close the socket of one too many, and of a room that is no more. */
const ROOM_FULL = 4409,
  NO_ROOM = 4404;
const PARTS = "brtnfo";

export class LabRoom {
  /** @param {import("./lab.js").LabPage} page @param {HTMLElement} panel the part of the page about the people */
  constructor(page, panel) {
    this.page = page;
    this.list = /** @type {HTMLElement} */ (panel.querySelector("[data-lab-people]"));
    this.status = /** @type {HTMLElement} */ (panel.querySelector("[data-lab-connection]"));
    this.path = location.pathname;
    /** What the reader asked about the position, besides the others: `look` or `judge`, and a seat. */
    this.asked = location.search;
    /** Everybody else, by place. @type {Map<number, Person & {heard: number}>} */
    this.others = new Map();
    this.you = { place: 0, name: "" };
    this.sent = "";
    /** Runs until the next message may be sent. @type {number | undefined} */
    this.timer = undefined;
    this.connection = new Connection(`/ws/lab/${panel.dataset.labRoom}/`, (status) => this.onChange(status));
    this.listen();
    this.watchPointer();
    this.connection.open();
    this.showPeople();
  }

  /** The address of the lab that is shown here; its own links lead on from it. */
  get address() {
    return `${location.origin}${this.path}${this.asked}`;
  }

  listen() {
    document.addEventListener("stream", () => this.refresh());
    document.addEventListener("you", (event) => this.onPlace(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("note", (event) => this.onNote(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("socket-closed", (event) => this.onClosed(/** @type {CustomEvent} */ (event).detail));
    for (const change of ["frame", "live"]) this.page.board.addEventListener(change, () => this.showPointers());
    setInterval(() => this.forgetGone(), GONE / 4);
  }

  /** Follow a link of the lab: change the room, or ask about the position for this reader alone. @param {string} href */
  follow(href) {
    const { searchParams } = new URL(href, this.address);
    const action = ["give", "set", "ask", "do"].find((name) => searchParams.has(name));
    const question = ["look", "judge"].find((name) => searchParams.has(name));
    if (action) return this.send({ [action]: searchParams.get(action) ?? "" });
    if (question) {
      this.asked = `?${question}=${searchParams.get(question)}`;
      return this.refresh(true);
    }
    const lab = new URLSearchParams([...searchParams].filter(([name]) => PARTS.includes(name)));
    return this.send({ lab: lab.toString() });
  }

  /** Send a change of the room, and show what comes of it. @param {Record<string, string>} change */
  async send(change) {
    const body = new URLSearchParams({ ...change, version: String(this.page.version) });
    this.asked = "";
    await this.fetch({ method: "POST", body });
  }

  /** Fetch the room as it is now. One request runs at a time. */
  async refresh(isAnswer = false) {
    if (this.isFetching && !isAnswer) {
      this.isPending = true;
      return;
    }
    this.isFetching = true;
    const found = await this.fetch({});
    this.isFetching = false;
    if (found && isAnswer) this.page.showAnswer();
    if (this.isPending) {
      this.isPending = false;
      this.refresh();
    }
  }

  /**
   * Fetch the page of the room, and show it unless a later version is shown already. Return whether it was shown.
   * @param {RequestInit} options
   */
  async fetch(options) {
    const { page } = this;
    try {
      const response = await fetch(options.method ? this.path : this.address, {
        headers: { Accept: "text/html" },
        ...options,
      });
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
      if (!fresh.querySelector("[data-lab]")) {
        if (response.status === 429) page.board.announce(gettext("Too many tries in a short time. Wait a little."));
        else location.assign(this.path);
        return false;
      }
      const data = JSON.parse(fresh.getElementById("lab-data")?.textContent ?? "{}");
      if (data.version < page.version) return false;
      const [rounds, version] = [page.rounds.length, page.version];
      page.replaceParts(fresh);
      page.playNew(rounds);
      this.showPointers();
      if (!options.method && page.version > version) page.board.announce(gettext("Somebody changed the board."));
      return true;
    } catch {
      page.board.announce(gettext("The server could not be reached."));
      return false;
    }
  }

  /** Catch up when the socket opens; without one, ask now and then whether something has changed. @param {string} status */
  async onChange(status) {
    if (status === "live") return this.refresh();
    this.status.textContent = this.isFull
      ? gettext("The room is full. You see what happens, and come in when somebody leaves.")
      : gettext("No live connection. Changes appear every few seconds; pointing does not work.");
    try {
      const response = await fetch(`${this.path}?part=version`, { headers: { Accept: "application/json" } });
      if (response.status === 404) location.assign(this.path);
      else if ((await response.json()).version > (this.page.version ?? 0)) this.refresh();
    } catch {
      // the next try may reach the server
    }
  }

  /** @param {number} code */
  onClosed(code) {
    this.isFull = code === ROOM_FULL;
    this.others.clear();
    this.you = { place: 0, name: "" };
    this.showPeople();
    if (code === NO_ROOM) location.assign(this.path);
  }

  /** @param {{place: number, name: string}} you */
  onPlace(you) {
    this.you = you;
    this.isFull = false;
    this.sent = "";
    this.status.textContent = gettext("Live: what one of you does, all of you see.");
    this.showPeople();
  }

  /** @param {Person} note */
  onNote(note) {
    const known = this.others.get(note.place);
    if (note.left) this.others.delete(note.place);
    else this.others.set(note.place, { ...note, heard: Date.now() });
    const sentence = note.left ? gettext("%(name)s has left.") : gettext("%(name)s is here.");
    if (Boolean(known) === Boolean(note.left)) this.page.board.announce(fill(sentence, { name: nameOf(known ?? note) }));
    this.showPeople();
  }

  forgetGone() {
    for (const [place, { heard }] of this.others) if (Date.now() - heard > GONE) this.others.delete(place);
    this.showPeople();
  }

  /** Show who is here, and where everybody points. */
  showPeople() {
    const you = this.you.place ? [row(fill(gettext("%(name)s (you)"), { name: nameOf(this.you) }), "", true)] : [];
    const others = [...this.others.values()].sort((one, other) => one.place - other.place);
    this.list.replaceChildren(...you, ...others.map((person) => row(nameOf(person), person.tile, false)));
    this.showPointers();
  }

  showPointers() {
    const { scene } = this.page.board;
    if (!scene) return;
    renderPointers(scene, [...this.others.values()].map((person) => ({ ...person, name: nameOf(person) })));
  }

  /** Watch what the reader points at: by mouse, by finger or by keyboard. */
  watchPointer() {
    const { board } = this.page;
    /** @param {Event} event */
    const point = ({ target }) => {
      const cell = target instanceof Element ? target.closest("[data-tile]") : null;
      this.point(cell?.getAttribute("data-tile") ?? "");
    };
    board.addEventListener("pointermove", point);
    board.addEventListener("pointerdown", point);
    board.addEventListener("focusin", point);
    board.addEventListener("choice", () => this.point(this.pointed ?? ""));
    board.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.point("");
    });
  }

  /** Tell the others what the reader points at and holds; of several in a moment, the last. @param {string} tile */
  point(tile) {
    this.pointed = tile;
    this.timer ??= window.setTimeout(() => {
      this.timer = undefined;
      const message = { tile: this.pointed ?? "", piece: this.page.board.selected };
      if (this.sent === JSON.stringify(message) || !this.you.place) return;
      this.sent = JSON.stringify(message);
      this.connection.send(message);
    }, GAP);
  }
}

/** Return the name of somebody; guests have numbers. @param {{place: number, name: string}} person */
function nameOf({ place, name }) {
  return name || fill(gettext("Guest %(number)s"), { number: String(place) });
}

/** Return a line of the list. @param {string} name @param {string} tile @param {boolean} isOwn */
function row(name, tile, isOwn) {
  const item = document.createElement("li");
  const mark = Object.assign(document.createElement("span"), { className: "pointer-mark" });
  mark.toggleAttribute("data-own", isOwn);
  const title = Object.assign(document.createElement("span"), { textContent: name });
  const place = Object.assign(document.createElement("span"), { className: "tile-name notation", textContent: tile });
  item.append(mark, title, place);
  return item;
}
