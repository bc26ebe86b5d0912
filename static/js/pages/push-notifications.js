// Subscribes this browser to push notifications when the button is pressed.

/** @param {string} text base64url */
function decodeBytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** Subscribe, and return what to tell the reader. @param {HTMLElement} section @returns {Promise<string>} */
async function subscribe(section) {
  if (!("serviceWorker" in navigator && "PushManager" in window)) return section.dataset.missing ?? "";
  if ((await Notification.requestPermission()) !== "granted") return section.dataset.denied ?? "";
  const registration = await navigator.serviceWorker.register(section.dataset.worker ?? "");
  await waitUntilActive(registration);
  const applicationServerKey = decodeBytes(section.dataset.key ?? "");
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, ...keys, browser: browserName() });
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  const headers = {
    "Content-Type": "application/json",
    "X-CSRFToken": token instanceof HTMLInputElement ? token.value : "",
  };
  const response = await fetch(section.dataset.url ?? "", { method: "POST", headers, body });
  const result = await response.json();
  if (response.ok) location.reload();
  return result.done ?? result.title;
}

/**
 * Wait for the worker to be active: before that its registration cannot subscribe.
 * @param {ServiceWorkerRegistration} registration
 */
async function waitUntilActive(registration) {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return;
  await new Promise((resolve) =>
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve(undefined)),
  );
}

/** Return a name for this browser, for the list of subscriptions: "Firefox 140", or "". */
function browserName() {
  const known = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(navigator.userAgent);
  return known ? `${known[1].replace("Edg", "Edge").replace("OPR", "Opera")} ${known[2]}` : "";
}

const section = document.querySelector("[data-push]");
section?.querySelector("[data-push-on]")?.addEventListener("click", async () => {
  const status = section.querySelector("[data-push-status]");
  if (!(section instanceof HTMLElement) || !status) return;
  try {
    status.textContent = await subscribe(section);
  } catch {
    status.textContent = section.dataset.failed ?? "";
  }
});

export {};
