// A clock that the server started counts down to its end, as the server says it; without a script it stands
// as it was.
"use strict";
(() => {
  const [MINUTE, HOUR, DAY] = [60, 3600, 86400];
  const two = (count) => String(count).padStart(2, "0");
  // With hours from an hour on, and nothing while it is more than a day, as the server writes it.
  const words = (left) => {
    if (left >= DAY) return "";
    const minutes = Math.floor(left / MINUTE);
    const shown = left >= HOUR ? `${Math.floor(left / HOUR)}:${two(minutes % 60)}` : `${minutes}`;
    return `${shown}:${two(left % MINUTE)}`;
  };
  const ahead = new WeakMap();
  const show = (clock) => {
    if (!ahead.has(clock)) ahead.set(clock, Date.now() - Date.parse(clock.dataset.now));
    const left = Math.ceil((Date.parse(clock.dataset.until) - Date.now() + ahead.get(clock)) / 1000);
    clock.classList.toggle("over", left <= 0);
    clock.textContent = left > 0 ? words(left) : clock.dataset.over;
  };
  // Looked for anew each time, since the part of a page in which a clock stands may renew itself.
  const showAll = () => document.querySelectorAll("[data-until]").forEach(show);
  document.addEventListener("htmx:afterSwap", showAll);
  setInterval(showAll, 1000);
  showAll();
})();
