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
  else if (request.headers.get("HX-Request")) event.respondWith(keptOnceSeen(request, `${pathname}?part`));
});

function lastSeen(request, name) {
  const mayBeKept = !new URL(request.url).search;
  return self.newest(request, { pages: KEPT, name, mayBeKept, opens: ({ status }) => status < 500 });
}

// The page that asks shows the last part already: it is told when no newer one comes.
async function keptOnceSeen(request, name) {
  const answer = await fetch(request);
  const mayBeKept = answer.ok && !answer.redirected && !new URL(request.url).search;
  if (mayBeKept) await (await caches.open(KEPT)).put(name, answer.clone());
  return answer;
}
