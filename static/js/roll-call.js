// The roll call by single keys: aye, no, abstains; they count only while the focus is in its form.
"use strict";
(() => {
  const form = document.querySelector("[data-roll-call]");
  if (!form) return;
  // Each key is an answer of its own, for which the next page asks: one that comes too soon is none.
  let sent = false;
  form.addEventListener("submit", () => (sent = true));
  addEventListener("pageshow", () => (sent = false));
  form.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, input")) return;
    const button = form.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!button) return;
    event.preventDefault();
    if (sent) return;
    button.focus();
    button.click();
  });
})();
