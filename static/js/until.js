// A clock that the server started counts down to its end, as the server says it; without a script it stands as it was.
"use strict";
(() => {
  const MINUTE = 60;
  for (const clock of document.querySelectorAll("[data-until]")) {
    const ends = Date.parse(clock.dataset.until);
    const ahead = Date.now() - Date.parse(clock.dataset.now);
    const show = () => {
      const left = Math.ceil((ends - Date.now() + ahead) / 1000);
      if (left <= 0) {
        clock.textContent = clock.dataset.over;
        clock.classList.add("over");
        clearInterval(ticking);
        return;
      }
      clock.textContent = `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, "0")}`;
    };
    const ticking = setInterval(show, 1000);
    show();
  }
})();
