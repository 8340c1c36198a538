"use strict";
// Several people in one field. Without this script it is a box with a number or a name on each line; with it,
// each who is chosen is a chip that can be removed, and the line after them finds people as any other does
// (finder.js). What is sent is still the box.
(() => {
  if (window.severalPeople) return;
  window.severalPeople = true;
  const NUMBERS = /[wp]-?\d{5,9}-?[2-9a-z]/gi;
  const TAKEN_OVER = ["id", "aria-describedby", "aria-invalid"];

  const made = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.append(...children);
    return element;
  };

  const linesOf = (text) =>
    text
      .split("\n")
      .flatMap((line) => line.match(NUMBERS) ?? [line])
      .map((line) => line.trim())
      .filter(Boolean);

  const serve = (box) => {
    const words = box.dataset;
    const names = JSON.parse(words.names);
    const field = made("input", { type: "text", class: "person-input" });
    for (const { name, value } of box.attributes)
      if (name.startsWith("data-") || name.startsWith("auto") || name === "spellcheck")
        field.setAttribute(name, value);
    delete field.dataset.several;
    delete field.dataset.names;
    for (const name of TAKEN_OVER) {
      if (box.hasAttribute(name)) field.setAttribute(name, box.getAttribute(name));
      box.removeAttribute(name);
    }
    field.dataset.people = words.several;
    const chips = made("ul", { class: "people-chosen", "aria-label": words.chosen });
    const status = made("p", { class: "unseen", role: "status" });
    const people = linesOf(box.value);

    const called = (line) => names[line.toUpperCase()] ?? line;
    const keep = () => {
      box.value = [...people, field.value.trim()].filter(Boolean).join("\n");
    };
    const draw = () => {
      chips.replaceChildren(
        ...people.map((line) => {
          const label = words.remove.replace("NAME", called(line));
          const button = made("button", { type: "button", "aria-label": label }, "×");
          button.addEventListener("click", () => remove(people.indexOf(line)));
          return made("li", {}, made("span", {}, called(line)), button);
        }),
      );
      chips.hidden = people.length === 0;
      keep();
    };
    const add = (line) => {
      field.value = "";
      if (!people.includes(line)) people.push(line);
      draw();
      status.textContent = words.added.replace("NAME", called(line));
    };
    const remove = (at) => {
      const [line] = people.splice(at, 1);
      draw();
      field.focus();
      status.textContent = words.removed.replace("NAME", called(line));
    };

    field.addEventListener("picked", ({ detail: { name, number } }) => {
      names[number] = name === number ? number : `${name}, ${number}`;
      add(number);
    });
    field.addEventListener("input", keep);
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Backspace" && !field.value && people.length) remove(people.length - 1);
      else if (event.key === "Enter" && field.value.trim() && !field.hasAttribute("aria-activedescendant"))
        for (const line of linesOf(field.value)) add(line);
      else return;
      event.preventDefault();
    });
    box.required = false;
    box.hidden = true;
    box.nextElementSibling.remove(); // says that each goes on a line of its own
    box.before(chips, field, status);
    draw();
  };

  for (const box of document.querySelectorAll("textarea[data-several]")) serve(box);
})();
