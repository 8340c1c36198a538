"use strict";
// A field that asks for somebody offers whom it finds while somebody types: an editable combobox with a list
// (ARIA Authoring Practices). It stays a field for text, so what is typed or picked is sent as it stands there,
// and the page asks back where that is uncertain. Fields that come later are served too.
(() => {
  if (window.peopleFields) return;
  window.peopleFields = true;
  const PAUSE = 150;
  const SHORTEST = 2;
  const FIELDS = "input[data-people]";
  const parts = new WeakMap();
  let counted = 0;

  const made = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.append(...children.filter((child) => child !== ""));
    return element;
  };

  const serve = (field) => {
    if (parts.has(field)) return parts.get(field);
    counted += 1;
    const listId = `people-${counted}`;
    const list = made("ul", { role: "listbox", id: listId, "aria-label": field.dataset.list });
    const note = made("p", { class: "note" });
    const popup = made("div", { class: "people-found", hidden: "" }, note, list);
    const status = made("p", { class: "unseen", role: "status" });
    field.after(popup, status);
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": listId,
    }))
      field.setAttribute(name, value);
    const part = {
      field,
      list,
      note,
      popup,
      status,
      active: -1,
      people: [],
      text: "",
      answer: null,
      timer: 0,
      asking: null,
    };
    parts.set(field, part);
    popup.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) pick(part, [...list.children].indexOf(option));
    });
    return part;
  };

  const close = (part) => {
    part.popup.hidden = true;
    part.active = -1;
    part.field.setAttribute("aria-expanded", "false");
    part.field.removeAttribute("aria-activedescendant");
  };

  const activate = (part, at) => {
    const options = [...part.list.children];
    part.active = at;
    options.forEach((option, place) => option.setAttribute("aria-selected", String(place === at)));
    part.field.setAttribute("aria-activedescendant", options[at].id);
    options[at].scrollIntoView({ block: "nearest" });
  };

  const pick = (part, at) => {
    const { name, number } = part.people[at];
    part.field.value = name === number ? number : `${name}, ${number}`;
    clearTimeout(part.timer);
    part.asking?.abort();
    close(part);
    part.status.textContent = "";
    part.field.dispatchEvent(new CustomEvent("picked", { bubbles: true, detail: part.people[at] }));
    part.field.focus();
  };

  const optionOf = (part, { name, number, club_name: club, born, double }, place) => {
    const { dataset } = part.field;
    const aside = [name === number ? "" : number, club, born ? `${dataset.born} ${born}` : ""].filter(
      Boolean,
    );
    return made(
      "li",
      { role: "option", id: `${part.list.id}-${place}`, "aria-selected": "false" },
      made("strong", {}, name),
      " ",
      made("span", { class: "quiet" }, aside.join(" · ")),
      double ? " " : "",
      double ? made("span", { class: "badge warn" }, dataset.double) : "",
    );
  };

  const show = (part, answer) => {
    const { people, nearest, more } = answer;
    const { dataset } = part.field;
    Object.assign(part, { answer, text: part.field.value.trim() });
    const count =
      people.length === 1 && !more ? dataset.one : dataset.many.replace("NUMBER", `${people.length}`);
    const note = !people.length ? dataset.none : nearest ? dataset.nearest : more ? dataset.more : "";
    part.people = people;
    part.list.replaceChildren(...people.map((person, place) => optionOf(part, person, place)));
    part.list.hidden = !people.length;
    part.note.textContent = note;
    part.note.hidden = !note;
    part.popup.style.top = `${part.field.offsetTop + part.field.offsetHeight}px`;
    part.popup.hidden = false;
    part.active = -1;
    part.field.removeAttribute("aria-activedescendant");
    part.field.setAttribute("aria-expanded", String(people.length > 0));
    part.status.textContent = people.length ? `${nearest ? `${note} ` : ""}${count}` : note;
  };

  const ask = async (part) => {
    const { field } = part;
    const text = field.value.trim();
    part.asking?.abort();
    if (text.length < SHORTEST && !/^\d$/.test(text)) return close(part);
    part.asking = new AbortController();
    try {
      const address = `${field.dataset.people}?q=${encodeURIComponent(text)}`;
      const answer = await fetch(address, {
        signal: part.asking.signal,
        headers: { Accept: "application/json" },
      });
      if (!answer.ok) return close(part);
      const found = await answer.json();
      if (document.activeElement === field && field.value.trim() === text) show(part, found);
    } catch {
      // Overtaken by the next letter, or without a network: the field takes what is typed as it is.
    }
  };

  document.addEventListener("focusin", ({ target }) => target.matches?.(FIELDS) && serve(target));
  document.addEventListener("focusout", ({ target }) => parts.has(target) && close(parts.get(target)));
  document.addEventListener("input", ({ target }) => {
    if (!target.matches?.(FIELDS)) return;
    const part = serve(target);
    clearTimeout(part.timer);
    part.timer = setTimeout(() => ask(part), PAUSE);
  });
  document.addEventListener("keydown", (event) => {
    const part = parts.get(event.target);
    if (!part || event.isComposing) return;
    const open = !part.popup.hidden && part.people.length > 0;
    const last = part.people.length - 1;
    if (event.key === "Escape" && !part.popup.hidden) close(part);
    else if (event.key === "Enter" && open && part.active >= 0) pick(part, part.active);
    else if (event.key === "ArrowDown" && open) activate(part, part.active < last ? part.active + 1 : 0);
    else if (event.key === "ArrowUp" && open) activate(part, part.active > 0 ? part.active - 1 : last);
    else if (event.key === "ArrowDown" && part.people.length && part.text === part.field.value.trim()) {
      show(part, part.answer);
      activate(part, 0);
    } else if (event.key === "ArrowDown" && part.field.value.trim()) ask(part);
    else return;
    event.preventDefault();
  });
  for (const field of document.querySelectorAll(FIELDS)) serve(field);
})();
