// The grid of a scoresheet: moves by keys, asks the server what the rules make of it as one types, and keeps
// what is typed on this device until the server has it. It computes nothing.
"use strict";
(() => {
  const form = document.querySelector("[data-sheet]");
  if (!form) return;
  const PAUSE = 350;
  const { account, shared } = document.documentElement.dataset;
  const device = shared === undefined ? localStorage : sessionStorage;
  const place = `saas-sheet:${location.pathname}@${account}`;
  const all = (selector, from = form) => [...from.querySelectorAll(selector)];
  const silent = document.querySelector("[data-silent]");
  const draftNotice = document.querySelector("[data-draft]");
  const cells = () => all(".grid input:not([readonly]):not([tabindex])");

  // What is typed, kept on the device
  const stored = () => {
    try {
      return JSON.parse(device.getItem(place));
    } catch {
      return null;
    }
  };
  const forget = () => {
    try {
      device.removeItem(place);
    } catch {
      /* a device that keeps nothing */
    }
  };
  const keep = () => {
    const values = {};
    for (const field of all("input:not([type=hidden]), select")) values[field.name] = field.value;
    const draft = {
      key: form.elements.key.value,
      rows: form.elements.rows.value,
      first: form.elements.first.value,
      values,
    };
    try {
      device.setItem(place, JSON.stringify(draft));
    } catch {
      /* as above */
    }
  };
  const drawn = (field) =>
    field.options
      ? ([...field.options].find((option) => option.defaultSelected) || field.options[0]).value
      : field.defaultValue;
  const restore = () => {
    const draft = stored();
    if (!draft) return;
    if (draft.key === form.dataset.sent) return forget();
    if ("refused" in form.dataset) return;
    if (Number(draft.rows) > Number(form.elements.rows.value) && draft.first === form.elements.first.value)
      return moreRows(draft);
    form.elements.key.value = draft.key;
    let changed = false;
    for (const [name, value] of Object.entries(draft.values)) {
      const field = form.elements[name];
      if (!field) continue;
      // A browser may have put it back itself: what counts is what the server drew.
      changed ||= drawn(field) !== value;
      field.value = value;
    }
    draftNotice.hidden = !changed;
  };
  const moreRows = (draft) => {
    // The draft has more rows than a fresh page: the server draws them, with what was typed in them.
    for (const [name, value] of [["rows", draft.rows], ["key", draft.key], ...Object.entries(draft.values)]) {
      const field =
        form.elements[name] ||
        form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
      field.value = value;
    }
    form.submit();
  };
  draftNotice.querySelector("[data-throw-away]").addEventListener("click", () => {
    forget();
    location.replace(location.pathname);
  });

  // The server's answer in its cells
  const mark = (input, why) => {
    if (why) {
      input.setAttribute("aria-invalid", "true");
      input.title = why;
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("title");
    }
  };
  const listed = (list, texts) =>
    list.replaceChildren(
      ...texts.map((text) =>
        Object.assign(document.createElement("li"), { textContent: text, className: "wrong" }),
      ),
    );
  const showRow = (row) => {
    const line = form.querySelector(`[data-row="${row.number}"]`);
    if (!line) return;
    form.elements[`cards-${row.number}`].placeholder = row.cards_due;
    const dealers = form.elements[`dealer-${row.number}`];
    const seated = row.cells.filter((cell) => cell.seated);
    dealers.replaceChildren(
      ...seated.map(
        (cell) =>
          new Option(cell.name, cell.player === row.dealer_due ? "" : cell.player, cell.deals, cell.deals),
      ),
    );
    for (const cell of row.cells) {
      const bid = form.elements[`bid-${row.number}-${cell.player}`];
      const made = form.elements[`made-${row.number}-${cell.player}`];
      const total = form.elements[`total-${row.number}-${cell.player}`];
      for (const input of [bid, made, total]) {
        input.readOnly = !cell.seated; // and still sent, should they have stayed after all
        input.closest("td").classList.toggle("away", !cell.seated);
      }
      bid.closest("td").classList.toggle("deals-here", cell.deals);
      bid.parentElement.querySelector("[data-hint]").textContent = cell.deals ? row.hint : "";
      total.parentElement.querySelector("[data-total]").textContent = cell.computed;
      total.closest("td").classList.toggle("differs", Boolean(cell.wrong_total));
      mark(bid, cell.wrong_bid);
      mark(made, cell.wrong_made);
      mark(total, cell.wrong_total);
    }
    const notes = form.querySelector(`[data-notes="${row.number}"]`);
    const said = [...row.wrongs, ...row.notes];
    notes.hidden = !said.length;
    listed(notes.querySelector("ul"), said);
  };
  const show = (answer) => {
    for (const row of answer.rows) if (!row.fixed) showRow(row);
    listed(form.querySelector("[data-errors]"), answer.errors);
    form.querySelector("[data-said]").textContent = answer.said;
    form.querySelector("[data-standing]").replaceChildren(
      ...answer.standing.map(([rank, name, score]) => {
        const line = document.createElement("li");
        line.value = rank;
        line.append(`${name} `, Object.assign(document.createElement("b"), { textContent: score }));
        return line;
      }),
    );
  };

  let asked = 0;
  let waits = 0;
  const ask = async () => {
    const number = ++asked;
    const sent = new FormData(form);
    sent.set("step", "answer");
    sent.delete("form_key"); // it only asks, again and again
    try {
      const response = await fetch(location.pathname, { method: "POST", body: sent });
      const type = response.headers.get("content-type") || "";
      if (!response.ok || !type.includes("json")) throw new Error("no answer");
      const answer = await response.json();
      if (number !== asked) return;
      show(answer);
      silent.hidden = true;
    } catch {
      if (number === asked) silent.hidden = false;
    }
  };
  form.addEventListener("input", () => {
    keep();
    clearTimeout(waits);
    waits = setTimeout(ask, PAUSE);
  });
  form.addEventListener("submit", keep);

  // Moving by keys
  const step = (from, by) => {
    const list = cells();
    const next = list[list.indexOf(from) + by];
    if (next) {
      next.focus();
      next.select();
    }
  };
  const inRow = (from, by) => {
    const [, field, number, player] = /^(bid|made|total)-(\d+)-(.+)$/.exec(from.name);
    const next = form.elements[`${field}-${Number(number) + by}-${player}`];
    if (next && !next.readOnly) {
      next.focus();
      next.select();
    }
  };
  form.addEventListener("keydown", (event) => {
    const cell = event.target.closest(".grid input:not([tabindex])");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const atStart = cell.selectionStart === 0;
    const atEnd = cell.selectionEnd === cell.value.length;
    if (event.key === "Enter") step(cell, event.shiftKey ? -1 : 1);
    else if (event.key === "ArrowDown") inRow(cell, 1);
    else if (event.key === "ArrowUp") inRow(cell, -1);
    else if (event.key === "ArrowRight" && atEnd) step(cell, 1);
    else if (event.key === "ArrowLeft" && atStart) step(cell, -1);
    else return;
    event.preventDefault();
  });

  restore();
  if (!draftNotice.hidden) ask();
  form.classList.add("alive");
})();
