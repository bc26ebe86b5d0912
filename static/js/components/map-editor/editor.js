// The map editor: tools, undo, keyboard and touch, files. The server checks the map's file.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { readText, writeText } from "../../core/storage.js";
import * as model from "./model.js";
import { MAX_FILE, area, fitOutlines, readOutlines, simplify } from "./outline.js";
import { RegionList } from "./region-list.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("./model.js").MapFile} MapFile */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {{code: string, text: string, places: string[]}} Finding */
/** @typedef {{objections: Finding[], remarks: Finding[]}} Inspection */

const MAX_UNDO = 200,
  /** Pixels that a pointer moves before it draws or drags, and between two points of a coast in units. */
  DRAG = 5,
  STEP = 5,
  LEAST_AREA = 900;
/** Where a drawing is stored until it is published. */
const DRAFT = "map-draft";
const TOOLS = ["place", "land", "sea", "edge", "region", "home", "coast", "erase"];
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, () => string>} */
const HINTS = {
  place: () => gettext("Tap the sheet for a new territory. Tap one to name it, drag it to move it."),
  land: () => gettext("Tap two territories to join them by road; once more to part them."),
  sea: () => gettext("Tap two territories to join them over water; once more to part them."),
  edge: () =>
    gettext("Tap two territories to join them around the edge: the route leaves on one side and enters on the other."),
  region: () => gettext("Choose a region in the list, then tap its territories."),
  home: () => gettext("Tap where the players begin, the first seat first. As many can play as there are starts."),
  coast: () =>
    gettext(
      "Draw around land with the mouse or a finger; inside land you draw a lake. Without coasts land grows by itself.",
    ),
  erase: () => gettext("Tap a territory, a route or a coast to remove it."),
};

