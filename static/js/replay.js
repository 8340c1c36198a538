// Steps through a stanza card by card. Without this script the page lists every trick.
"use strict";
(() => {
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const keys = root.querySelector("[data-replay-keys]");
  const now = root.querySelector("[data-replay-now]");
  const tricks = [...root.querySelectorAll("[data-trick]")];
  const steps = tricks.flatMap((trick) =>
    [...trick.querySelectorAll("[data-play]")].map((play, index, all) => ({ trick, play, index, last: index === all.length - 1 })));
  if (!steps.length) return;
  let at = 0;
  let whole = false;

  const fromAddress = () => {
    const match = /^#t(\d+)c(\d+)$/.exec(location.hash);
    if (!match) return 0;
    const found = steps.findIndex((s) => s.trick.dataset.trick === match[1] && s.index === Number(match[2]) - 1);
    return found < 0 ? 0 : found;
  };

  const show = () => {
    const step = steps[at];
    for (const trick of tricks) {
      trick.hidden = !whole && trick !== step.trick;
      trick.classList.toggle("stepped", !whole);
      trick.querySelector(".trick-result").hidden = !whole && !(trick === step.trick && step.last);
    }
    for (const [index, one] of steps.entries()) {
      one.play.classList.toggle("later", !whole && one.trick === step.trick && index > at);
      one.play.classList.remove("leads");
      one.play.removeAttribute("aria-current");
    }
    if (!whole) {
      let winner = step;
      for (let i = at - step.index; i <= at; i += 1) if (steps[i].play.classList.contains("takes")) winner = steps[i];
      winner.play.classList.add("leads");
      step.play.setAttribute("aria-current", "step");
      const where = document.createElement("p");
      where.className = "where";
      where.textContent = `Trick ${step.trick.dataset.trick} of ${tricks.length}, card ${step.index + 1}`;
      now.replaceChildren(where, step.play.querySelector("[data-say]").content.cloneNode(true));
      history.replaceState(null, "", `#t${step.trick.dataset.trick}c${step.index + 1}`);
    }
    now.hidden = whole;
    keys.querySelector("[data-go=back]").disabled = whole || at === 0;
    keys.querySelector("[data-go=first]").disabled = whole || at === 0;
    keys.querySelector("[data-go=forward]").disabled = whole || at === steps.length - 1;
    keys.querySelector("[data-go=last]").disabled = whole || at === steps.length - 1;
    const all = keys.querySelector("[data-go=all]");
    all.textContent = whole ? "Step" : "All";
    all.setAttribute("aria-label", whole ? "Card by card" : "All tricks");
  };

  const go = (where) => {
    if (where === "all") whole = !whole;
    else if (whole) return;
    else if (where === "first") at = 0;
    else if (where === "last") at = steps.length - 1;
    else if (where === "back") at = Math.max(0, at - 1);
    else at = Math.min(steps.length - 1, at + 1);
    show();
  };

  keys.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) go(button.dataset.go);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const where = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!where || whole) return;
    event.preventDefault();
    go(where);
  });
  addEventListener("hashchange", () => { at = fromAddress(); show(); });

  keys.hidden = false;
  at = fromAddress();
  show();
})();
