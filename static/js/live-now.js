// What is being played now, on a page that shows other things too: fetched again once something has changed.
"use strict";
(() => {
  const SPREAD = 400; // so that hundreds who are told at the same moment do not ask at the same moment
  const { FollowedStream } = globalThis;
  const { port } = document.currentScript.dataset;
  const part = () => document.querySelector("[data-part]");
  let waiting = 0;

  const renew = async () => {
    waiting = 0;
    const { part: address, etag } = part().dataset;
    const answer = await fetch(address, { headers: { "HX-Request": "true", "If-None-Match": `"${etag}"` } });
    if (answer.status !== 200 || answer.redirected) return;
    const focused = part().contains(document.activeElement) ? document.activeElement.id : "";
    part().outerHTML = await answer.text();
    if (focused) document.getElementById(focused)?.focus();
  };
  const soon = () => {
    waiting ||= setTimeout(() => renew().catch(() => {}), Math.random() * SPREAD);
  };

  const stream = new FollowedStream(FollowedStream.base(port), () => part()?.dataset.follows, soon);
  addEventListener("load", () => stream.open());
})();
