// What there is to know of one territory, in a dialog: for a long press, the other button of the mouse, or the key I.
import { fill, gettext, ngettext } from "../../core/i18n.js";
import { html } from "./elements.js";
import { describeRegions, missingText } from "./regions.js";

/** Milliseconds that a finger stays, and pixels that it may move meanwhile. */
const LONG_PRESS = 500,
  MAX_MOVE = 10;

/** Opens the details of territories. */
export class Details {
  timer = 0;
  /** Whether the finger that is down has opened them, so that lifting it chooses nothing. */
  isOpened = false;

  /** @param {import("./map.js").BattleMap} map */
  constructor(map) {
    this.map = map;
    this.dialog = html("dialog", { className: "dialog" });
    this.dialog.setAttribute("aria-labelledby", "map-details-title");
    document.body.append(this.dialog);
    // Not `closedby`: lifting the finger that has opened the dialog would close it.
    this.dialog.addEventListener("pointerdown", ({ target }) => target === this.dialog && this.dialog.close());
    const root = /** @type {SVGElement} */ (map.scene?.root);
    root.addEventListener("contextmenu", (event) => this.handle(event));
    root.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (event);
      if (key.toLowerCase() === "i" && !ctrlKey && !metaKey && !altKey) this.handle(event);
    });
    root.addEventListener("pointerdown", (event) => this.press(/** @type {PointerEvent} */ (event)));
    for (const type of ["pointermove", "pointerup", "pointercancel"])
      addEventListener(type, (event) => this.follow(/** @type {PointerEvent} */ (event)));
    root.addEventListener("click", (event) => this.isOpened && event.stopImmediatePropagation(), true);
  }

  /** Handle the event for which this was loaded, if the finger is still there. @param {Event} event */
  begin(event) {
    const { target } = event;
    if (event.type === "contextmenu") this.handle(event);
    else if (event instanceof PointerEvent && target instanceof Element && target.hasPointerCapture(event.pointerId))
      this.press(event);
  }

  /** @param {Event} event */
  handle(event) {
    const at = this.map.territoryOf(event);
    if (!at) return;
    event.preventDefault();
    this.cancel();
    this.isOpened = /** @type {PointerEvent} */ (event).pointerType === "touch";
    this.open(at);
  }

  /** Begin a long press; another finger ends it. Not every browser has a menu that a long press asks for.
   * @param {PointerEvent} event */
  press(event) {
    this.cancel();
    this.isOpened = false;
    const at = this.map.territoryOf(event);
    if (event.pointerType !== "touch" || !event.isPrimary || !at) return;
    this.start = event;
    this.timer = setTimeout(() => {
      this.isOpened = true;
      this.open(at);
    }, LONG_PRESS);
  }

  /** End a long press that has moved or is over. @param {PointerEvent} event */
  follow({ type, clientX, clientY }) {
    const { start } = this;
    if (type !== "pointermove" || (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > MAX_MOVE))
      this.cancel();
  }

  cancel() {
    clearTimeout(this.timer);
    this.start = undefined;
  }

  /** Show a territory. @param {string} at */
  open(at) {
    const { dialog } = this;
    if (dialog.open) return;
    const close = html("button", { type: "button", className: "button small", textContent: gettext("Close") });
    close.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(
      html("div", {}, ...this.describe(at), html("div", { className: "row" }, ...this.actions(at), close)),
    );
    dialog.showModal();
  }

  /** Return what is known of a territory. @param {string} at */
  describe(at) {
    const { scene, live, playback } = this.map;
    const name = scene?.places.get(at)?.name ?? at;
    const building = (playback ? null : live.position.building?.[at]) ?? 0;
    const title = html("h2", { id: "map-details-title", textContent: name });
    const facts = [
      this.holdingText(at),
      building ? fill(ngettext("%(n)s army is being built.", "%(n)s armies are being built.", building), { n: building }) : "",
      this.regionText(at),
    ]; // prettier-ignore
    return [
      title,
      ...facts.filter(Boolean).map((textContent) => html("p", { textContent })),
      html("h3", { textContent: gettext("Neighbours") }),
      html("ul", { className: "map-standings" }, ...this.neighbours(at)),
    ];
  }

  /** Return whose a territory is, with how many armies, as the map says it to screen readers. @param {string} at */
  holdingText(at) {
    const text = this.map.scene?.cells.get(at)?.getAttribute("aria-label") ?? "";
    const start = `${this.map.scene?.places.get(at)?.name}: `;
    return text.startsWith(start) ? text[start.length].toUpperCase() + text.slice(start.length + 1) : text;
  }

  /** Return who holds how much of the region, and what the reader lacks of it. @param {string} at */
  regionText(at) {
    const { scene, surroundings, names, live } = this.map;
    const { pieces = [], pays = false } = surroundings ?? {};
    const id = scene?.places.get(at)?.region;
    const region = scene && describeRegions(scene.ground, pieces).find((each) => each.id === id);
    if (!region) return "";
    const { name, bonus, held, size } = region;
    const shares = held.map(([seat, count]) => `${seat === "n" ? gettext("neutral") : (names[seat] ?? seat)} ${count}`);
    const title = pays ? `${name} +${bonus}` : name;
    const missing = missingText(scene.ground, region, pieces, live.you?.seat ?? "");
    return [title, `${shares.join(", ") || 0} / ${size}`, missing].filter(Boolean).join(" · ");
  }

  /** Return a row for each neighbour. @param {string} at */
  neighbours(at) {
    const { scene, surroundings } = this.map;
    const pieces = surroundings?.pieces ?? [];
    const routes = scene?.ground.routes.filter(({ a, b }) => a === at || b === at) ?? [];
    return routes.map(({ a, b, type, wraps }) => {
      const id = a === at ? b : a;
      const seat = pieces.find(({ tile }) => tile === id)?.seat ?? "";
      const way = wraps ? gettext("around the edge") : type === "sea" ? gettext("over water") : "";
      const name = scene?.places.get(id)?.name ?? id;
      const said = this.holdingText(id);
      const row = html(
        "li",
        {},
        html("i", { textContent: /^[a-f]$/.test(seat) ? seat.toUpperCase() : "–", ariaHidden: "true" }),
        html("b", { textContent: name }),
        ` ${[said, way].filter(Boolean).join(" · ")}`,
      );
      row.dataset.seat = seat;
      return row;
    });
  }

  /** Return a button that begins to choose several territories with this one, where that can be done. @param {string} at */
  actions(at) {
    const { map } = this;
    const { group } = map;
    if (!group || group.isOn || map.playback || !group.canChoose(at)) return [];
    const button = html("button", {
      type: "button",
      className: "button small primary",
      textContent: gettext("Select several"),
    });
    button.addEventListener("click", () => {
      this.dialog.close();
      map.choice.selected = at;
      group.toggle();
    });
    return [button];
  }
}
