// Keeps the door's page, its list as it was last seen, and its files on the phone, so that a reload without
// network opens the door.
importScripts("{{ race }}");

const KEPT = "door-pages";
const FILES = ["font", "image", "script", "style"];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (FILES.includes(request.destination)) event.respondWith(lastSeen(request, request.url));
  else if (origin + pathname !== self.registration.scope) return;
  else if (request.mode === "navigate") event.respondWith(lastSeen(request, pathname));
  else if (request.headers.get("HX-Request")) event.respondWith(lastSeen(request, `${pathname}?part`));
});

function lastSeen(request, name) {
  const mayBeKept = !new URL(request.url).search;
  return self.newest(request, { pages: KEPT, name, mayBeKept, opens: ({ status }) => status < 500 });
}
