// Keeps the pad's page and files on the phone, so that a reload without network opens the pad.
importScripts("{{ race }}");

const KEPT = `pad-files-${VERSION}`;
const PAGES = "pad-pages";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("pad-files-") && name !== KEPT);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(file(request));
});

async function file(request) {
  return (await caches.match(request)) || fetch(request);
}

// A page that does not open is shown as it is kept: its script says what is wrong.
function page(request) {
  const opens = ({ ok, type }) => ok || type === "opaqueredirect";
  return self.newest(request, { pages: PAGES, name: new URL(request.url).pathname, mayBeKept: true, opens });
}
