// Keeps the door's page, its list as it was last seen, and its files on the phone, so that a reload without
// network opens the door.
const KEPT = "door-pages";
const FILES = ["font", "image", "script", "style"];
const PATIENCE = 5000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (FILES.includes(request.destination)) event.respondWith(newest(request, request.url));
  else if (origin + pathname !== self.registration.scope) return;
  else if (request.mode === "navigate") event.respondWith(newest(request, pathname));
  else if (request.headers.get("HX-Request")) event.respondWith(newest(request, `${pathname}?part`));
});

// The network's answer if it comes in time; else what is kept under this name.
async function newest(request, name) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(name);
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected && !new URL(request.url).search) await cache.put(name, answer.clone());
    return answer;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const answer = await Promise.race([asked.catch(() => null), late]);
  return answer && answer.status < 500 ? answer : kept;
}
