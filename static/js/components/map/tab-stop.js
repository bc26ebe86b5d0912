// The territory of a map that the tab key reaches, and the keys that lead to others.

/** Leads the keyboard over a map. */
export class TabStop {
  /** Whether the focus has been on the map or its tools. */
  isEntered = false;

  /** @param {import("./map.js").BattleMap} map @param {import("./scene.js").Scene} scene */
  constructor(map, scene) {
    this.map = map;
    this.scene = scene;
    scene.root.addEventListener("keydown", (event) => this.handleKey(/** @type {KeyboardEvent} */ (event)));
    map.addEventListener("focusin", () => (this.isEntered = true), { once: true });
    scene.cells.values().next().value?.setAttribute("tabindex", "0");
  }

  /** Let the tab key enter the map where something can be ordered, until somebody has entered it. */
  startWithOwn() {
    const first = this.scene.root.querySelector("[data-mine]")?.getAttribute("data-at");
    if (first && !this.isEntered) this.set(first);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const { choice } = this.map;
    const at = this.map.territoryOf(event);
    if (["Enter", " "].includes(event.key)) choice.choose(at);
    else if (event.key === "Escape") choice.choose(choice.selected);
    else if (event.key.startsWith("Arrow")) this.move(at, event.key);
    else return;
    event.preventDefault();
  }

  /**
   * Focus the neighbour in a direction; the nearest territory where there is none.
   * @param {string} at @param {string} key
   */
  async move(at, key) {
    const { nextInDirection } = await this.map.modules.directions();
    const next = nextInDirection(this.scene.ground, at, key);
    if (next) this.set(next, true);
  }

  /** Make a territory the one that the tab key reaches. @param {string} at */
  set(at, focus = false) {
    for (const cell of this.scene.cells.values()) cell.setAttribute("tabindex", "-1");
    const cell = this.scene.cells.get(at);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus();
  }
}
