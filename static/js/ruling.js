// The words of a ruling appear once its consequences do, and say what happened as the facts have it until
// somebody writes otherwise. Without this script the page comes again with both.
"use strict";
(() => {
  const words = document.getElementById("words");
  const what = document.querySelector("[name=what]");
  if (!words || !what) return;
  let suggested = "";
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const soFar = document.getElementById("so-far");
    if (!soFar || detail.target.id !== "so-far") return;
    words.hidden = !("ready" in soFar.dataset);
    if (what.value !== "" && what.value !== suggested) return;
    suggested = soFar.dataset.what;
    what.value = suggested;
  });
})();
