"use strict";
// Lists of a page narrowed while somebody types into its field; sent, the server narrows them the same.
(() => {
  const { hasWord, wordsSought } = globalThis;
  const form = document.querySelector("[data-narrows]");
  const field = form?.querySelector("input[type=search]");
  if (!field) return;
  const told = form.querySelector("[role=status]");
  const narrow = () => {
    const words = wordsSought(field.value);
    let shown = 0;
    for (const row of document.querySelectorAll("[data-words]")) {
      row.hidden = !words.every((word) => hasWord(row.dataset.words, word));
      shown += row.hidden ? 0 : 1;
    }
    told.textContent = words.length && !shown ? form.dataset.nobody : "";
  };
  field.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => {
    // What the server left out is not here to be found.
    if (form.dataset.narrows === "all") event.preventDefault();
  });
})();
