// The table at which boards are drawn: tools, symmetry, undo, keys and fingers; the server judges what comes of it.
import { item as itemPicture, piece as piecePicture, svg } from "../board/shapes.js";
import { place, tileAt } from "../board/geometry.js";
import { fill, gettext } from "../../core/i18n.js";
import { blank, copies, fromPosition, put, resized, seatsOf, seatsOn, written } from "./model.js";

/** @typedef {import("./model.js").Sheet} Sheet */
/** @typedef {{position: import("../board/types.js").Position | null, objections: string[], remarks?: string[]}} Look */

const MOST_UNDONE = 200;
const KEYS = { t: "tile", h: "hole", p: "pawn", e: "emperor", x: "treasure", c: "chest", g: "target", n: "nothing" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class Table {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.grid = /** @type {HTMLElement} */ (form.querySelector("[data-grid]"));
    this.text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
    this.sheet = blank(9, 9);
    /** @type {Sheet[]} */
    this.past = [];
    /** @type {Sheet[]} */
    this.future = [];
    this.focused = "A1";
    /** The mouse, pen or fingers that are down, and where each was last. @type {Map<number, [number, number]>} */
    this.pointers = new Map();
    /** Whether a press goes on over other tiles, and the one that it has reached. */
    this.painting = false;
    this.reached = "";
    this.check = 0;
    this.watch();
    this.take(JSON.parse(document.getElementById("look")?.textContent ?? "{}"));
  }

  watch() {
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, (event) => this.release(/** @type {PointerEvent} */ (event)));
    this.grid.addEventListener("click", (event) => event.detail === 0 && this.paint(event.target));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.form.addEventListener("keydown", (event) => this.back(event));
    this.on("[data-undo]", "click", () => this.undo());
    this.on("[data-redo]", "click", () => this.redo());
    this.on("[data-clear]", "click", () => this.change(blank(this.sheet.columns, this.sheet.rows)));
    for (const name of ["[data-columns]", "[data-rows]"])
      this.on(name, "change", () =>
        this.change(resized(this.sheet, this.number("[data-columns]"), this.number("[data-rows]"))),
      );
    this.on("[data-read]", "click", (event) => {
      event.preventDefault();
      this.ask(true);
    });
  }

  /** @param {string} where @param {string} what @param {(event: Event) => void} act */
  on(where, what, act) {
    this.form.querySelector(where)?.addEventListener(what, act);
  }

  /** @param {string} where */
  number(where) {
    return Number(/** @type {HTMLInputElement} */ (this.form.querySelector(where)).value) || 1;
  }

  /** @param {string} name */
  chosen(name) {
    return /** @type {HTMLInputElement} */ (this.form.querySelector(`input[name=${name}]:checked`)).value;
  }

  /** What the server found in a drawing. @param {Look} look */
  take(look) {
    if (look.position) this.show(fromPosition(look.position));
    else this.show(this.sheet);
    this.judge(look);
  }

  /** Begin with a sheet anew. @param {Sheet} sheet */
  show(sheet) {
    this.sheet = sheet;
    this.draw();
  }

  /** A change that can be taken back. @param {Sheet} next */
  change(next) {
    this.past = [...this.past.slice(-MOST_UNDONE), this.sheet];
    this.future = [];
    this.show(next);
    this.text.value = written(next);
    clearTimeout(this.check);
    this.check = setTimeout(() => this.ask(false), 400);
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  /** @param {Sheet[]} from @param {Sheet[]} to */
  travel(from, to) {
    const next = from.pop();
    if (!next) return;
    to.push(this.sheet);
    this.show(next);
    this.text.value = written(next);
    this.ask(false);
  }

  /** @param {KeyboardEvent} event */
  back(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target === this.text) return;
    const again = event.key.toLowerCase() === "y" || (event.shiftKey && event.key.toLowerCase() === "z");
    if (!again && event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (again) this.redo();
    else this.undo();
  }

  /** One pointer draws; a second finger moves the board instead. @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.painting = this.pointers.size === 1;
    this.reached = "";
    if (this.painting) this.paint(event.target);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    if (this.painting)
      for (const { clientX, clientY } of [...(event.getCoalescedEvents?.() ?? []), event])
        this.paint(document.elementFromPoint(clientX, clientY));
    else {
      const share = 1 / this.pointers.size;
      this.grid.parentElement?.scrollBy((last[0] - event.clientX) * share, 0);
      scrollBy(0, (last[1] - event.clientY) * share);
    }
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.painting = false;
  }

  /** @param {EventTarget | null} target */
  paint(target) {
    const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-at]")) : null;
    const tile = button?.dataset.at ?? "";
    if (!tile || (this.painting && tile === this.reached)) return;
    this.reached = tile;
    this.lay(tile);
  }

  /** Put the chosen thing down, and its like where the symmetry wants it. @param {string} tile */
  lay(tile) {
    const what = this.chosen("tool");
    const symmetry = /** @type {HTMLSelectElement} */ (this.form.querySelector("[data-symmetry]")).value;
    const many = seatsOf(symmetry);
    const most = Math.max(seatsOn(this.sheet).length, "abcdefghijklmnop".indexOf(this.chosen("seat")) + 1, many);
    const seats = Math.ceil(most / many) * many;
    let next = this.sheet;
    for (const [where, seat] of copies(this.sheet, tile, this.chosen("seat"), symmetry, seats))
      next = put(next, where, { what, seat, experience: this.number("[data-experience]") });
    this.focused = tile;
    if (JSON.stringify(next) !== JSON.stringify(this.sheet)) this.change(next);
    this.say(`${tile}: ${this.words(tile)}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const tool = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (arrow) {
      const [column, row] = place(this.focused);
      this.focus(tileAt(column + arrow[0], row + arrow[1]));
    } else if (tool) {
      /** @type {HTMLInputElement} */ (this.form.querySelector(`input[name=tool][value=${tool}]`)).checked = true;
      this.say(tool);
    } else return;
    event.preventDefault();
  }

  /** @param {string} tile */
  focus(tile) {
    const button = /** @type {HTMLElement | null} */ (this.grid.querySelector(`[data-at="${tile}"]`));
    if (!button) return;
    this.grid.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.focused = tile;
    button.tabIndex = 0;
    button.focus();
  }

  /** Ask the server what it thinks of the drawing; with `taking`, read it in too. @param {boolean} taking */
  async ask(taking) {
    const body = new FormData();
    body.set("drawing", this.text.value);
    const token = String(new FormData(this.form).get("csrfmiddlewaretoken") ?? "");
    try {
      const answer = await fetch(this.form.dataset.check ?? "", { method: "POST", body, headers: { "X-CSRFToken": token } });
      const look = /** @type {Look} */ (await answer.json());
      if (taking && look.position) this.change(fromPosition(look.position));
      this.judge(look);
    } catch {
      this.say(gettext("The server could not be reached."));
    }
  }

  /** @param {Look} look */
  judge({ objections = [], remarks = [] }) {
    this.list("[data-objections]", objections);
    this.list("[data-remarks]", remarks);
    this.form.querySelector("[data-save]")?.toggleAttribute("data-barred", objections.length > 0);
  }

  /** @param {string} where @param {string[]} sentences */
  list(where, sentences) {
    const items = sentences.map((textContent) => Object.assign(document.createElement("li"), { textContent }));
    this.form.querySelector(where)?.replaceChildren(...items);
  }

  /** @param {string} words */
  say(words) {
    const said = this.form.querySelector("[data-said]");
    if (said) said.textContent = words;
  }

  draw() {
    const { columns, rows } = this.sheet;
    const size = `${columns} ${rows}`;
    if (this.grid.dataset.size !== size) this.lineUp(columns, rows, size);
    for (const [name, value] of Object.entries({ "[data-columns]": columns, "[data-rows]": rows }))
      /** @type {HTMLInputElement} */ (this.form.querySelector(name)).value = String(value);
    const tiles = new Set(this.sheet.tiles);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.grid.querySelectorAll("[data-at]")))
      this.dress(button, button.dataset.at ?? "", tiles);
    this.form.querySelector("[data-undo]")?.toggleAttribute("disabled", this.past.length === 0);
    this.form.querySelector("[data-redo]")?.toggleAttribute("disabled", this.future.length === 0);
  }

  /** A button for every place. @param {number} columns @param {number} rows @param {string} size */
  lineUp(columns, rows, size) {
    this.grid.dataset.size = size;
    this.grid.toggleAttribute("data-small", Math.max(columns, rows) > 16);
    this.grid.toggleAttribute("data-big", Math.max(columns, rows) < 11);
    const [column, row] = place(this.focused);
    if (column >= columns || row >= rows) this.focused = "A1";
    this.grid.replaceChildren(
      ...Array.from({ length: rows }, (_row, down) => {
        const line = document.createElement("div");
        line.setAttribute("role", "row");
        line.append(...Array.from({ length: columns }, (_column, right) => this.button(tileAt(right, down))));
        return line;
      }),
    );
  }

  /** @param {string} tile */
  button(tile) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", tabIndex: tile === this.focused ? 0 : -1 });
    button.setAttribute("role", "gridcell");
    button.dataset.at = tile;
    return button;
  }

  /** Make a place look like what is there, where that has changed. @param {HTMLElement} button @param {string} tile
   * @param {Set<string>} tiles */
  dress(button, tile, tiles) {
    const words = tiles.has(tile) ? this.words(tile) : gettext("no tile");
    const label = `${tile}, ${words}`;
    if (button.getAttribute("aria-label") === label) return;
    button.setAttribute("aria-label", label);
    button.toggleAttribute("data-on", tiles.has(tile));
    const piece = this.sheet.pieces[tile];
    const item = this.sheet.items[tile];
    const target = this.sheet.targets[tile];
    button.toggleAttribute("data-target", Boolean(target));
    const seat = target ?? piece?.seat ?? item?.split(" ")[1];
    if (seat) button.dataset.seat = seat;
    else delete button.dataset.seat;
    button.replaceChildren(...this.pictures(piece, item));
  }

  /** What stands and lies on a tile, drawn as on every board, with letters and experience.
   * @param {import("./model.js").Standing | undefined} piece @param {string | undefined} item */
  pictures(piece, item) {
    const sprite = this.form.dataset.sprite ?? "";
    const drawn = [];
    if (item) drawn.push(picture(itemPicture(sprite, "A1", item), "0 0 100 100", item.split(" ")[1], piece ? "under" : ""));
    if (piece) {
      const figure = piecePicture(sprite, { ...piece, tile: "" });
      if (piece.kind === "emperor") figure.querySelector(".worth")?.remove(); // as far as its best pawn
      drawn.push(picture(figure, "-50 -50 100 100", piece.seat));
    }
    return drawn;
  }

  /** @param {string} tile */
  words(tile) {
    const piece = this.sheet.pieces[tile];
    const item = this.sheet.items[tile];
    const target = this.sheet.targets[tile];
    const seat = piece?.seat.toUpperCase();
    const said = [];
    if (piece?.kind === "emperor") said.push(fill(gettext("Emperor of %(seat)s"), { seat }));
    else if (piece) said.push(fill(gettext("pawn of %(seat)s, experience %(experience)s"), { seat, experience: piece.experience }));
    if (item === "treasure") said.push(gettext("treasure"));
    else if (item) said.push(fill(gettext("chest of %(seat)s"), { seat: item.slice(-1).toUpperCase() }));
    if (target) said.push(fill(gettext("target of %(seat)s"), { seat: target.toUpperCase() }));
    return said.join(", ") || gettext("empty");
  }
}

/** @param {SVGElement} figure @param {string} viewBox @param {string} seat */
function picture(figure, viewBox, seat = "", css = "") {
  const drawing = svg("svg", { viewBox, "aria-hidden": "true", class: css || undefined }, figure);
  if (seat) drawing.dataset.seat = seat;
  return drawing;
}

const form = document.querySelector("[data-drawing]");
if (form instanceof HTMLFormElement) new Table(form);
