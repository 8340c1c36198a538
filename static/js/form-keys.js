"use strict";
// A form that somebody comes back to by *Back* and sends again keeps its key, so that it counts once. A page
// shown to an account is stored nowhere: *Back* asks for it again, with new keys, while the browser puts back
// what was typed. The keys are therefore kept with the entry of the browser's history, and put back too. A
// button alone holds nothing typed: pressed on the page as it is today, it is a new act.
(() => {
  const kept = new Map();
  const TYPED = "input:not([type=hidden]):not([type=submit]), select, textarea";
  for (const key of document.querySelectorAll("input[type=hidden][name=form_key]")) {
    if (!key.form.querySelector(TYPED)) continue;
    const address = key.form.action;
    const place = `${address}#${[...kept.keys()].filter((other) => other.startsWith(`${address}#`)).length}`;
    kept.set(place, key);
  }
  const before = history.state?.formKeys ?? {};
  const [navigation] = performance.getEntriesByType("navigation");
  if (navigation?.type === "back_forward") {
    for (const [place, key] of kept) key.value = before[place] ?? key.value;
  }
  const formKeys = Object.fromEntries([...kept].map(([place, key]) => [place, key.value]));
  history.replaceState({ ...history.state, formKeys }, "");
})();
