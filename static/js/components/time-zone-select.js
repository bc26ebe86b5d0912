// A list of time zones, with a field above it that searches for cities and a button for the zone of this browser.

for (const container of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-time-zones]"))) {
  const select = container.querySelector("select");
  if (select) enhance(container, select);
}

/** Add the search field and the button. @param {HTMLElement} container @param {HTMLSelectElement} select */
function enhance(container, select) {
  const all = [...select.options].map((option) => ({ parent: /** @type {Node} */ (option.parentNode), option }));
  const groups = [...select.children];

  const search = document.createElement("input");
  Object.assign(search, { type: "search", autocomplete: "off", placeholder: container.dataset.search ?? "" });
  search.setAttribute("aria-label", container.dataset.search ?? "");
  search.addEventListener("input", (event) => {
    event.stopPropagation();
    filter(search.value);
  });
  search.addEventListener("change", (event) => event.stopPropagation());
  const column = Object.assign(document.createElement("div"), { className: "zones" });
  select.before(column);
  column.append(search, select);

  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (all.some(({ option }) => option.value === here)) {
    const button = document.createElement("button");
    const textContent = `${container.dataset.here} (${here.replaceAll("_", " ")})`;
    Object.assign(button, { type: "button", className: "button small quiet", textContent });
    button.hidden = select.value === here;
    button.addEventListener("click", () => choose(here));
    select.after(button);
    select.addEventListener("change", () => (button.hidden = select.value === here));
  }

  /** @param {string} zone */
  function choose(zone) {
    filter("");
    select.value = zone;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /**
   * Leave the zones whose city, region or name contains the text, and the chosen one; choose one that is left alone.
   * @param {string} text
   */
  function filter(text) {
    const wanted = normalize(text);
    const chosen = select.value;
    const matches = (/** @type {HTMLOptionElement} */ { label, value }) =>
      normalize(`${label} ${value}`).includes(wanted);
    for (const { option } of all) option.remove();
    for (const { parent, option } of all) if (option.value === chosen || matches(option)) parent.appendChild(option);
    for (const group of groups) if (group instanceof HTMLOptGroupElement) group.hidden = !group.children.length;
    select.value = chosen;
    const found = [...select.options].filter(({ value }) => value !== chosen);
    if (wanted && found.length === 1 && found[0]) choose(found[0].value);
  }
}

/** Return a text without accents, capitals and underscores. @param {string} text */
function normalize(text) {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("_", " ").toLowerCase().trim();
}

export {};
