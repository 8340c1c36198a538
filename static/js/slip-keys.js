/* Keys to tap below a field of a scoresheet while it is written in: what they are the field itself says. */
(() => {
  const keysFor = (input) => {
    const bar = document.createElement("div");
    bar.className = "keys";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", input.dataset.label);
    for (const word of input.dataset.keys.split(" ")) bar.append(key(word, () => add(input, word)));
    bar.append(key(input.dataset.rub, () => rub(input)));
    return bar;
  };
  const key = (words, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.textContent = words;
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", act);
    return button;
  };
  const add = (input, word) => {
    const before = input.value.trimEnd();
    write(input, before ? `${before} ${word}` : word);
  };
  const rub = (input) => write(input, input.value.trimEnd().split(" ").slice(0, -1).join(" "));
  const write = (input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  };
  let shown = null;
  document.addEventListener("focusin", (event) => {
    if (shown && !shown.contains(event.target) && event.target !== shown.input) {
      shown.remove();
      shown = null;
    }
    if (event.target.dataset?.keys && !shown) {
      shown = keysFor(event.target);
      shown.input = event.target;
      event.target.closest(".cell").append(shown);
    }
  });
})();
