// The plan of a round in which all act at once: its orders as chips that can be changed, what it adds to the map, and
// orders that are planned at once: those of the last round again, and all armies on their way to the border.
import { fill, gettext } from "../../core/i18n.js";
import { units } from "./armies.js";
import { actionLabel } from "./actions.js";
import { html } from "./elements.js";
import { placeName } from "./status-text.js";

/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Ground} Ground */
/** @typedef {import("./types.js").Holding} Holding */
/** @typedef {import("./types.js").PreviewLine} PreviewLine */

const ADDING = new Set(["place", "reinforce", "colonize", "build"]);
/** A form that allows so many armies leaves their number open. */
const OPEN = 10 ** 6;

/**
 * Return the armies under construction with those that the plan adds.
 * @param {Record<string, number> | undefined} building @param {string[][]} planned @returns {Record<string, number>}
 */
export function withPlanned(building = {}, planned) {
  const total = { ...building };
  for (const [verb, at, count] of planned) if (ADDING.has(verb)) total[at] = (total[at] ?? 0) + (Number(count) || 0);
  return total;
}

/** Return how many armies of the reserve the plan uses. @param {string[]} lines */
export function countPlanned(lines) {
  const planned = lines.map((line) => line.trim().split(/\s+/));
  return planned.reduce((sum, [verb, , count]) => sum + (ADDING.has(verb) ? Number(count) || 0 : 0), 0);
}

/** Return the form that an order of the plan fills in. @param {Form[]} forms @param {string} line */
export function formOf(forms, line) {
  const [verb, first, second] = line.trim().split(/\s+/);
  return forms.find(
    (form) =>
      form.do === verb && (form.at === first || form.seat === first || (form.from === first && form.to === second)),
  );
}

/**
 * Return the forms with the most armies that there are, where the rules leave the number open.
 * @param {Form[]} forms @param {string[]} lines of the plan @param {Holding[]} pieces @param {number} reserve
 */
export function boundedForms(forms, lines, pieces, reserve) {
  const planned = lines.map((line) => line.trim().split(/\s+/));
  const spent = (/** @type {Form} */ form) =>
    planned.reduce(
      (sum, [verb, at, n]) => sum + (ADDING.has(verb) && !(verb === form.do && at === form.at) ? Number(n) : 0),
      0,
    );
  const added = (/** @type {string} */ at) =>
    planned.reduce((sum, [verb, place, n]) => sum + (ADDING.has(verb) && place === at ? Number(n) : 0), 0);
  return forms.map((form) => {
    if (!form.armies || form.armies[1] < OPEN) return form;
    const standing = pieces.find(({ tile }) => tile === form.from)?.armies ?? 0;
    const most = form.from ? standing - 1 + added(form.from) : reserve - spent(form);
    return { ...form, armies: [form.armies[0], Math.max(form.armies[0], most)], ...unitsAt(form, pieces) };
  });
}

/**
 * Return the units that a form may name, first the one of which most stand where the armies come from.
 * @param {Form} form @param {Holding[]} pieces @returns {{unit?: string[]}}
 */
function unitsAt({ unit, from }, pieces) {
  const garrison = pieces.find(({ tile }) => tile === from)?.units ?? {};
  return unit ? { unit: [...unit].sort((one, other) => (garrison[other] ?? 0) - (garrison[one] ?? 0)) } : {};
}

/** Return the unit that an order names; blank where it names none. @param {string} line */
function unitOf(line) {
  return /\d\s([a-z]+)$/.exec(line.trim())?.[1] ?? "";
}

/** Armies for three cards of a kind; any other set brings as many as the greatest of them. */
const SETS = /** @type {Record<string, number>} */ ({ infantry: 6, cavalry: 8, artillery: 10 });

/**
 * Return the armies that the trade of a plan brings.
 * @param {string[]} lines @param {Map<string, {card: string}>} [places]
 */