/** The form in which a map is edited. */
class MapEditor {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.text = /** @type {HTMLTextAreaElement} */ (form.querySelector("[name=drawing]"));
    this.canvas = this.find("[data-canvas]");
    this.sheet = new Sheet(this.canvas, this.canvas.getAttribute("aria-label") ?? "", form.dataset.sprite ?? "");
    /** @type {MapFile[]} */
    this.past = [];
    /** @type {MapFile[]} */
    this.future = [];
    this.selected = this.from = "";
    /** A coast that is being drawn. @type {Point[]} */
    this.line = [];
    /** The cross of the keyboard. @type {Point | null} */
    this.cross = null;
    /** What the pointer does since it went down.
     * @type {{start: PointerEvent, at: Point, id: string, isDragging: boolean, before: MapFile} | null} */
    this.press = null;
    this.troubled = /** @type {Set<string>} */ (new Set());
    this.timer = this.checks = 0;
    this.map = this.readInitial();
    this.region = this.map.regions[0]?.id ?? "";
    this.list = new RegionList(this.find("[data-regions]"), {
      choose: (id) => this.chooseRegion(id),
      change: (id, values) => this.change(model.changeRegion(this.map, id, values)),
      remove: (id) => this.change(model.removeRegion(this.map, id)),
    });
    this.listen();
    this.show(this.map);
    this.chooseTool("place");
    this.showInspection(JSON.parse(document.getElementById("inspection")?.textContent ?? "{}"));
  }

  /** Return the map of the page, or the one that was drawn here last where the page has an empty one. */
  readInitial() {
    const map = read(this.text.value) ?? model.fromFile({});
    const draft = map.territories.length || location.search ? null : read(readText(DRAFT));
    if (!draft?.territories.length) return map;
    this.past.push(map);
    this.announce(gettext("Your last drawing is back. Undo for an empty sheet."), true);
    this.check(0);
    return draft;
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {HTMLElement} */ (this.form.querySelector(selector));
  }

  /** @param {string} selector @param {string} type @param {(event: Event) => void} handle */
  on(selector, type, handle) {
    this.find(selector)?.addEventListener(type, handle);
  }

  listen() {
    this.canvas.addEventListener("pointerdown", (event) => this.handleDown(event));
    this.canvas.addEventListener("pointermove", (event) => this.handleMove(event));
    this.canvas.addEventListener("pointerup", (event) => this.handleUp(event));
    this.canvas.addEventListener("pointercancel", () => this.cancel());
    this.canvas.addEventListener("keydown", (event) => this.handleKey(event));
    this.canvas.addEventListener("blur", () => this.moveCross(null));
    this.form.addEventListener("keydown", (event) => this.handleUndoKey(event));
    this.form.addEventListener("submit", () => writeText(DRAFT, ""));
    this.on("[data-tools]", "change", () => this.chooseTool(this.tool));
    this.on("[data-undo]", "click", () => this.restore(this.past, this.future));
    this.on("[data-redo]", "click", () => this.restore(this.future, this.past));
    this.on("[data-name]", "change", () => this.rename());
    this.on("[data-name]", "keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== "Enter") return;
      event.preventDefault();
      this.rename();
    });
    this.on("[data-remove]", "click", () => this.change(model.removePlace(this.map, this.selected)));
    this.on("[data-add-region]", "click", () => this.addRegion());
    this.on("[data-fair-bonuses]", "click", () => this.change(model.setFairBonuses(this.map)));
    this.on("[data-clear]", "click", () => this.clear());
    this.on("[data-no-coasts]", "click", () => this.change({ ...this.map, land: [] }));
    this.on("[data-start]", "change", () => this.start());
    this.on("[data-file]", "change", () => this.openFile());
    this.on("[data-trace]", "click", () =>
      this.trace(/** @type {HTMLTextAreaElement} */ (this.find("[data-path]")).value),
    );
    this.on("[data-download]", "click", () => this.download());
  }

  get tool() {
    return /** @type {HTMLInputElement} */ (this.find("[name=tool]:checked")).value;
  }

  /** @param {string} tool */
  chooseTool(tool) {
    /** @type {HTMLInputElement} */ (this.find(`[name=tool][value=${tool}]`)).checked = true;
    this.canvas.dataset.tool = tool;
    this.from = "";
    this.line = [];
    this.announce(HINTS[tool]());
    this.find("[data-hint]").textContent = HINTS[tool]();
    this.mark();
  }

  /** @param {string} id */
  chooseRegion(id) {
    this.region = id;
    this.list.render(this.map.regions, id);
  }

  /** Show a changed map, which can be undone, and have it checked after a moment. @param {MapFile} next */
  change(next) {
    if (next === this.map) return;
    this.past = [...this.past.slice(-MAX_UNDO), this.map];
    this.future = [];
    this.show(next);
  }

  /**
   * Show the last map of one stack, and push the present one onto the other.
   * @param {MapFile[]} from @param {MapFile[]} to
   */
  restore(from, to) {
    const next = from.pop();
    if (!next) return;
    to.push(this.map);
    this.show(next);
  }

  /** Show a map. @param {MapFile} map */
  show(map) {
    const isNew = map !== this.map;
    this.map = map;
    if (!map.territories.some(({ id }) => id === this.selected)) this.selected = "";
    if (!map.regions.some(({ id }) => id === this.region)) this.region = map.regions[0]?.id ?? "";
    this.sheet.render(map, this.marks);
    this.list.render(map.regions, this.region);
    this.find("[data-undo]").toggleAttribute("disabled", !this.past.length);
    this.find("[data-redo]").toggleAttribute("disabled", !this.future.length);
    this.showCounts();
    this.showSelected();
    this.text.value = JSON.stringify(map);
    if (!isNew) return;
    if (map.territories.length) writeText(DRAFT, this.text.value);
    this.check(400);
  }

  get marks() {
    const { selected, from, line, cross, troubled } = this;
    return { selected, from, line, cross, troubled };
  }

  mark() {
    this.sheet.mark(this.map, this.marks);
  }

  showCounts() {
    const { territories, regions, routes, homes } = this.map;
    this.find("[data-counts]").textContent = [
      fill(ngettext("%(n)s territory", "%(n)s territories", territories.length), { n: territories.length }),
      fill(ngettext("%(n)s region", "%(n)s regions", regions.length), { n: regions.length }),
      fill(ngettext("%(n)s route", "%(n)s routes", routes.length), { n: routes.length }),
      fill(ngettext("%(n)s start", "%(n)s starts", homes.length), { n: homes.length }),
    ].join(" · ");
  }

  showSelected() {
    const chosen = this.map.territories.find(({ id }) => id === this.selected);
    this.find("[data-chosen]").hidden = !chosen;
    if (chosen) /** @type {HTMLInputElement} */ (this.find("[data-name]")).value = chosen.name;
  }

  /** @param {string} id */
  select(id) {
    this.selected = id;
    this.showSelected();
    this.mark();
  }

  rename() {
    const name = /** @type {HTMLInputElement} */ (this.find("[data-name]")).value.trim();
    if (name && this.selected) this.change(model.renamePlace(this.map, this.selected, name));
  }

  addRegion() {
    if (this.map.regions.length >= model.MAX_REGIONS) return;
    const name = fill(gettext("Region %(n)s"), { n: this.map.regions.length + 1 });
    const [next, id] = model.addRegion(this.map, name);
    this.region = id;
    this.change(next);
    this.chooseTool("region");
  }

  /** Empty the sheet; undo brings everything back. */
  clear() {
    const regions = this.map.regions.slice(0, 2).map((each) => ({ ...each, territories: [] }));
    this.change({ ...this.map, land: [], territories: [], routes: [], homes: [], regions });
  }

  /** @param {KeyboardEvent} event */
  handleUndoKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLTextAreaElement) return;
    if (event.target instanceof HTMLInputElement && event.target.type === "text") return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.restore(this.future, this.past);
    else this.restore(this.past, this.future);
  }

  /** @param {PointerEvent} event */
  handleDown(event) {
    if (event.button !== 0 || !event.isPrimary) return this.cancel();
    const at = this.sheet.pointAt(event);
    const id = model.placeAt(this.map, at, this.sheet.reach)?.id ?? "";
    this.press = { start: event, at, id, isDragging: false, before: this.map };
    this.cross = null;
    if (this.tool === "coast") this.line = [at];
  }

  /** @param {PointerEvent} event */
  handleMove(event) {
    const { press } = this;
    if (!press) return;
    const { clientX, clientY, pointerId } = press.start;
    press.isDragging ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) > DRAG;
    if (!press.isDragging) return;
    const canDraw = this.tool === "coast" || (this.tool === "place" && press.id);
    // A finger that neither draws nor drags scrolls the sheet.
    if (!canDraw) return;
    this.canvas.setPointerCapture(pointerId);
    event.preventDefault();
    const point = this.sheet.pointAt(event);
    if (this.tool === "place") {
      this.map = model.movePlace(press.before, press.id, point);
      this.mark();
    } else if (
      Math.hypot(point[0] - this.line[this.line.length - 1][0], point[1] - this.line[this.line.length - 1][1]) > STEP
    ) {
      this.line.push(point);
      this.mark();
    }
  }

  /** @param {PointerEvent} event */
  handleUp(event) {
    const { press } = this;
    this.press = null;
    if (!press) return;
    if (this.tool === "coast") return press.isDragging ? this.finishCoast() : this.cancel();
    if (!press.isDragging) return this.use(press.at);
    const moved = this.map;
    this.map = press.before;
    if (this.tool === "place" && press.id) {
      this.selected = press.id;
      this.change(moved);
    }
    event.preventDefault();
  }

  cancel() {
    if (this.press) this.map = this.press.before;
    this.press = null;
    this.line = [];
    this.mark();
  }

  /** Add the coast that was drawn, or say why it is none. */
  finishCoast() {
    const ring = this.clampRing(simplify(this.line));
    this.line = [];
    if (ring.length < 3 || area(ring) < LEAST_AREA) {
      this.mark();
      return this.announce(gettext("Draw the coast all the way around, and larger."), true);
    }
    this.change(model.addCoast(this.map, ring));
  }

  /** @param {Point[]} ring */
  clampRing(ring) {
    const { width, height } = this.map.layout;
    return ring.map(
      ([x, y]) => /** @type {Point} */ ([Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))]),
    );
  }

  /** Use the tool at a point. @param {Point} at */
  use(at) {
    const place = model.placeAt(this.map, at, this.sheet.reach);
    if (this.tool === "place") return place ? this.select(place.id) : this.add(at);
    if (this.tool === "erase") return this.erase(at, place?.id ?? "");
    if (this.tool === "coast") return this.addCorner(at);
    if (!place) return this.announce(gettext("There is no territory."));
    if (this.tool === "region") return this.change(model.setRegion(this.map, place.id, this.region));
    if (this.tool === "home") return this.toggleHome(place.id);
    this.join(place.id);
  }

  /** @param {Point} at */
  add(at) {
    if (this.map.territories.length >= model.MAX_TERRITORIES)
      return this.announce(
        fill(gettext("A map has at most %(most)s territories."), { most: model.MAX_TERRITORIES }),
        true,
      );
    const isJoined = /** @type {HTMLInputElement} */ (this.find("[data-join]")).checked;
    const [next, id] = model.addPlace(this.map, at, this.region, isJoined);
    this.selected = id;
    this.change(next);
    this.announce(next.territories[next.territories.length - 1].name);
  }

  /** @param {Point} at @param {string} id */
  erase(at, id) {
    if (id) return this.change(model.removePlace(this.map, id));
    const next = model.removeRoute(this.map, at, 10);
    this.change(next === this.map ? model.removeCoast(this.map, at) : next);
  }

  /** @param {string} id */
  toggleHome(id) {
    const next = model.toggleHome(this.map, id);
    if (next === this.map) this.announce(fill(gettext("At most %(most)s can play."), { most: model.MAX_HOMES }), true);
    this.change(next);
  }

  /** Begin or end a route. @param {string} id */
  join(id) {
    const { from } = this;
    this.from = from ? "" : id;
    if (from && from !== id) this.change(model.toggleRoute(this.map, from, id, this.tool));
    else this.mark();
  }

  /** Add a corner of a coast by keyboard; the first corner again closes it. @param {Point} at */
  addCorner(at) {
    const [first] = this.line;
    if (this.line.length > 2 && Math.hypot(at[0] - first[0], at[1] - first[1]) < 15) return this.finishCoast();
    this.line.push(at);
    this.mark();
    this.announce(gettext("Corner set. Enter at the first corner closes the coast."));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    const tool = TOOLS[Number(event.key) - 1];
    const { width, height } = this.map.layout;
    const [x, y] = this.cross ?? [Math.round(width / 2), Math.round(height / 2)];
    if (tool) this.chooseTool(tool);
    else if (arrow && event.altKey && this.selected) this.nudge(arrow);
    else if (arrow) {
      const step = event.shiftKey ? 5 : 25;
      this.moveCross([
        Math.min(width - 20, Math.max(20, x + arrow[0] * step)),
        Math.min(height - 20, Math.max(20, y + arrow[1] * step)),
      ]);
    } else if (event.key === "Enter" || event.key === " ") this.use([x, y]);
    else if (event.key === "Escape") this.chooseTool(this.tool);
    else return;
    event.preventDefault();
  }

  /** Move the chosen territory a little. @param {Point} arrow */
  nudge(arrow) {
    const place = this.map.territories.find(({ id }) => id === this.selected);
    if (place) this.change(model.movePlace(this.map, place.id, [place.x + arrow[0] * 10, place.y + arrow[1] * 10]));
  }

  /** @param {Point | null} point */
  moveCross(point) {
    this.cross = point;
    this.mark();
    if (!point) return;
    this.sheet.reveal(point);
    this.announce(model.placeAt(this.map, point, this.sheet.reach)?.name ?? point.join(", "));
  }

  /** Start from a map that comes with the game; undo brings the drawing back. */
  async start() {
    const select = /** @type {HTMLSelectElement} */ (this.find("[data-start]"));
    const slug = select.value;
    if (!slug) return;
    try {
      const response = await fetch(`/maps/${slug}/map.json`);
      this.change(model.fromFile(await response.json()));
      this.form.action = `?like=${slug}`;
      this.announce(gettext("The map is on the sheet. Undo brings back what was there."), true);
    } catch {
      this.announce(gettext("The server could not be reached."), true);
    }
    select.value = "";
  }

  async openFile() {
    const input = /** @type {HTMLInputElement} */ (this.find("[data-file]"));
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > MAX_FILE) return this.announce(gettext("This file is too large."), true);
    const text = await file.text();
    input.value = "";
    if (text.trimStart().startsWith("<")) return this.trace(text);
    const map = read(text);
    if (map) this.change(map);
    else this.announce(gettext("This is no file of a map."), true);
  }

  /** Draw the outlines of an SVG or of a path. @param {string} text */
  trace(text) {
    const points = this.map.land.flat(2).length;
    const rings = fitOutlines(readOutlines(text), this.map.layout, model.MAX_POINTS - points);
    if (!rings.length) return this.announce(gettext("No closed outline was found in it."), true);
    this.change(rings.reduce((map, ring) => model.addCoast(map, this.clampRing(ring)), this.map));
    const count = fill(ngettext("%(n)s outline drawn.", "%(n)s outlines drawn.", rings.length), { n: rings.length });
    this.announce(count, true);
  }

  download() {
    const title = /** @type {HTMLInputElement | null} */ (this.form.querySelector("[name=title]"))?.value ?? "";
    const file = JSON.stringify({ name: title, ...this.map }, null, 1);
    const link = /** @type {HTMLAnchorElement} */ (this.find("[data-download]"));
    link.href = URL.createObjectURL(new Blob([file], { type: "application/json" }));
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** Have the map checked by the server after so many milliseconds. @param {number} wait */
  check(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), wait);
  }

  async ask() {
    const number = ++this.checks;
    const body = new FormData();
    body.set("drawing", this.text.value);
    const token = String(new FormData(this.form).get("csrfmiddlewaretoken") ?? "");
    try {
      const headers = { "X-CSRFToken": token };
      const response = await fetch(this.form.dataset.check ?? "", { method: "POST", body, headers });
      const found = /** @type {Inspection} */ (await response.json());
      if (number === this.checks) this.showInspection(found);
    } catch {
      this.announce(gettext("The server could not be reached."));
    }
  }

  /** Show what the server found, and mark the territories with which something is wrong. @param {Inspection} found */
  showInspection({ objections = [], remarks = [] }) {
    const isEmpty = !this.map.territories.length;
    this.write("[data-objections]", isEmpty ? [] : objections);
    this.write("[data-remarks]", remarks);
    this.find("[data-ready]").hidden = objections.length > 0;
    this.form.querySelector("[data-save]")?.toggleAttribute("data-barred", objections.length > 0);
    this.troubled = new Set(objections.flatMap(({ places }) => places));
    this.mark();
  }

  /** @param {string} selector @param {Finding[]} findings */
  write(selector, findings) {
    const items = findings.map(({ text }) => Object.assign(document.createElement("li"), { textContent: text }));
    this.find(selector).replaceChildren(...items);
  }

  /** Say something to screen readers, and where it is seen if it matters to all. @param {string} text */
  announce(text, isShown = false) {
    this.find("[data-announcer]").textContent = text;
    if (isShown) this.find("[data-hint]").textContent = text;
  }
}

/** Return the map of a text, or null. @param {string} text */
function read(text) {
  try {
    const data = JSON.parse(text);
    const isMap = Array.isArray(data.territories) && Array.isArray(data.routes) && Array.isArray(data.regions ?? []);
    return isMap ? model.fromFile(data) : null;
  } catch {
    return null;
  }
}

const form = document.querySelector("[data-map-drawing]");
if (form instanceof HTMLFormElement) new MapEditor(form);
