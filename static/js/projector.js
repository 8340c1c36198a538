// Turns the pages of the projector. Without this script every page stands below the other, and a reload
// renews them.
"use strict";
(() => {
  const SECONDS = 12;
  const line = document.querySelector("[data-turning]");
  const leave = document.querySelector("[data-leave]");
  const clock = document.querySelector("[data-clock]");
  const step = Number(new URLSearchParams(location.search).get("seconds")) || SECONDS;
  let at = 0;
  let paused = false;
  let timer = 0;

  const pages = () => [...document.querySelectorAll("[data-page-of-sheets]")];

  const show = () => {
    const all = pages();
    at = ((at % all.length) + all.length) % all.length;
    all.forEach((page, number) => page.classList.toggle("shown", number === at));
    const said = line.dataset.page.replace("%(page)s", at + 1).replace("%(pages)s", all.length);
    line.textContent = paused ? `${said} · ${line.dataset.paused}` : said;
  };
  const wait = () => {
    clearInterval(timer);
    if (!paused) timer = setInterval(() => turn(1), step * 1000);
  };
  const turn = (by) => {
    at += by;
    show();
  };
  const tell = () => {
    clock.textContent = new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      timeZone: clock.dataset.zone,
    }).format(new Date());
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = {
      " ": () => {
        paused = !paused;
        show();
      },
      ArrowRight: () => turn(1),
      PageDown: () => turn(1),
      ArrowLeft: () => turn(-1),
      PageUp: () => turn(-1),
      Escape: () => leave.click(),
    }[event.key];
    if (!pressed || (event.key === " " && event.target === leave)) return;
    event.preventDefault();
    pressed();
    wait();
  });
  document.addEventListener("htmx:afterSwap", show);

  document.body.classList.add("turns");
  document.querySelector(".with-script").hidden = false;
  show();
  wait();
  tell();
  setInterval(tell, 5000);
})();
