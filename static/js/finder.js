"use strict";
// A field that finds offers what it finds while somebody types: an editable combobox with a list (ARIA Authoring
// Practices). One asks for somebody: it stays a field for text, so what is typed or picked is sent as it stands
// there, and the page asks back where that is uncertain. The other is the search of the site: what is picked is
// opened. Fields that come later are served too.
(() => {
  if (window.findingFields) return;
  window.findingFields = true;
  const PAUSE = 150;
  const SHORTEST = 2;
  const FIELDS = "input[data-people], input[data-search]";
  const parts = new WeakMap();
  let counted = 0;
  let dressed = false;

  const made = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.append(...children.filter((child) => child !== ""));
    return element;
  };

  const dress = ({ dataset: { style } }) => {
    if (dressed) return;
    dressed = true;
    document.head.append(made("link", { rel: "stylesheet", href: style }));
  };

  const serve = (field) => {
    if (parts.has(field)) return parts.get(field);
    counted += 1;
    const listId = `found-${counted}`;
    const list = made("ul", {
      role: "listbox",
      id: listId,
      "aria-label": field.dataset.list ?? field.labels[0].textContent,
    });
    dress(field);
    const note = made("p", { class: "note" });
    const popup = made("div", { class: "found-list", hidden: "" }, note, list);
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
      kind: field.matches(PEOPLE.fields) ? PEOPLE : SITE,
      things: [],
      text: "",
      answer: null,
      timer: 0,
      asking: null,
    };
    parts.set(field, part);
    popup.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) pick(part, optionsOf(part).indexOf(option));
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
    const options = optionsOf(part);
    part.active = at;
    options.forEach((option, place) => option.setAttribute("aria-selected", String(place === at)));
    part.field.setAttribute("aria-activedescendant", options[at].id);
    options[at].scrollIntoView({ block: "nearest" });
  };

  const pick = (part, at) => {
    clearTimeout(part.timer);
    part.asking?.abort();
    close(part);
    part.status.textContent = "";
    part.kind.pick(part.field, part.things[at]);
  };

  // Each kind of field says how its answer is read: in `groups`, each with a `label` or none, of `things`.
  const PEOPLE = {
    fields: "input[data-people]",
    address: ({ dataset }) => dataset.people,
    groups: ({ people, nearest }, { dataset, value }) => {
      const called = value.trim();
      const isNew = dataset.newcomers && (nearest || !people.length) && !/\d/.test(called);
      return [{ label: "", things: isNew ? [...people, { newcomer: called }] : people }];
    },
    option: (
      { name, number, club_name: club, born, double, newcomer },
      { born: bornWord, double: doubleWord, newcomer: newcomerWords },
    ) => {
      if (newcomer)
        return [
          made(
            "strong",
            {},
            newcomerWords.replace("NAME", () => newcomer),
          ),
        ];
      return [
        made("strong", {}, name),
        " ",
        quiet(name === number ? "" : number, club, born ? `${bornWord} ${born}` : ""),
        double ? " " : "",
        double ? made("span", { class: "badge warn" }, doubleWord) : "",
      ];
    },
    words: ({ people, nearest, more }, words) => {
      const count =
        people.length === 1 && !more ? words.one : words.many.replace("NUMBER", `${people.length}`);
      const note = !people.length ? words.none : nearest ? words.nearest : more ? words.more : "";
      return { note, status: people.length ? `${nearest ? `${note} ` : ""}${count}` : note };
    },
    pick: (field, person) => {
      const { name, number, newcomer } = person;
      if (newcomer) return enterNew(field, newcomer);
      field.value = name === number ? number : `${name}, ${number}`;
      field.dispatchEvent(new CustomEvent("picked", { bubbles: true, detail: person }));
      field.focus();
    },
  };
  const enterNew = (field, called) => {
    const { given_names: given, family_name: family } = field.form.elements;
    if (!family) {
      const page = new URL(field.dataset.newcomers, location);
      page.searchParams.set("new", "yes");
      page.searchParams.set("name", called);
      page.hash = "entries";
      location.assign(page);
      return;
    }
    const names = called.split(/\s+/);
    field.value = "";
    family.value = names.pop();
    given.value = names.join(" ");
    family.closest("details").open = true;
    (given.value ? family : given).focus();
  };
  const SITE = {
    fields: "input[data-search]",
    address: ({ dataset }) => dataset.search,
    groups: ({ kinds }) => kinds.map(({ title, hits }) => ({ label: title, things: hits })),
    option: ({ title, said }) => [made("strong", {}, title), " ", quiet(said)],
    words: ({ said }) => ({ note: said, status: said }),
    pick: (_field, { path }) => location.assign(path),
  };

  const quiet = (...said) => made("span", { class: "quiet" }, said.filter(Boolean).join(" · "));

  const optionsOf = (part) => [...part.list.querySelectorAll("[role=option]")];

  const optionOf = (part, thing, place) =>
    made(
      "li",
      { role: "option", id: `${part.list.id}-${place}`, "aria-selected": "false" },
      ...part.kind.option(thing, part.field.dataset),
    );

  const listed = (part, groups) => {
    let place = 0;
    return groups.flatMap(({ label, things }) => {
      const options = things.map((thing) => optionOf(part, thing, place++));
      if (!label) return options;
      const head = made("span", { class: "found-head", "aria-hidden": "true" }, label);
      const group = made("ul", { role: "group", "aria-label": label }, ...options);
      return made("li", { role: "presentation" }, head, group);
    });
  };

  const show = (part, answer) => {
    const { dataset } = part.field;
    const groups = part.kind.groups(answer, part.field);
    const things = groups.flatMap((group) => group.things);
    Object.assign(part, { answer, things, text: part.field.value.trim() });
    const { note, status } = part.kind.words(answer, dataset);
    part.list.replaceChildren(...listed(part, groups));
    part.list.hidden = !things.length;
    part.note.textContent = note;
    part.note.hidden = !note;
    part.popup.style.top = `${part.field.offsetTop + part.field.offsetHeight}px`;
    part.popup.hidden = false;
    part.popup.scrollIntoView({ block: "nearest" });
    part.active = -1;
    part.field.removeAttribute("aria-activedescendant");
    part.field.setAttribute("aria-expanded", String(things.length > 0));
    part.status.textContent = status;
  };

  const ask = async (part) => {
    const { field } = part;
    const text = field.value.trim();
    part.asking?.abort();
    if (text.length < SHORTEST && !/^\d$/.test(text)) return close(part);
    part.asking = new AbortController();
    try {
      const address = `${part.kind.address(field)}?q=${encodeURIComponent(text)}`;
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
    const open = !part.popup.hidden && part.things.length > 0;
    const last = part.things.length - 1;
    if (event.key === "Escape" && !part.popup.hidden) close(part);
    else if (event.key === "Escape" && part.kind === SITE) part.field.blur();
    else if (event.key === "Enter" && open && part.active >= 0) pick(part, part.active);
    else if (event.key === "ArrowDown" && open) activate(part, part.active < last ? part.active + 1 : 0);
    else if (event.key === "ArrowUp" && open) activate(part, part.active > 0 ? part.active - 1 : last);
    else if (event.key === "ArrowDown" && part.things.length && part.text === part.field.value.trim()) {
      show(part, part.answer);
      activate(part, 0);
    } else if (event.key === "ArrowDown" && part.field.value.trim()) ask(part);
    else return;
    event.preventDefault();
  });
  for (const field of document.querySelectorAll(FIELDS)) serve(field);
})();
