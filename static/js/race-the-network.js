"use strict";
// For the workers of the pad and of the door. The network's answer if it comes in time and `opens`; else what is
// kept under this name. An answer that may be kept is, until the next.
self.newest = async (request, { pages, name, mayBeKept, opens }) => {
  const PATIENCE = 5000;
  const cache = await caches.open(pages);
  const kept = await cache.match(name);
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected && mayBeKept) await cache.put(name, answer.clone());
    return answer;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const answer = await Promise.race([asked.catch(() => null), late]);
  return answer && opens(answer) ? answer : kept;
};
