// A list of time zones with a search for cities above it, and a button for the zone of this browser.

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-zones]"))) {
  const select = place.querySelector("select");
  if (!select) continue;
  const all = [...select.options].map((option) => ({ parent: /** @type {Node} */ (option.parentNode), option }));
  const groups = [...select.children];

  const search = document.createElement("input");
  Object.assign(search, { type: "search", autocomplete: "off", placeholder: place.dataset.search ?? "" });
  search.setAttribute("aria-label", place.dataset.search ?? "");
  search.addEventListener("input", (event) => {
    event.stopPropagation();
    show(search.value);
  });
  search.addEventListener("change", (event) => event.stopPropagation());
  const column = Object.assign(document.createElement("div"), { className: "zones" });
  select.before(column);
  column.append(search, select);

  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (all.some(({ option }) => option.value === here)) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button small quiet", textContent: `${place.dataset.here} (${here.replaceAll("_", " ")})` });
    button.hidden = select.value === here;
    button.addEventListener("click", () => choose(here));
    select.after(button);
    select.addEventListener("change", () => (button.hidden = select.value === here));
  }

  /** @param {string} zone */
  function choose(zone) {
    show("");
    /** @type {HTMLSelectElement} */ (select).value = zone;
    select?.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Leave the zones whose city, region or name holds the words. @param {string} words */
  function show(words) {
    if (!select) return;
    const wanted = plain(words);
    const chosen = select.value;
    for (const { option } of all) option.remove();
    for (const { parent, option } of all) if (option.value === chosen || plain(`${option.label} ${option.value}`).includes(wanted)) parent.appendChild(option);
    for (const group of groups) if (group instanceof HTMLOptGroupElement) group.hidden = !group.children.length;
    select.value = chosen;
    const found = [...select.options].filter(({ value }) => value !== chosen);
    if (wanted && found.length === 1 && found[0]) choose(found[0].value);
  }
}

/** Without accents, capitals and underscores. @param {string} words */
function plain(words) {
  return words.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("_", " ").toLowerCase().trim();
}

export {};
