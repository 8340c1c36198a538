// How the floor is looked at: which tables, how much of each, and a table or a player found by typing. The
// choices stay on this device; without this script every table is there in full.
"use strict";
(() => {
  const MANY = 6; // from so many tables on each is compact, unless somebody chose otherwise
  const { isNear } = globalThis;
  const PAUSE = 700; // milliseconds between two digits of one number
  const CHOICES = "button:is([data-show], [data-size])";
  const NEED = ".urgent, .needs-one";
  const SHOWN = {
    all: "*",
    needs: NEED,
    open: "[data-state=open]",
    playing: "[data-state=playing], [data-state=splitting]",
    over: ":not([data-state=open], [data-state=playing], [data-state=splitting])",
  };
  const bar = document.getElementById("floor-bar");
  const look = document.body.dataset;
  const tables = () => [...document.querySelectorAll("#floor .floor-table")];
  const slot = (name) => `floor${name[0].toUpperCase()}${name.slice(1)}`;
  const kept = (name) => {
    try {
      return localStorage.getItem(`floor-${name}`);
    } catch {
      return null;
    }
  };
  const keep = (name, value) => {
    try {
      localStorage.setItem(`floor-${name}`, value);
    } catch {
      // A browser that keeps nothing shows the floor as it is at first.
    }
  };

  const tell = () => {
    for (const button of bar.querySelectorAll(CHOICES)) {
      const [name, value] = Object.entries(button.dataset)[0];
      button.setAttribute("aria-pressed", look[slot(name)] === value);
      if (name === "show") {
        const count = tables().filter((table) => table.matches(SHOWN[value])).length;
        button.querySelector("[data-count]").textContent = count;
      }
    }
  };
  const choose = (name, value) => {
    look[slot(name)] = value;
    tell();
  };
  bar.addEventListener("click", (event) => {
    const button = event.target.closest(CHOICES);
    if (!button) return;
    const [name, value] = Object.entries(button.dataset)[0];
    keep(name, value);
    choose(name, value);
  });

  let typed = "";
  let last = 0;
  // By the number that is on the card of the table: of the round that is played, else the latest; no card is
  // needed to find a game by its own number.
  const numbered = (number) => {
    const same = tables().filter((table) => table.dataset.table === number);
    const running = same.filter((table) => !table.matches(SHOWN.over));
    const gameOf = (table) => parseInt(table.id.replace("table-", ""), 10);
    return (running.length ? running : same).sort((one, other) => gameOf(other) - gameOf(one))[0];
  };
  const went = document.getElementById("floor-went");
  const showAt = (table, place) => {
    if (table && !table.matches(SHOWN[look.floorShow])) choose("show", "all");
    place.focus();
    (table ?? place).scrollIntoView({ block: "nearest" });
  };
  const tableCalled = (label) => numbered(label) ?? document.getElementById(`table-${label}`);
  const goTo = (label) => {
    const table = tableCalled(label);
    answer(label);
    if (table) showAt(table, table.querySelector("h3 a"));
  };

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const nameOf = (chip) => (chip.querySelector(".who")?.firstChild ?? chip).textContent.trim();
  const numberOf = (chip) =>
    new URLSearchParams(chip.getAttribute("href")?.split("?")[1]?.split("#")[0]).get("player") ?? "";
  const short = (number) =>
    number
      .toLowerCase()
      .replace(/-/g, "")
      .replace(/^([wp])0+/, "$1");
  const called = (text) => {
    const words = plain(text).split(/\s+/);
    const stillSits = (chip) => !chip.closest(".floor-table")?.matches(SHOWN.over);
    const chips = [...document.querySelectorAll("#floor .chip, #floor [id^=waits-]")].filter(stillSits);
    if (/^[wp]-?\d/i.test(text)) return chips.filter((chip) => short(numberOf(chip)).startsWith(short(text)));
    // Whole words first, then their beginnings, then what is anywhere in a name.
    const whole = (name, word) => name.split(/[^\p{L}\p{N}]+/u).includes(word);
    const begins = (name, word) => name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
    const ways = [whole, begins, (name, word) => name.includes(word)];
    const exact = ways
      .map((way) => chips.filter((chip) => words.every((word) => way(plain(nameOf(chip)), word))))
      .find((found) => found.length);
    return exact ? exact : chips.filter((chip) => isNear(words, plain(nameOf(chip)).split(/\s+/)));
  };
  const whereabouts = (chip) => {
    const table = chip.closest(".floor-table");
    const sentence = table ? went.dataset.sits : went.dataset.free;
    const place = table?.querySelector("h3").textContent.replace(/\s+/g, " ").trim();
    return sentence.replace("%(name)s", nameOf(chip)).replace("%(table)s", place);
  };
  const tableAnswer = (label) => (tableCalled(label) ? "" : went.dataset.noTable.replace("%(table)s", label));
  const playerAnswer = (text) => {
    if (text.length < 3) return "";
    const places = called(text).slice(0, 4);
    return places.length ? places : went.dataset.nobody.replace("%(name)s", text);
  };
  const leadTo = (chip) => {
    if (!chip.matches("a")) chip.tabIndex = -1;
    showAt(chip.closest(".floor-table"), chip);
  };
  /** Who is offered by name is a tap away, where they sit by then. */
  const offer = (chip) => {
    const button = document.createElement("button");
    const number = chip.dataset.player;
    Object.assign(button, { type: "button", className: "link-button", textContent: whereabouts(chip) });
    button.addEventListener("click", () => {
      const now = document.querySelector(`#floor [data-player="${CSS.escape(number)}"]`);
      if (now ?? (chip.isConnected && chip)) leadTo(now ?? chip);
    });
    return button;
  };
  let asked = "";
  const answer = (text) => {
    asked = text;
    const said = /^\d/.test(text) ? tableAnswer(text) : playerAnswer(text);
    // Said again it would be read aloud again.
    const offered = typeof said === "string" ? said : said.map(whereabouts).join(" ");
    if (went.textContent.trim() === offered) return;
    went.replaceChildren(...(typeof said === "string" ? [said] : said.flatMap((chip) => [offer(chip), " "])));
  };
  const goToPlayer = (text) => {
    const chips = called(text);
    const next = chips[(chips.indexOf(document.activeElement) + 1) % chips.length];
    if (!next) return;
    leadTo(next);
  };
  document.addEventListener("keydown", (event) => {
    const writes = event.target.closest("input, select, textarea, [contenteditable]");
    if (writes || event.ctrlKey || event.metaKey || event.altKey || !/^[0-9]$/.test(event.key)) return;
    typed = event.timeStamp - last < PAUSE ? typed + event.key : event.key;
    last = event.timeStamp;
    goTo(typed);
  });

  // A phone has no keys but in a field, which shows them; the second digit of a number may take a moment.
  const to = document.getElementById("floor-to");
  let pause = 0;
  const goToTyped = () => {
    clearTimeout(pause);
    const text = to.value.trim();
    if (!/^\d/.test(text)) return text && goToPlayer(text);
    goTo(text);
    to.value = "";
  };
  to.addEventListener("input", () => {
    clearTimeout(pause);
    if (/^\d/.test(to.value.trim())) pause = setTimeout(goToTyped, PAUSE);
    else answer(to.value.trim());
  });
  to.addEventListener("keydown", (event) => event.key === "Enter" && goToTyped());

  bar.hidden = false;
  choose("show", kept("show") in SHOWN ? kept("show") : "all");
  const compact = tables().length > MANY;
  choose("size", kept("size") ?? (compact ? "compact" : "full"));
  // A part that was swapped has its new classes only once it has settled; where nothing was, the request ends.
  for (const moment of ["htmx:afterSettle", "htmx:afterRequest"]) {
    document.addEventListener(moment, () => {
      tell();
      answer(asked);
    });
  }
})();
