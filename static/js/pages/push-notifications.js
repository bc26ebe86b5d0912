// Asks the browser to tell its reader things while no page is open; only after a press of the button.

/** @param {string} text base64url */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** @param {HTMLElement} part */
async function subscribe(part) {
  if (!("serviceWorker" in navigator && "PushManager" in window)) return part.dataset.missing ?? "";
  if ((await Notification.requestPermission()) !== "granted") return part.dataset.denied ?? "";
  const registration = await navigator.serviceWorker.register(part.dataset.worker ?? "");
  await ready(registration);
  const applicationServerKey = bytes(part.dataset.key ?? "");
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, ...keys, browser: name() });
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token instanceof HTMLInputElement ? token.value : "" };
  const answer = await fetch(part.dataset.url ?? "", { method: "POST", headers, body });
  const said = await answer.json();
  if (answer.ok) location.reload();
  return said.done ?? said.title;
}

/** A worker must be active before its registration can subscribe. @param {ServiceWorkerRegistration} registration */
async function ready(registration) {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return;
  await new Promise((resolve) => worker.addEventListener("statechange", () => worker.state === "activated" && resolve(undefined)));
}

/** What to call this browser in the list. */
function name() {
  const known = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(navigator.userAgent);
  return known ? `${known[1].replace("Edg", "Edge").replace("OPR", "Opera")} ${known[2]}` : "";
}

const part = document.querySelector("[data-push]");
part?.querySelector("[data-push-on]")?.addEventListener("click", async () => {
  const status = part.querySelector("[data-push-status]");
  if (!(part instanceof HTMLElement) || !status) return;
  try {
    status.textContent = await subscribe(part);
  } catch {
    status.textContent = part.dataset.failed ?? "";
  }
});
