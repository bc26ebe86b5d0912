// A form in which a board or map is chosen: it offers only the rules that fit, and only the numbers of seats that both
// allow.

/** The allowed numbers of seats by board or map, and by rules. @type {Record<string, Record<string, number[]>>} */
const seatCounts = JSON.parse(document.getElementById("fits")?.textContent || "{}");
const field = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=field]"));
const preset = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=preset]"));
const seats = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=table_seats]"));
const advance = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=advance]"));
const computers = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=computers]"));

/** @type {{parent: Node, option: HTMLOptionElement}[]} */
const all = [...(preset?.options ?? [])].map((option) => ({ parent: /** @type {Node} */ (option.parentNode), option }));
const children = [...(preset?.children ?? [])];

/** Leave the rules that fit the chosen board. Options are removed, as some browsers show those that are only hidden. */
function filterRules() {
  if (!field || !preset) return;
  const fitting = seatCounts[field.value] ?? {};
  const chosen = preset.value;
  for (const { option } of all) option.remove();
  for (const { parent, option } of all) if (fitting[option.value]) parent.appendChild(option);
  preset.replaceChildren(...children.filter((each) => isShown(each, fitting)));
  preset.value = fitting[chosen] ? chosen : (Object.keys(fitting)[0] ?? "");
  limitSeats(fitting[preset.value] ?? []);
}

/**
 * Return whether a group has options left, or an option fits.
 * @param {Element} element @param {Record<string, number[]>} fitting
 */
function isShown(element, fitting) {
  if (element instanceof HTMLOptGroupElement) return element.children.length > 0;
  return !(element instanceof HTMLOptionElement) || Boolean(fitting[element.value]);
}

/** Bound the numbers of seats and of computer players. @param {number[]} counts */
function limitSeats(counts) {
  if (!counts.length) return;
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  if (seats) {
    Object.assign(seats, { min: String(min), max: String(max) });
    if (!counts.includes(Number(seats.value))) seats.value = String(max);
    limitAdvance();
  }
  if (computers) {
    computers.max = String(max - 1);
    if (Number(computers.value) > max - 1) computers.value = "";
  }
}

/** Let at most half of the seats go on to the next stage. */
function limitAdvance() {
  if (!advance || !seats) return;
  advance.max = String(Math.max(Math.floor(Number(seats.value) / 2), 1));
  if (Number(advance.value) > Number(advance.max)) advance.value = advance.max;
}

seats?.addEventListener("change", limitAdvance);
field?.addEventListener("change", filterRules);
preset?.addEventListener("change", () => limitSeats(seatCounts[field?.value ?? ""]?.[preset.value] ?? []));
filterRules();

export {};
