// The board editor: tools, symmetry, undo, keyboard and touch. The server validates the diagram.
import { item as itemShape, piece as pieceShape, svg } from "../board/shapes.js";
import { coordinates, tileAt } from "../board/geometry.js";
import { fill, gettext } from "../../core/i18n.js";
import { emptyBoard, fromPosition, put, resized, seatMultiple, seatsOn, symmetricCopies, toDiagram } from "./model.js";

/** @typedef {import("./model.js").BoardModel} BoardModel */
/**
 * @typedef {{position: import("../board/types.js").Position | null, objections: string[], remarks?: string[]}}
 *   Validation
 */

const MAX_UNDO = 200;
/** The tools by their keys. */
const KEYS = { t: "tile", h: "hole", p: "pawn", e: "emperor", x: "treasure", c: "chest", g: "target", n: "nothing" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The form in which a board is edited. */
class BoardEditor {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.grid = /** @type {HTMLElement} */ (form.querySelector("[data-grid]"));
    this.text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
    this.board = emptyBoard(9, 9);
    /** @type {BoardModel[]} */
    this.past = [];
    /** @type {BoardModel[]} */
    this.future = [];
    this.focused = "A1";
    /** The pointers that are down, and where each was last. @type {Map<number, [number, number]>} */
    this.pointers = new Map();
    /** Whether the pointer paints the tiles that it moves over, and the last of them. */
    this.isPainting = false;
    this.lastPainted = "";
    this.validationTimer = 0;
    this.listen();
    this.open(JSON.parse(document.getElementById("inspection")?.textContent ?? "{}"));
  }

  listen() {
    this.grid.addEventListener("pointerdown", (event) => this.handleDown(event));
    this.grid.addEventListener("pointermove", (event) => this.handleMove(event));
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, (event) => this.handleUp(/** @type {PointerEvent} */ (event)));
    this.grid.addEventListener("click", (event) => event.detail === 0 && this.paint(event.target));
    this.grid.addEventListener("keydown", (event) => this.handleKey(event));
    this.form.addEventListener("keydown", (event) => this.handleUndoKey(event));
    this.on("[data-undo]", "click", () => this.undo());
    this.on("[data-redo]", "click", () => this.redo());
    this.on("[data-clear]", "click", () => this.change(emptyBoard(this.board.columns, this.board.rows)));
    for (const name of ["[data-columns]", "[data-rows]"])
      this.on(name, "change", () =>
        this.change(resized(this.board, this.number("[data-columns]"), this.number("[data-rows]"))),
      );
    this.on("[data-read]", "click", (event) => {
      event.preventDefault();
      this.validate(true);
    });
  }

  /** @param {string} selector @param {string} type @param {(event: Event) => void} handle */
  on(selector, type, handle) {
    this.form.querySelector(selector)?.addEventListener(type, handle);
  }

  /** Return the number in a field. @param {string} selector */
  number(selector) {
    return Number(/** @type {HTMLInputElement} */ (this.form.querySelector(selector)).value) || 1;
  }

  /** Return the value of the checked radio button. @param {string} name */
  checkedValue(name) {
    return /** @type {HTMLInputElement} */ (this.form.querySelector(`input[name=${name}]:checked`)).value;
  }

  /** Show the board that the server read from a diagram. @param {Validation} validation */
  open(validation) {
    if (validation.position) this.show(fromPosition(validation.position));
    else this.show(this.board);
    this.showValidation(validation);
  }

  /** Show a board. @param {BoardModel} board */
  show(board) {
    this.board = board;
    this.render();
  }

  /** Show a changed board, which can be undone, and validate it after a moment. @param {BoardModel} next */
  change(next) {
    this.past = [...this.past.slice(-MAX_UNDO), this.board];
    this.future = [];
    this.show(next);
    this.text.value = toDiagram(next);
    clearTimeout(this.validationTimer);
    this.validationTimer = setTimeout(() => this.validate(false), 400);
  }

  undo() {
    this.restore(this.past, this.future);
  }

  redo() {
    this.restore(this.future, this.past);
  }

  /**
   * Show the last board of one stack, and push the present one onto the other.
   * @param {BoardModel[]} from @param {BoardModel[]} to
   */
  restore(from, to) {
    const next = from.pop();
    if (!next) return;
    to.push(this.board);
    this.show(next);
    this.text.value = toDiagram(next);
    this.validate(false);
  }

  /** @param {KeyboardEvent} event */
  handleUndoKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target === this.text) return;
    const isRedo = event.key.toLowerCase() === "y" || (event.shiftKey && event.key.toLowerCase() === "z");
    if (!isRedo && event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (isRedo) this.redo();
    else this.undo();
  }

  /** Paint with one pointer; with a second finger scroll instead. @param {PointerEvent} event */
  handleDown(event) {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.isPainting = this.pointers.size === 1;
    this.lastPainted = "";
    if (this.isPainting) this.paint(event.target);
  }

  /** @param {PointerEvent} event */
  handleMove(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    if (this.isPainting)
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
  handleUp(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.isPainting = false;
  }

  /** @param {EventTarget | null} target */
  paint(target) {
    const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-at]")) : null;
    const tile = button?.dataset.at ?? "";
    if (!tile || (this.isPainting && tile === this.lastPainted)) return;
    this.lastPainted = tile;
    this.putTool(tile);
  }

  /** Put the thing of the chosen tool on a tile and its symmetric copies. @param {string} tile */
  putTool(tile) {
    const what = this.checkedValue("tool");
    const symmetry = /** @type {HTMLSelectElement} */ (this.form.querySelector("[data-symmetry]")).value;
    const multiple = seatMultiple(symmetry);
    const needed = Math.max(
      seatsOn(this.board).length,
      "abcdefghijklmnop".indexOf(this.checkedValue("seat")) + 1,
      multiple,
    );
    const seats = Math.ceil(needed / multiple) * multiple;
    let next = this.board;
    for (const [copy, seat] of symmetricCopies(this.board, tile, this.checkedValue("seat"), symmetry, seats))
      next = put(next, copy, { what, seat, experience: this.number("[data-experience]") });
    this.focused = tile;
    if (JSON.stringify(next) !== JSON.stringify(this.board)) this.change(next);
    this.announce(`${tile}: ${this.describe(tile)}`);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const tool = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (arrow) {
      const [column, row] = coordinates(this.focused);
      this.focus(tileAt(column + arrow[0], row + arrow[1]));
    } else if (tool) {
      /** @type {HTMLInputElement} */ (this.form.querySelector(`input[name=tool][value=${tool}]`)).checked = true;
      this.announce(tool);
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

  /** Validate the diagram on the server. @param {boolean} isRead whether the board that the server reads is shown */
  async validate(isRead) {
    const body = new FormData();
    body.set("drawing", this.text.value);
    const token = String(new FormData(this.form).get("csrfmiddlewaretoken") ?? "");
    try {
      const response = await fetch(this.form.dataset.check ?? "", {
        method: "POST",
        body,
        headers: { "X-CSRFToken": token },
      });
      const validation = /** @type {Validation} */ (await response.json());
      if (isRead && validation.position) this.change(fromPosition(validation.position));
      this.showValidation(validation);
    } catch {
      this.announce(gettext("The server could not be reached."));
    }
  }

  /** Show objections and remarks. @param {Validation} validation */
  showValidation({ objections = [], remarks = [] }) {
    this.list("[data-objections]", objections);
    this.list("[data-remarks]", remarks);
    this.form.querySelector("[data-save]")?.toggleAttribute("data-barred", objections.length > 0);
  }

  /** @param {string} selector @param {string[]} sentences */
  list(selector, sentences) {
    const items = sentences.map((textContent) => Object.assign(document.createElement("li"), { textContent }));
    this.form.querySelector(selector)?.replaceChildren(...items);
  }

  /** Say something to screen readers. @param {string} text */
  announce(text) {
    const output = this.form.querySelector("[data-announcer]");
    if (output) output.textContent = text;
  }

  render() {
    const { columns, rows } = this.board;
    const size = `${columns} ${rows}`;
    if (this.grid.dataset.size !== size) this.createGrid(columns, rows, size);
    for (const [name, value] of Object.entries({ "[data-columns]": columns, "[data-rows]": rows }))
      /** @type {HTMLInputElement} */ (this.form.querySelector(name)).value = String(value);
    const tiles = new Set(this.board.tiles);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.grid.querySelectorAll("[data-at]")))
      this.updateButton(button, button.dataset.at ?? "", tiles);
    this.form.querySelector("[data-undo]")?.toggleAttribute("disabled", this.past.length === 0);
    this.form.querySelector("[data-redo]")?.toggleAttribute("disabled", this.future.length === 0);
  }

  /** Create a button for each place of the grid. @param {number} columns @param {number} rows @param {string} size */
  createGrid(columns, rows, size) {
    this.grid.dataset.size = size;
    this.grid.toggleAttribute("data-small", Math.max(columns, rows) > 16);
    this.grid.toggleAttribute("data-big", Math.max(columns, rows) < 11);
    const [column, row] = coordinates(this.focused);
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

  /** Update a button if its tile has changed. @param {HTMLElement} button @param {string} tile
   * @param {Set<string>} tiles */
  updateButton(button, tile, tiles) {
    const description = tiles.has(tile) ? this.describe(tile) : gettext("no tile");
    const label = `${tile}, ${description}`;
    if (button.getAttribute("aria-label") === label) return;
    button.setAttribute("aria-label", label);
    button.toggleAttribute("data-on", tiles.has(tile));
    const piece = this.board.pieces[tile];
    const item = this.board.items[tile];
    const target = this.board.targets[tile];
    button.toggleAttribute("data-target", Boolean(target));
    const seat = target ?? piece?.seat ?? item?.split(" ")[1];
    if (seat) button.dataset.seat = seat;
    else delete button.dataset.seat;
    button.replaceChildren(...this.shapes(piece, item));
  }

  /**
   * Return the piece and the item of a tile as SVG elements.
   * @param {import("./model.js").EditedPiece | undefined} piece @param {string | undefined} item
   */
  shapes(piece, item) {
    const sprite = this.form.dataset.sprite ?? "";
    const shapes = [];
    if (item)
      shapes.push(
        standaloneSvg(itemShape(sprite, "A1", item), "0 0 100 100", item.split(" ")[1], piece ? "under" : ""),
      );
    if (piece) {
      const figure = pieceShape(sprite, { ...piece, tile: "" });
      // An Emperor has no experience of its own: it moves as far as its best pawn.
      if (piece.kind === "emperor") figure.querySelector(".worth")?.remove();
      shapes.push(standaloneSvg(figure, "-50 -50 100 100", piece.seat));
    }
    return shapes;
  }

  /** Return what is on a tile, in words. @param {string} tile */
  describe(tile) {
    const piece = this.board.pieces[tile];
    const item = this.board.items[tile];
    const target = this.board.targets[tile];
    const seat = piece?.seat.toUpperCase();
    const parts = [];
    if (piece?.kind === "emperor") parts.push(fill(gettext("Emperor of %(seat)s"), { seat }));
    else if (piece)
      parts.push(fill(gettext("pawn of %(seat)s, experience %(experience)s"), { seat, experience: piece.experience }));
    if (item === "treasure") parts.push(gettext("treasure"));
    else if (item) parts.push(fill(gettext("chest of %(seat)s"), { seat: item.slice(-1).toUpperCase() }));
    if (target) parts.push(fill(gettext("target of %(seat)s"), { seat: target.toUpperCase() }));
    return parts.join(", ") || gettext("empty");
  }
}

/** Return a drawing with one shape. @param {SVGElement} shape @param {string} viewBox @param {string} seat */
function standaloneSvg(shape, viewBox, seat = "", css = "") {
  const drawing = svg("svg", { viewBox, "aria-hidden": "true", class: css || undefined }, shape);
  if (seat) drawing.dataset.seat = seat;
  return drawing;
}

const form = document.querySelector("[data-drawing]");
if (form instanceof HTMLFormElement) new BoardEditor(form);
