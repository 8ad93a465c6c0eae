// Shows that a question waits, also where no page is open, and opens it when it is touched.
"use strict";
const INBOX = "/#/inbox";

self.addEventListener("push", (event) => {
  let told = {};
  try { told = event.data.json(); } catch { /* shown without words */ }
  event.waitUntil(self.registration.showNotification("Handrail asks you", {
    body: told.headline ?? "A question waits for your answer.",
    tag: `${told.run ?? ""}/${told.question ?? ""}`,
    icon: "/files/icon.svg",
    requireInteraction: Boolean(told.irreversible),
    data: told.question ?? "",
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const question = event.notification.data ? `${INBOX}/${event.notification.data}` : INBOX;
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    if (!pages.length) return self.clients.openWindow(question);
    await pages[0].navigate(question);
    return pages[0].focus();
  })());
});
