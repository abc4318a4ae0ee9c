// Keeps the site, so that it works without a network after the first visit. VERSION and FILES are put
// in when the site is built; a new version replaces all of the old one.

declare const VERSION: string;
declare const FILES: string[];

const scope = self as unknown as ServiceWorkerGlobalScope;
const cache = `wavetank-${VERSION}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cache).then((it) => it.addAll(FILES)).then(() => scope.skipWaiting()));
});
scope.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith("wavetank-") && name !== cache) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(old());
});
scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.location.origin) return;
  url.search = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  event.respondWith(caches.open(cache).then((it) => it.match(url.href)).then((found) => found ?? fetch(event.request)));
});
