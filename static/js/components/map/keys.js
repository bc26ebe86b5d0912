// The keyboard between the map and what can be ordered. From a chosen territory Tab leads to its actions, and from any
// territory the key O to the orders; Escape, or Shift+Tab from the first of them, leads back. Who gave an order by
// keyboard goes on where a pointer would: at the same button, or on the map.

const CONTROLS = "button:not(:disabled), input, select";

/** Moves the focus between a map and the card of its actions. */
export class Keys {
  /** @param {import("./map.js").BattleMap} map @param {HTMLElement} card */
  constructor(map, card) {
    this.map = map;
    this.card = card;
    map.scene?.root.addEventListener("keydown", (event) => this.leaveMap(/** @type {KeyboardEvent} */ (event)));
    card.addEventListener("keydown", (event) => this.leaveActions(event));
  }

  /** The actions that can be reached now. @returns {HTMLElement[]} */
  get controls() {
    const found = /** @type {HTMLElement[]} */ ([...this.card.querySelectorAll(CONTROLS)]);
    return found.filter((each) => each.checkVisibility());
  }

  /** @param {KeyboardEvent} event */
  leaveMap(event) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || !this.map.territoryOf(event)) return;
    const isChosen = this.map.choice.selected || this.map.group?.chosen.size;
    if (key === "Tab" && isChosen) this.focus(this.controls[0], event);
    else if (key.toLowerCase() === "o")
      this.focus(this.controls.find((each) => each.matches(".primary")) ?? this.controls[0], event);
  }

  /** @param {KeyboardEvent} event */
  leaveActions(event) {
    const { key, shiftKey } = event;
    if (key === "Escape" || (key === "Tab" && shiftKey && document.activeElement === this.controls[0]))
      this.focus(this.territory, event);
  }

  /** The territory that the tab key reaches. @returns {HTMLElement | null | undefined} */
  get territory() {
    return this.map.scene?.root.querySelector('[data-at][tabindex="0"]');
  }

  /** @param {HTMLElement | null | undefined} element @param {Event} event */
  focus(element, event) {
    if (!element) return;
    event.preventDefault();
    element.focus();
  }

  /**
   * Draw the actions anew by a function. Who was there finds the same button; by keyboard, or the map where it is gone.
   * @param {() => void} draw
   */
  keepFocus(draw) {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const isInside = this.card.contains(active);
    const isByKeyboard = active.matches(":focus-visible");
    const name = nameOf(active);
    draw();
    if (!isInside || this.card.contains(document.activeElement)) return;
    const same = this.controls.find((each) => name && nameOf(each) === name);
    if (same) same.focus();
    else if (isByKeyboard) this.territory?.focus();
  }
}

/** Return what tells a button from the others. @param {HTMLElement} button */
function nameOf(button) {
  return button.dataset.key ?? button.textContent;
}
