// A form in which a battlefield is chosen offers only the rules that fit it, and only the numbers of seats that both allow.

/** @type {Record<string, Record<string, number[]>>} By battlefield and rules: the numbers of seats. */
const fits = JSON.parse(document.getElementById("fits")?.textContent || "{}");
const field = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=field]"));
const preset = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=preset]"));
const seats = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=table_seats]"));
const advance = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=advance]"));
const computers = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=computers]"));

/** @type {{parent: Node, option: HTMLOptionElement}[]} */
const all = [...(preset?.options ?? [])].map((option) => ({ parent: /** @type {Node} */ (option.parentNode), option }));
const groups = [...(preset?.children ?? [])];

/** Leave the rules that fit the battlefield; browsers still show options that are only hidden, so others are taken out. */
function filter() {
  if (!field || !preset) return;
  const fitting = fits[field.value] ?? {};
  const chosen = preset.value;
  for (const { option } of all) option.remove();
  for (const { parent, option } of all) if (fitting[option.value]) parent.appendChild(option);
  preset.replaceChildren(...groups.filter((each) => !(each instanceof HTMLOptGroupElement) || each.children.length).filter((each) => !(each instanceof HTMLOptionElement) || fitting[each.value]));
  preset.value = fitting[chosen] ? chosen : (Object.keys(fitting)[0] ?? "");
  bound(fitting[preset.value] ?? []);
}

/** @param {number[]} counts */
function bound(counts) {
  if (!counts.length) return;
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (seats) {
    Object.assign(seats, { min: String(least), max: String(most) });
    if (!counts.includes(Number(seats.value))) seats.value = String(most);
    halve();
  }
  if (computers) {
    computers.max = String(most - 1);
    if (Number(computers.value) > most - 1) computers.value = "";
  }
}

/** At most half of a table goes on. */
function halve() {
  if (!advance || !seats) return;
  advance.max = String(Math.max(Math.floor(Number(seats.value) / 2), 1));
  if (Number(advance.value) > Number(advance.max)) advance.value = advance.max;
}

seats?.addEventListener("change", halve);
field?.addEventListener("change", filter);
preset?.addEventListener("change", () => bound(fits[field?.value ?? ""]?.[preset.value] ?? []));
filter();

export {};
