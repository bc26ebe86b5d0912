// Shows push messages: a sentence, and on a click the page to which it points. It stores nothing.
/** @type {any} */
const pushWorker = self;

pushWorker.addEventListener("push", (/** @type {any} */ event) => {
  const message = event.data?.json() ?? {};
  const options = {
    body: message.body,
    tag: message.tag,
    data: { url: message.url },
    icon: "/static/images/icon-192.png",
  };
  event.waitUntil(pushWorker.registration.showNotification(message.title ?? "", options));
});

pushWorker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/notices/", pushWorker.location.origin);
  if (url.origin === pushWorker.location.origin) event.waitUntil(pushWorker.clients.openWindow(url.href));
});