export function countTraded(lines, places) {
  const cards = lines.map((line) => line.trim().split(/\s+/)).find(([verb]) => verb === "trade");
  if (!cards) return 0;
  const symbols = cards.slice(1).flatMap((card) => places?.get(card)?.card || []);
  return symbols.length > 1 && new Set(symbols).size === 1 ? SETS[symbols[0]] : SETS.artillery;
}

/** @param {string} card */
function cardName(card) {
  return /^wild\d$/.test(card ?? "") ? gettext("wild card") : placeName(card ?? "");
}

/** Return an order with another number. @param {string} line @param {number} count */
export function withCount(line, count) {
  return line.trim().replace(/\d+(?=(\s[a-z]+)?$)/, String(count));
}

/** Return the number of an order; null where it has none. @param {string} line */
export function countOf(line) {
  const [, count] = /\s(\d+)(?:\s[a-z]+)?$/.exec(line.trim()) ?? [];
  return count ? Number(count) : null;
}

/**
 * Return those of the orders that can be given again, with as many armies as there are.
 * @param {string[]} lines @param {Form[]} forms
 */
export function repeatable(lines, forms) {
  return lines.flatMap((line) => {
    const form = formOf(forms, line);
    const count = countOf(line);
    if (!form) return [];
    if (form.do === "truce") return [];
    return [form.armies && count ? withCount(line, Math.min(count, form.armies[1])) : line.trim()];
  });
}

/**
 * Return orders that move all armies inside the reader's land one step towards the nearest border.
 * @param {Ground} ground @param {Holding[]} pieces @param {string} own @param {Form[]} forms
 */
export function movesToBorder({ territories, routes }, pieces, own, forms) {
  const mine = new Set(pieces.filter(({ seat }) => seat === own).map(({ tile }) => tile));
  const near = (/** @type {string} */ at) => routes.flatMap(({ a, b }) => (a === at ? [b] : b === at ? [a] : []));
  /** @type {Map<string, number>} */
  const steps = new Map();
  let edge = territories.map(({ id }) => id).filter((id) => mine.has(id) && near(id).some((other) => !mine.has(other)));
  for (let step = 0; edge.length; step++) {
    for (const id of edge) steps.set(id, step);
    edge = [...new Set(edge.flatMap(near))].filter((id) => mine.has(id) && !steps.has(id));
  }
  return [...steps].flatMap(([from, step]) => {
    const moves = forms.filter(
      (form) => form.do === "move" && form.from === from && (steps.get(form.to ?? "") ?? step) < step,
    );
    const [best] = moves.sort((one, other) => (steps.get(one.to ?? "") ?? 0) - (steps.get(other.to ?? "") ?? 0));
    const [unit] = best?.unit ?? [];
    const there = unit ? (pieces.find(({ tile }) => tile === from)?.units?.[unit] ?? 0) : Infinity;
    const count = Math.min(best?.armies?.[1] ?? 0, there);
    return count > 0 ? [`move ${from} ${best.to} ${count} ${unit ?? ""}`.trim()] : [];
  });
}

/**
 * Return the plan as a list of chips.
 * @param {string[]} lines @param {Form[]} forms @param {PreviewLine[]} findings
 * @param {(lines: string[]) => void} change
 */
export function planChips(lines, forms, findings, change) {
  const chips = lines.map((line, index) => {
    const set = (/** @type {string | null} */ text) =>
      change(lines.flatMap((each, at) => (at === index ? (text ?? []) : each)));
    const chip = html(
      "li",
      { className: "map-chip" },
      html("span", { textContent: chipText(line) }),
      ...stepper(line, formOf(forms, line), set),
    );
    const order = line.trim().replace(/\bwild\d\b/g, gettext("wild card"));
    const remove = tool("✕", fill(gettext("Remove %(order)s"), { order }), () => set(null));
    chip.append(remove);
    if (lines.length > 1) chip.append(handle(lines, index, change));
    for (const [at, button] of chip.querySelectorAll("button").entries()) button.dataset.key = `${index} ${at}`;
    const found = findings.find((each) => each.line === index + 1);
    if (found?.level) chip.dataset.level = found.level;
    if (found?.level === "error" || found?.level === "warning")
      chip.append(html("small", { textContent: found.said.join(" ") }));
    return chip;
  });
  const list = html("ul", { className: "map-plan" }, ...chips);
  list.setAttribute("aria-label", gettext("Your sheet"));
  return list;
}

