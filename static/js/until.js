// A clock that the server started counts down to its end, as the server says it; without a script it stands as it was.
"use strict";
(() => {
  const MINUTE = 60;
  const ahead = new WeakMap();
  const show = (clock) => {
    if (!ahead.has(clock)) ahead.set(clock, Date.now() - Date.parse(clock.dataset.now));
    const left = Math.ceil((Date.parse(clock.dataset.until) - Date.now() + ahead.get(clock)) / 1000);
    clock.classList.toggle("over", left <= 0);
    clock.textContent = left > 0 ? `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, "0")}` : clock.dataset.over;
  };
  // Looked for anew each time, since the part of a page in which a clock stands may renew itself.
  const showAll = () => document.querySelectorAll("[data-until]").forEach(show);
  document.addEventListener("htmx:afterSwap", showAll);
  setInterval(showAll, 1000);
  showAll();
})();
