// Below a field for a card all cards, below one for a number the likely ones, each to be tapped once. Without
// this script both are typed.
"use strict";
(() => {
  const cards = document.getElementById("card-pad");
  const said = (field, value) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const codes = (field) => field.value.toUpperCase().replaceAll("10", "T").split(/[ ,]+/u).filter(Boolean);
  const labelOf = (field) => field.labels[0]?.textContent.trim() ?? "";

  /** Shows which buttons stand in the field, whether they were tapped or typed. */
  const follow = (field, pad, held) => {
    const show = () => {
      const now = held();
      for (const button of pad.querySelectorAll("button"))
        button.setAttribute("aria-pressed", now.includes(button.value));
    };
    field.addEventListener("input", show);
    show();
  };

  const cardPad = (field) => {
    const pad = cards.content.firstElementChild.cloneNode(true);
    const several = field.dataset.cardPad === "several";
    pad.setAttribute("aria-label", labelOf(field));
    pad.classList.toggle("when-asked", !("padOpen" in field.dataset));
    for (const button of pad.querySelectorAll("button")) button.value = button.dataset.card;
    pad.addEventListener("click", ({ target }) => {
      const card = target.closest("button")?.value;
      if (!card) return;
      const now = codes(field);
      if (!several) said(field, now[0] === card ? "" : card);
      // There are several jokers; a second tap on any other card takes it back.
      else if (card !== "*" && now.includes(card)) said(field, now.filter((held) => held !== card).join(" "));
      else said(field, [...now, card].join(" "));
    });
    follow(field, pad, () => codes(field));
    return pad;
  };

  const numberPad = (field) => {
    const [first, last] = field.dataset.numberPad.split(" ").map(Number);
    const pad = document.createElement("div");
    pad.className = "number-pad";
    pad.setAttribute("role", "group");
    pad.setAttribute("aria-label", labelOf(field));
    for (let number = first; number <= last; number += 1) {
      const button = document.createElement("button");
      button.type = "button";
      button.value = button.textContent = number;
      pad.append(button);
    }
    pad.addEventListener("click", ({ target }) => {
      const number = target.closest("button")?.value;
      if (number !== undefined) said(field, field.value === number ? "" : number);
    });
    follow(field, pad, () => [field.value]);
    return pad;
  };

  if (cards) for (const field of document.querySelectorAll("[data-card-pad]")) field.after(cardPad(field));
  for (const field of document.querySelectorAll("[data-number-pad]")) field.after(numberPad(field));
})();
