// The reader's choice of light or dark, kept on this device only. Loaded in the head so that nothing flashes.
"use strict";
(() => {
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem("theme") || "device";
    } catch {
      return "device";
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(read());
  document.addEventListener("DOMContentLoaded", () => {
    const form = document.querySelector("[data-theme-switch]");
    if (!form) return;
    const select = form.querySelector("select");
    form.hidden = false;
    select.value = read();
    select.addEventListener("change", () => {
      try {
        localStorage.setItem("theme", select.value);
      } catch {
        /* a private window keeps nothing */
      }
      apply(select.value);
    });
  });
})();
