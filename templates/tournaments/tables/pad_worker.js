// Keeps the pad's page and files on the phone, so that a reload without network opens the pad.
const KEPT = `pad-files-${VERSION}`;
const PAGES = "pad-pages";
const PATIENCE = 5000;

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

// The network's page if it comes in time and opens; else the one that is kept, whose script says what is wrong.
async function page(request) {
  const path = new URL(request.url).pathname;
  const kept = await (await caches.open(PAGES)).match(path);
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected) await (await caches.open(PAGES)).put(path, answer.clone());
    return answer;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const answer = await Promise.race([asked.catch(() => null), late]);
  return answer && (answer.ok || answer.type === "opaqueredirect") ? answer : kept;
}
