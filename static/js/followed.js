// Follows what a page shows, and asks for its part once something has changed. Where no stream comes through,
// it asks every twenty seconds; a page that nobody looks at asks for nothing.
"use strict";
(() => {
  const SLOW = 20_000;
  const SPREAD = 400; // so that hundreds who are told at the same moment do not ask at the same moment
  const SETTLING = 100; // longer than htmx takes to make a part that has come listen
  const LATER = 3000; // after an answer that could not be shown, or none
  const LATEST = 60_000; // the pauses grow up to this while nobody is signed in
  const { FollowedStream, taps } = globalThis;
  const { port, apart } = document.currentScript.dataset;
  let waiting = 0;
  let asking = false;
  let again = false;
  let pause = LATER;

  const part = () => document.querySelector("[data-follows]");
  const ask = () => {
    waiting = 0;
    if (asking) again = true;
    else if (part()) {
      window.htmx.trigger(part(), "renew");
      // A part that has just come does not listen yet, and would never ask for what changed meanwhile.
      if (!asking) askSoon(SETTLING);
    }
  };
  const askSoon = (within) => {
    waiting ||= setTimeout(ask, within);
  };

  const askNow = () => askSoon(0);
  const topic = () => (apart === undefined ? part()?.dataset.follows : null);
  const stream = new FollowedStream(FollowedStream.base(port), topic, () => askSoon(Math.random() * SPREAD));

  const ours = (event) => event.detail.elt === part() && event.detail.requestConfig.verb === "get";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!ours(event)) return;
    asking = true;
    again = false;
  });
  let shown = true;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!ours(event)) return;
    shown = event.detail.shouldSwap || event.detail.xhr.status === 304;
    if (!taps.pressed() || !event.detail.shouldSwap) return;
    event.detail.shouldSwap = false;
    taps.after(askNow);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.triggeringEvent?.type !== "renew") return;
    const answered = event.detail.xhr.status !== 0 && event.detail.xhr.status < 500;
    asking = false;
    pause = out ? Math.min(2 * pause, LATEST) : LATER;
    if (!answered || !shown) askSoon(pause);
    else if (again) askSoon(0);
    shown = true;
  });

  // Who was signed out signs in again elsewhere, and comes back to this page.
  let out = false;
  document.addEventListener("signed-out", () => (out = true));
  document.addEventListener("signed-in", () => (out = false));
  const comesBack = () => {
    if (!out || document.hidden) return;
    clearTimeout(waiting);
    pause = LATER;
    ask();
  };
  addEventListener("focus", comesBack);
  document.addEventListener("visibilitychange", comesBack);

  // A form on its way would be broken off by a page that loads itself again, and its answer never be seen.
  let sent = false;
  document.addEventListener("submit", (event) => (sent = !event.defaultPrevented));
  window.addEventListener("pageshow", () => (sent = false));
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (sent && event.detail.xhr.getResponseHeader("HX-Refresh")) event.preventDefault();
  });

  // What changes though nothing happens says when it does.
  let renewed = "";
  setInterval(() => {
    const at = document.querySelector("[data-renew-at]")?.dataset.renewAt;
    if (!at || at === renewed || document.hidden || Date.now() < at * 1000) return;
    renewed = at;
    askSoon(Math.random() * SPREAD);
  }, 1000);

  setInterval(() => {
    if (document.hidden || stream.alive) return;
    stream.reopen();
    askSoon(0);
  }, SLOW);
  stream.open();
})();