/** Return the lines with one of them at another place. @param {string[]} lines @param {number} from @param {number} to */
export function moved(lines, from, to) {
  const rest = lines.filter((_line, at) => at !== from);
  return [...rest.slice(0, to), lines[from], ...rest.slice(to)];
}

/**
 * Return what an order is moved by among the others: dragged, or with the arrow keys.
 * @param {string[]} lines @param {number} index @param {(lines: string[]) => void} change
 */
function handle(lines, index, change) {
  const label = fill(gettext("Move %(order)s: drag it, or use the arrow keys"), { order: lines[index].trim() });
  const grip = tool("⠿", label, () => {});
  grip.classList.add("chip-grip");
  grip.dataset.place = String(index);
  const move = (/** @type {number} */ to) => {
    if (to < 0 || to >= lines.length || to === index) return;
    change(moved(lines, index, to));
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-place="${to}"]`))?.focus();
  };
  grip.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(index + step);
  });
  const drop = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const isStillThere = document.querySelector(`[data-place="${index}"]`)?.getAttribute("aria-label") === label;
    const under = document.elementFromPoint(clientX, clientY)?.closest(".map-chip");
    const place = under?.querySelector("[data-place]")?.getAttribute("data-place");
    if (isStillThere && place) move(Number(place));
  };
  grip.addEventListener("pointerdown", ({ pointerId }) => {
    grip.setPointerCapture(pointerId);
    listenToDrop(drop);
  });
  return grip;
}

/**
 * Call once when the pointer that was just pressed is released; the element under it may be drawn anew meanwhile.
 * @param {(event: PointerEvent) => void} drop
 */
function listenToDrop(drop) {
  const drag = new AbortController();
  const { signal } = drag;
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerdown"]))
    document.addEventListener(
      end,
      (event) => {
        drag.abort();
        if (end === "pointerup") drop(event);
      },
      { signal, capture: true },
    );
}

/** Return an order in words. @param {string} line */
export function chipText(line) {
  const unit = unitOf(line);
  return unit ? `${orderText(line)} (${units.name?.(unit) ?? unit})` : orderText(line);
}

/** Return an order in words, without its number and its unit. @param {string} line */
function orderText(line) {
  const [verb, first, second, ...rest] = line.trim().split(/\s+/);
  if (verb === "truce") return fill(gettext("Truce with %(seat)s, rounds:"), { seat: (first ?? "").toUpperCase() });
  if (verb === "trade")
    return fill(gettext("Trade %(cards)s"), { cards: [first, second, ...rest].map(cardName).join(", ") });
  if (!second || /^\d+$/.test(second)) return actionLabel(verb, first ?? "");
  return fill(gettext("%(action)s from %(place)s"), { action: actionLabel(verb, second), place: placeName(first) });
}

/**
 * Return the number of an order between buttons that change it.
 * @param {string} line @param {Form | undefined} form @param {(text: string) => void} set
 */
function stepper(line, form, set) {
  const count = countOf(line);
  if (count === null) return [];
  const [least, most] = form?.armies ?? form?.rounds ?? [1, count];
  const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ to) => {
    const button = tool(sign, `${label}: ${chipText(line)}`, () => set(withCount(line, to)));
    button.disabled = to < least || to > most;
    return button;
  };
  return [
    step("−", gettext("Fewer"), count - 1),
    html("b", { textContent: String(count) }),
    step("+", gettext("More"), count + 1),
  ];
}

/** @param {string} textContent @param {string} label @param {() => void} act */
function tool(textContent, label, act) {
  const button = html("button", { type: "button", className: "chip-tool", textContent });
  button.setAttribute("aria-label", label);
  button.addEventListener("click", act);
  return button;
}

/**
 * Return the buttons of the whole plan.
 * @param {{repeat: string[], border: string[], canUndo: boolean, isEmpty: boolean, isSent: boolean}} plan
 * @param {{add: (lines: string[]) => void, undo: () => void}} act
 */
export function planTools({ repeat, border, canUndo, isEmpty, isSent }, act) {
  const button = (
    /** @type {string} */ textContent,
    /** @type {() => void} */ run,
    className = "button small quiet",
  ) => {
    const element = html("button", { type: "button", className, textContent });
    element.addEventListener("click", run);
    element.dataset.key = textContent;
    return element;
  };
  const send = () =>
    /** @type {HTMLFormElement | null} */ (document.querySelector("[data-order-form]"))?.requestSubmit();
  return [
    ...(repeat.length ? [button(gettext("As last round"), () => act.add(repeat))] : []),
    ...(border.length ? [button(gettext("All to the border"), () => act.add(border))] : []),
    ...(canUndo ? [button(gettext("Undo"), act.undo)] : []),
    ...(isEmpty
      ? []
      : [button(isSent ? gettext("Send changed order") : gettext("Send order"), send, "button small primary")]),
  ];
}

/**
 * Return those of the orders whose armies the plan does not use yet.
 * @param {string[]} orders @param {string[]} lines of the plan
 */
export function unplanned(orders, lines) {
  const used = new Set(
    lines
      .map((line) => line.trim().split(/\s+/))
      .filter(([verb]) => ["move", "attack"].includes(verb))
      .map(([, from]) => from),
  );
  return orders.filter((order) => !used.has(order.split(" ")[1]));
}

/**
 * Return the chips of the plan and the buttons for all of it.
 * @param {{lines: string[], before: string, forms: Form[], own: string, ground: Ground, pieces: Holding[],
 *   isChoosing: boolean}} plan with the order of the round before, and whether the reader is choosing on the map
 * @param {{canUndo: boolean, isSent: boolean, findings: PreviewLine[]}} state
 * @param {{set: (lines: string[]) => void, undo: () => void}} act
 * @returns {Node[]}
 */
export function planNodes({ lines, before, forms, own, ground, pieces, isChoosing }, state, act) {
  const { canUndo, isSent, findings } = state;
  const isEmpty = !lines.length;
  const tools = planTools(
    {
      repeat: isChoosing || !isEmpty ? [] : repeatable(before.split("; "), forms),
      border: isChoosing ? [] : unplanned(movesToBorder(ground, pieces, own, forms), lines),
      canUndo,
      isEmpty,
      isSent,
    },
    { add: (added) => act.set([...lines, ...added]), undo: act.undo },
  );
  return isEmpty ? tools : [planChips(lines, forms, findings, act.set), ...tools];
}

/**
 * Return the chips and the buttons of the plan of a map; nothing where nothing can be ordered.
 * @param {import("./map.js").BattleMap} map
 */
export function planNodesOf(map) {
  const { plan, choice, scene, forms, live } = map;
  if (!scene || !forms.length) return [];
  const { you, last, position } = live;
  const own = you?.seat ?? "";
  const before = last?.orders?.find(([seat]) => seat === own)?.[1] ?? "";
  return planNodes(
    { lines: plan.lines, before, forms, own, ground: scene.ground, pieces: position.pieces, isChoosing: Boolean(choice.selected) },
    { canUndo: map.plan.history.length > 0, isSent: Boolean(you?.order), findings: map.preview?.rows ?? [] },
    { set: (lines) => map.plan.set(lines), undo: () => map.plan.undo() },
  );
}

/** Show changes of the typed plan, and let the button empty it. @param {import("./map.js").BattleMap} map */
export function listen(map) {
  map.plan.field?.addEventListener("input", () => map.render());
  document.querySelector("[data-clear-plan]")?.addEventListener("click", () => map.plan.set([]));
}
