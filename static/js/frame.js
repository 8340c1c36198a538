// The frame of every page: the reader's choice of light or dark, kept on this device only, and the masthead.
// Loaded in the head so that nothing flashes.
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

  // The search: "/" leads to it, and its script comes when somebody does.
  const SEARCH = "input[data-search]";
  const WRITING = "input, textarea, select, [contenteditable]";
  document.addEventListener("focusin", ({ target }) => {
    const { script } = target.dataset ?? {};
    if (!target.matches?.(SEARCH) || !script) return;
    delete target.dataset.script;
    const element = document.createElement("script");
    element.src = script;
    document.head.append(element);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(WRITING) || document.querySelector("dialog[open]")) return;
    const field = [...document.querySelectorAll(SEARCH)].find((element) => element.offsetParent);
    const button = document.querySelector(".search button");
    if (!field && !button) return;
    event.preventDefault();
    if (!field) return button.click();
    field.focus();
    field.select();
  });
})();
