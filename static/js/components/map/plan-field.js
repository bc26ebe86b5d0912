// The plan of a round in which all act at once, as it stands in the field of the orders.

/** Return an order without its number, a trade as its verb: in a plan a second one replaces the first. @param {string} line */
function withoutNumber(line) {
  return line.replace(/^\s*trade.*/, "trade").trim().replace(/\s+\d+$/, "");
}

/** Reads and writes the plan of a map. */
export class PlanField {
  /** The plans before each change of this round's. @type {string[][]} */
  history = [];

  /** @param {import("./map.js").BattleMap} map */
  constructor(map) {
    this.map = map;
  }

  /** The field itself: only where all act at once. */
  get field() {
    return /** @type {HTMLTextAreaElement | null} */ (document.querySelector("[data-plan]"));
  }

  /** The orders, one a line. */
  get lines() {
    const lines = (this.field?.value ?? "").split(/[\n;]/).filter((line) => line.trim());
    const { scene } = this.map;
    if (!scene) return lines;
    // Any case will do: each word is spelt as the map does.
    const spellings = new Map([...scene.cells.keys()].map((id) => [id.toLowerCase(), id]));
    const spell = (/** @type {string} */ word) => spellings.get(word.toLowerCase()) ?? word.toLowerCase();
    return lines.map((line) => line.replace(/\S+/g, spell));
  }

  /** Return the orders with one more, which replaces that for the same thing. @param {string} text */
  with(text) {
    return [...this.lines.filter((line) => withoutNumber(line) !== withoutNumber(text)), text];
  }

  /** Write the plan. @param {string[]} lines */
  set(lines, isUndoable = true) {
    if (isUndoable) this.history.push(this.lines);
    if (this.field) this.field.value = lines.join("\n");
    this.schedulePreview();
    this.map.render();
  }

  /** Take back the last change. */
  undo() {
    this.set(this.history.pop() ?? [], false);
  }

  /** Have the plan checked after a moment. */
  schedulePreview(isNewStep = false) {
    this.map.loadPreview().then((preview) => preview.schedule(isNewStep));
  }

  /**
   * Write the sealed order into the plan, where it can be changed; empty the plan for a new round, and for the first
   * one once armies were placed.
   * @param {string} order
   */
  restore(order, isNewStep = false) {
    if (isNewStep) this.history = [];
    const isPlan = order !== "" && order !== "-" && order !== "resign";
    if (this.field && isPlan) this.field.value = order.replace(/; /g, "\n");
    else if (this.field && isNewStep) this.field.value = "";
    if (isPlan) this.schedulePreview(isNewStep);
    else this.map.preview?.schedule(isNewStep);
  }
}
