"use strict";
// The door of an event on a phone: the list is narrowed while somebody types or scans, and each tap is kept on
// this device until the server has it. A tap has a key of its own, so that sent twice it counts once. What
// other helpers tap comes with the part that renews itself; what waits here is drawn over it. What is refused
// stays in a list of its own until somebody has read it.
(() => {
  const desk = document.querySelector("[data-door]");
  if (!desk) return;
  const AGAIN = 3000;
  const { hasWord, heldStill, isNear, newKey, wordsSought } = globalThis;
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
  const refusals = desk.querySelector("[data-door-refused]");
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
    "absent-sure": words.absent,
    restore: words.restored,
  };

  const UNDONE_BY = {
    come: "take-back",
    "come-met": "take-back",
    "check-in": "take-back",
    "check-in-met": "take-back",
    absent: "restore",
    promised: "unpaid",
    paid: "unpaid",
  };
  const LEADS = { "take-back": "missing", restore: "missing", absent: "gone", "absent-sure": "gone" };
  for (const act of ["come", "come-met", "check-in", "check-in-met"]) LEADS[act] = "here";

  let cut = false; // the network was not there the last time
  let locked = false; // nothing is taken before the part comes again, for somebody who is signed in
  const renewed = new Set(); // taps for which the part came again, since the token of this one was too old
  let queue = [];
  let taken = []; // what the server has taken since its part was drawn
  let refused = [];
  try {
    ({ queue = [], taken = [], refused = [] } = JSON.parse(device.getItem(name)) ?? {});
  } catch {
    /* A device that keeps nothing sends at once, or not at all. */
  }
  const keep = () => {
    try {
      if (queue.length || taken.length || refused.length)
        device.setItem(name, JSON.stringify({ queue, taken, refused }));
      else device.removeItem(name);
    } catch {
      /* as above */
    }
  };

  // Narrowing
  const sought = () => wordsSought(field.value);
  const says = ({ dataset }, word) => hasWord(dataset.words, word);
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
    const waits = cut || !navigator.onLine;
    newcomer.hidden = !shown;
    newcomer.querySelector("a").hidden = waits;
    newcomer.querySelector("[data-newcomer-later]").hidden = !waits;
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
    drawSums();
  };
  // How many are here and not yet here, with the taps that wait on this device.
  const drawSums = () => {
    const more = { here: 0, missing: 0, gone: 0 };
    for (const row of rows()) {
      const waits = [...taken, ...queue].findLast(
        ({ entry, act }) => entry === row.dataset.entry && LEADS[act],
      );
      if (!waits) continue;
      const gone = row.closest("[aria-labelledby=gone]") ? "gone" : "missing";
      more[row.closest(".door-here") ? "here" : gone] -= 1;
      more[LEADS[waits.act]] += 1;
    }
    for (const sum of part().querySelectorAll("[data-door-sum]"))
      sum.textContent = `${Number(sum.dataset.server) + more[sum.dataset.doorSum]}`;
  };
  const drawRefusals = () =>
    globalThis.drawDoorRefusals(refusals, refused, words, {
      said: SAID,
      gives: (entry, called) => tap(entry, "absent-sure", called),
      dismiss: (key) => {
        refused = refused.filter((kept) => kept.key !== key);
        keep();
        drawRefusals();
        (refusals.querySelector("button") ?? field).focus();
      },
    });
  const sayWaits = () => {
    const [one, many] = locked
      ? [words.keptOne, words.keptMany]
      : cut
        ? [words.waitsOne, words.waitsMany]
        : ["", ""];
    const taps = queue.length;
    trouble.textContent = !taps ? "" : taps === 1 ? one : many.replace("NUMBER", `${taps}`);
    trouble.hidden = !trouble.textContent;
    if (newcomer && !newcomer.hidden) nameNewcomer(true);
  };

  // Tapping
  let tapped = 0;
  let latest = null;
  // Whoever had promised to pay has promised again once it is undone that they paid.
  const undoneBy = (entry, act) => {
    const promises = document.getElementById(`entry-${entry}`)?.querySelector("[data-act=promised]");
    return act === "paid" && !promises ? "promised" : UNDONE_BY[act];
  };
  const tap = (entry, act, called) => {
    const waiting = queue.findIndex((kept) => kept.entry === entry && !kept.tried && kept.undo === act);
    const undo = undoneBy(entry, act);
    if (waiting >= 0) queue.splice(waiting, 1);
    else queue.push({ entry, act, called, undo, key: newKey(), tried: false });
    latest = { entry, called, undo };
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
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(send, AGAIN);
  };
  const send = async () => {
    if (sending || locked || !queue.length) return;
    sending = true;
    const [first] = queue;
    const token = part().querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    first.tried = true;
    keep();
    let answer = null;
    try {
      answer = await fetch(`${words.steps}${first.entry}/${first.act}/`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Idempotency-Key": first.key,
          "X-CSRFToken": token,
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
    cut = false;
    if (answer.status === 401 || (answer.status === 403 && mayBeSentAgain(first, refusal))) {
      locked = true;
      sayWaits();
      return renew();
    }
    queue = queue.filter(({ key }) => key !== first.key);
    if (refusal) refuse(first, `${refusal.sentence} ${refusal.remedy}`, refusal.code);
    else taken.push(first);
    keep();
    if (first.act === "restore" && said.state === "waiting" && latest?.entry === first.entry)
      last.querySelector("span").textContent = `${first.called}: ${words.queued}`;
    sayWaits();
    if (queue.length) return send();
    renew();
  };
  // Signed in again elsewhere, the token of this page is too old: the part brings another, once for each tap.
  const mayBeSentAgain = ({ key }, { sentence, code }) => {
    if (sentence && (code !== "permission-denied" || renewed.has(key))) return false;
    renewed.add(key);
    return true;
  };
  const refuse = ({ key, entry, act, called }, reason, code) => {
    refused.push({ key, entry, act, called, reason, code });
    if (latest?.entry === entry) last.hidden = true;
    drawRefusals();
  };
  const renew = () => {
    draw();
    window.htmx?.trigger(part(), "renew");
  };
  addEventListener("online", () => {
    cut = false;
    sayWaits();
    send();
  });
  addEventListener("offline", sayWaits);
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

  // Whether there is a network is asked at the tap: a page that cannot be reached would take this one's place.
  newcomer?.addEventListener("click", async (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const answer = await fetch(words.worker, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer) return location.assign(link.href);
    cut = true;
    sayWaits();
  });

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
      heldStill.hold();
      field.value = "";
      narrow();
      heldStill.settle({ scrolls: document.activeElement !== field });
      if (matchMedia("(pointer: fine)").matches) field.focus({ preventScroll: true });
    }
  });
  field.addEventListener("input", narrow);

  // Renewing: nothing moves while somebody taps, and what was open stays so.
  let open = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "door" || !event.detail.shouldSwap) return;
    // What waits here is of one account, and is sent for no other.
    const [, whose] = /\bdata-account="([^"]*)"/.exec(event.detail.xhr.responseText) ?? [];
    if (whose !== undefined && whose !== account) {
      event.detail.shouldSwap = false;
      locked = true;
      return sayWaits();
    }
    const writes = part().querySelector(".waive input:focus, .waive input:not(:placeholder-shown)");
    const isTapping = globalThis.taps.pressed() || (!locked && Date.now() - tapped < QUIET);
    if (isTapping || (writes && writes.value)) event.detail.shouldSwap = false;
    else heldStill.hold();
    open = [...part().querySelectorAll("[data-kept-open][open]")].map(({ id }) => id);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "door" && event.target.id !== "door") return;
    taken = [];
    keep();
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    draw();
    narrow();
    heldStill.settle();
    cut = false;
    locked = false;
    sayWaits();
    send();
  });

  // htmx gives what has come the classes that it was sent with.
  document.addEventListener("htmx:afterSettle", () => {
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
  drawRefusals();
  if (field.value) narrow();
  if (queue.length) send();
  else if (taken.length) addEventListener("load", renew);
})();
