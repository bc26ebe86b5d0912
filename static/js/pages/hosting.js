// The form that announces a tournament. When a field changes the contract, new sentences are marked and the first of
// them is announced.

const contract = document.getElementById("contract");
const news = /** @type {HTMLElement | null} */ (document.querySelector("[data-news]"));
const lines = () => [...(contract?.querySelectorAll("li, dd, p.row") ?? [])];
/** @param {Element} line */
const text = (line) => (line.textContent ?? "").replaceAll(/\s+/g, " ").trim();

let hideTimer = 0;
let before = new Set(lines().map(text));

document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.target !== contract) return;
  const fresh = lines().filter((line) => !before.has(text(line)));
  before = new Set(lines().map(text));
  for (const line of fresh) line.classList.add("fresh");
  const first = fresh.find((line) => !line.closest("[role=alert], .notice")) ?? fresh[0];
  if (news) {
    news.hidden = !first;
    clearTimeout(hideTimer);
    hideTimer = setTimeout(() => (news.hidden = true), 8000);
    news.textContent = first ? `${news.dataset.news} ${text(first)}` : "";
  }
});

// Bound the fields: a battle cannot need more seats than it has, and no round closes in the quiet hours.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.hosting"));
/** @param {string} name */
const input = (name) => /** @type {HTMLInputElement | HTMLSelectElement | null} */ (form?.elements.namedItem(name));

function updateBounds() {
  const [seats, least, daily] = [input("seats"), input("least_seats"), input("daily")];
  if (seats && least instanceof HTMLSelectElement) {
    for (const option of least.options) option.disabled = option.hidden = Number(option.value) > Number(seats.value);
    if (Number(least.value) > Number(seats.value)) least.value = seats.value;
  }
  if (daily instanceof HTMLInputElement) {
    const quiet = input("quiet_from")?.value && input("quiet_until")?.value;
    daily.min = quiet ? (input("quiet_until")?.value ?? "") : "";
    daily.max = quiet ? (input("quiet_from")?.value ?? "") : "";
  }
}

form?.addEventListener("change", updateBounds, { capture: true });
updateBounds();

export {};
