// Shows what the push service brings: a sentence, and the page that it points to. It keeps nothing and reads nothing.
/** @type {any} */
const worker = self;

worker.addEventListener("push", (/** @type {any} */ event) => {
  const said = event.data?.json() ?? {};
  const options = { body: said.body, tag: said.tag, data: { url: said.url }, icon: "/static/images/icon-192.png" };
  event.waitUntil(worker.registration.showNotification(said.title ?? "", options));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/notices/", worker.location.origin);
  if (url.origin === worker.location.origin) event.waitUntil(worker.clients.openWindow(url.href));
});
