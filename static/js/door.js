"use strict";
// The door of an event on a phone: the list is narrowed while somebody types or scans, and each tap is kept on
// this device until the server has it. A tap has a key of its own, so that sent twice it counts once. What
// other helpers tap comes with the part that renews itself; what waits here is drawn over it.
(() => {
  const desk = document.querySelector("[data-door]");
  if (!desk) return;
  const AGAIN = 3000;
  const { isNear, newKey } = globalThis;
  const QUIET = 1500; // no row moves under a finger that is about to tap again
  const { account, shared } = document.documentElement.dataset;
  const device = shared === undefined ? localStorage : sessionStorage;
  const name = `saas-door/${desk.dataset.door}@${account}`;
  const words = desk.dataset;
  const field = desk.querySelector("input[type=search]");
  const count = desk.querySelector("[data-door-count]");
  const newcomer = desk.querySelector("[data-door-new]");
  const trouble = desk.querySelector("[data-door-trouble]");
  const last = desk.querySelector("[data-door-last]");
  const part = () => document.getElementById("door");
  const rows = () => [...part().querySelectorAll("[data-entry]")];
  const SAID = {
    come: words.come,
    "come-met": words.come,
    "check-in": words.here,
    "check-in-met": words.here,
    paid: words.paid,
    promised: words.promised,
    unpaid: words.back,
    "take-back": words.back,
    absent: words.absent,
    restore: words.restored,
  };

  const UNDONE_BY = {
    come: "take-back",
    "come-met": "take-back",
    "check-in": "take-back",
    "check-in-met": "take-back",
    absent: "restore",
  };

  const PLAIN = { ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i" };
  const folded = (text) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[ßøłđðþæœı]/g, (letter) => PLAIN[letter]);

  let queue = [];
  let taken = []; // what the server has taken since its part was drawn
  try {
    ({ queue = [], taken = [] } = JSON.parse(device.getItem(name)) ?? {});
  } catch {
    /* A device that keeps nothing sends at once, or not at all. */
  }
  const keep = () => {
    try {
      if (queue.length || taken.length) device.setItem(name, JSON.stringify({ queue, taken }));
      else device.removeItem(name);
    } catch {
      /* as above */
    }
  };

  // Narrowing
  const sought = () => {
    const number = /([wp])-?(\d{5,})-?([2-9a-z])(?![a-z0-9])/i.exec(field.value);
    if (number) return [`${number[1]}${number[2]}${number[3]}`.toLowerCase()];
    return folded(field.value)
      .replace(/\b([wp])-?0*(?=\d)/g, "$1")
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  };
  const says = ({ dataset }, word) =>
    dataset.words.includes(/^\d+$/.test(word) ? ` ${word.replace(/^0+/, "")}` : word);
  const nearest = (wanted) => rows().filter(({ dataset }) => isNear(wanted, dataset.words.trim().split(" ")));
  let exact = true;
  const narrow = () => {
    const wanted = sought();
    let found = rows().filter((row) => wanted.every((word) => says(row, word)));
    exact = found.length > 0;
    if (!exact) found = nearest(wanted);
    for (const row of rows()) row.hidden = !found.includes(row);
    const shown = found.length;
    const here = document.getElementById("here");
    if (here && wanted.length) here.open = true;
    for (const list of part().querySelectorAll("section, details.door-here"))
      if (list.querySelector("[data-entry]"))
        list.classList.toggle("none", !list.querySelector("[data-entry]:not([hidden])"));
    part().classList.toggle("narrowed", wanted.length > 0);
    count.textContent = !wanted.length
      ? ""
      : !exact
        ? shown
          ? words.nearest
          : words.nobody
        : shown === 1
          ? words.one
          : words.many.replace("NUMBER", `${shown}`);
    desk.classList.toggle("finds-nobody", wanted.length > 0 && !exact);
    if (newcomer) nameNewcomer(wanted.length > 0 && !exact);
  };
  const nameNewcomer = (shown) => {
    const link = newcomer.querySelector("[data-newcomer]");
    const called = field.value.trim();
    newcomer.hidden = !shown;
    if (!link) return;
    link.href = `${link.dataset.newcomer}?back=check-in&name=${encodeURIComponent(called)}#entries`;
    link.textContent = link.dataset.words.replace("NAME", () => called);
  };

  // What waits and what is taken, drawn over what the server last said
  const draw = () => {
    for (const row of rows()) {
      const ofRow = ({ entry }) => entry === row.dataset.entry;
      const waits = queue.filter(ofRow).at(-1) ?? taken.filter(ofRow).at(-1);
      row.classList.toggle("waits", Boolean(waits));
      const state = row.querySelector("[data-state]");
      state.textContent = waits ? SAID[waits.act] : "";
      if (waits && queue.includes(waits)) {
        const aside = document.createElement("span");
        aside.className = "unseen";
        aside.textContent = `, ${words.sending}`;
        state.append(aside);
      }
      for (const button of row.querySelectorAll("button[data-act]")) button.disabled = Boolean(waits);
    }
  };
  const say = (text) => {
    trouble.textContent = text;
    trouble.hidden = !text;
  };
  const sayWaits = () =>
    say(queue.length === 1 ? words.waitsOne : words.waitsMany.replace("NUMBER", `${queue.length}`));

  // Tapping
  let tapped = 0;
  let latest = null;
  const tap = (entry, act, called) => {
    const waiting = queue.findIndex(
      (kept) => kept.entry === entry && !kept.tried && UNDONE_BY[kept.act] === act,
    );
    if (waiting >= 0) queue.splice(waiting, 1);
    else queue.push({ entry, act, called, key: newKey(), tried: false });
    latest = { entry, called, undo: UNDONE_BY[act] };
    tapped = Date.now();
    keep();
    draw();
    last.querySelector("span").textContent = `${called}: ${SAID[act]}`;
    last.querySelector("button").hidden = !latest.undo;
    last.hidden = false;
    send();
  };
  last.querySelector("button").addEventListener("click", () => tap(latest.entry, latest.undo, latest.called));

  // Sending, one after the other
  let sending = false;
  let cut = false; // the network was not there for the last tap
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(send, AGAIN);
  };
  const send = async () => {
    if (sending || !queue.length) return;
    sending = true;
    const [first] = queue;
    first.tried = true;
    keep();
    let answer = null;
    try {
      answer = await fetch(`${words.steps}${first.entry}/${first.act}/`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Idempotency-Key": first.key,
          "X-CSRFToken": part().querySelector("[name=csrfmiddlewaretoken]").value,
        },
        body: "{}",
      });
    } catch {
      /* no network */
    }
    sending = false;
    if (answer === null || answer.status >= 500 || answer.status === 429) {
      cut = true;
      sayWaits();
      return later();
    }
    const said = await answer.json().catch(() => ({}));
    const refusal = answer.ok ? null : said;
    if (answer.status === 401 || (answer.status === 403 && !refusal.sentence)) return say(words.signedOut);
    queue = queue.filter(({ key }) => key !== first.key);
    if (!refusal) taken.push(first);
    keep();
    if (refusal) {
      last.hidden = true;
      say(`${first.called}: ${refusal.sentence} ${refusal.remedy}`);
    } else {
      if (first.act === "restore" && said.state === "waiting" && latest?.entry === first.entry)
        last.querySelector("span").textContent = `${first.called}: ${words.queued}`;
      if (cut && queue.length) sayWaits();
      else say("");
    }
    cut &&= queue.length > 0;
    if (queue.length) return send();
    renew();
  };
  const renew = () => {
    draw();
    window.htmx?.trigger(part(), "renew");
  };
  addEventListener("online", send);
  document.addEventListener("visibilitychange", () => document.hidden || send());

  // A scanner ends with Enter: whoever alone is found is there. The square of a certificate names nobody, so
  // the server is asked whose it is.
  const shown = () => rows().filter(({ hidden }) => !hidden);
  const entered = async () => {
    const asked = field.value;
    if (asked.trim() && !exact) {
      const answer = await fetch(`${words.steps}scanned/?text=${encodeURIComponent(asked)}`).catch(
        () => null,
      );
      const number = answer?.ok ? (await answer.json()).number : "";
      if (!number || field.value !== asked) return;
      field.value = number;
      narrow();
    }
    const alone = exact && shown().length === 1 && field.value.trim() !== "";
    const only = alone ? shown()[0].querySelector("[data-first]") : null;
    if (only && !only.disabled) only.click();
  };

  document.addEventListener("submit", (event) => {
    const row = event.target.closest("[data-entry]");
    const act = event.submitter?.dataset.act;
    if (event.target === field.form) {
      event.preventDefault();
      entered();
      return;
    }
    if (!row || !act) return;
    event.preventDefault();
    tap(row.dataset.entry, act, row.dataset.name);
    if (field.value) {
      field.value = "";
      narrow();
      if (matchMedia("(pointer: fine)").matches) field.focus();
    }
  });
  field.addEventListener("input", narrow);

  // Renewing: nothing moves while somebody taps, and what was open stays so.
  let open = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "door" || !event.detail.shouldSwap) return;
    const writes = part().querySelector(".waive input:focus, .waive input:not(:placeholder-shown)");
    if (Date.now() - tapped < QUIET || (writes && writes.value)) event.detail.shouldSwap = false;
    open = [...part().querySelectorAll("[data-kept-open][open]")].map(({ id }) => id);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "door" && event.target.id !== "door") return;
    taken = [];
    keep();
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    draw();
    narrow();
  });

  // A page that was kept is as old as its opening; the part that came last is newer.
  const partAddress = `${location.origin}${location.pathname}?part`;
  const showLastSeen = async () => {
    if (shared !== undefined) return;
    const kept = await globalThis.caches?.match(partAddress, { cacheName: "door-pages" });
    if (!kept) return;
    const seen = new DOMParser().parseFromString(await kept.text(), "text/html").getElementById("door");
    if (!(Number(seen?.dataset.drawn) > Number(part().dataset.drawn))) return;
    part().replaceWith(seen);
    window.htmx?.process(seen);
    draw();
    narrow();
  };

  // The worker opens this page without network. A device keeps the door that it opened last, a shared one none.
  const keepPage = async () => {
    if (shared !== undefined || !("serviceWorker" in navigator)) return;
    try {
      await navigator.serviceWorker.register(words.worker, { scope: location.pathname });
      await navigator.serviceWorker.ready;
      const files = performance
        .getEntriesByType("resource")
        .filter(({ initiatorType }) => ["css", "img", "link", "script"].includes(initiatorType))
        .map(({ name: address }) => address)
        .filter((address) => new URL(address).origin === location.origin);
      const wanted = new Set([location.origin + location.pathname, ...files]);
      const pages = await caches.open("door-pages");
      await pages.addAll(wanted);
      wanted.add(partAddress);
      for (const kept of await pages.keys()) if (!wanted.has(kept.url)) await pages.delete(kept);
      words.offline = "ready";
    } catch {
      words.offline = "none";
    }
  };

  desk.classList.add("alive");
  showLastSeen().catch(() => {});
  keepPage();
  draw();
  if (field.value) narrow();
  if (queue.length) send();
  else if (taken.length) addEventListener("load", renew);
})();
