// Moves the table of a replay from card to card without asking the server; the page has all that is said.
// Without this script each card is a link of its own.
"use strict";
(() => {
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const all = (selector, from = root) => [...from.querySelectorAll(selector)];
  const find = (selector, from = root) => from.querySelector(selector);
  const last = Number(root.dataset.last);
  const plays = new Map(all("[data-play]").map((play) => [Number(play.dataset.play), play]));
  const tricks = all("[data-trick]");
  const seats = all("[data-seat]");
  const steps = find("[data-steps]");
  let at = Number(root.dataset.at);
  let whole = "whole" in root.dataset;

  const numbers = (text) => text.split(" ").map(Number);
  const trickOf = (moment) => (moment ? plays.get(moment).closest("[data-trick]") : tricks[0]);
  const playsOf = (trick) => all("[data-play]", trick);
  const endOf = (trick) => Number(playsOf(trick).at(-1).dataset.play);
  const copy = (element) => element.content.cloneNode(true);

  const takenAt = (trick, ended) => {
    if (!ended) return numbers(trick.dataset.taken);
    const next = tricks[tricks.indexOf(trick) + 1];
    return numbers(next ? next.dataset.taken : root.dataset.final);
  };

  const showSeats = (trick, play, taken) => {
    const laid = playsOf(trick).filter((done) => Number(done.dataset.play) <= at);
    for (const seat of seats) {
      const number = seat.dataset.seat;
      const own = laid.find((done) => done.dataset.of === number);
      const place = find("[data-laid]", seat);
      const key = own ? own.dataset.play : "";
      if (place.dataset.shows !== key) {
        place.dataset.shows = key;
        place.replaceChildren(...(own ? [find(".card", own).cloneNode(true)] : []));
      }
      const wins = Boolean(play) && play.dataset.winning === number;
      seat.classList.toggle("wins", wins);
      find("[data-wins]", seat).hidden = !wins;
      find("[data-taken]", seat).textContent = taken[Number(number) - 1];
      for (const held of all("[data-since]", seat))
        held.hidden = !(
          Number(held.dataset.since) <= at &&
          (!held.dataset.until || at < Number(held.dataset.until))
        );
    }
  };

  const showWords = (trick, play, ended) => {
    const where = find("[data-where]");
    where.textContent = play
      ? where.dataset.words
          .replace("%t", trick.dataset.trick)
          .replace("%n", tricks.length)
          .replace("%c", at)
          .replace("%m", last)
      : where.dataset.deal;
    const say = copy(play ? find("[data-say]", play) : find("[data-say-deal]"));
    const trump = play ? say.querySelectorAll("p")[2] : null;
    find("[data-say-now]").replaceChildren(say);
    const sign = trump ? trump.querySelector(".nowrap") : find("[data-trump-before] .nowrap", trick);
    find("[data-trump]").replaceChildren(sign.cloneNode(true));
    const won = find("[data-won]");
    won.hidden = !(play && ended);
    if (!won.hidden)
      won.replaceChildren(
        ...[...find("[data-result]", trick).childNodes].map((node) => node.cloneNode(true)),
      );
    for (const note of all("[data-notes] [data-at]")) note.hidden = Number(note.dataset.at) !== at;
  };

  const showLinks = (trick, play) => {
    const go = (name, to, off) => {
      const link = find(`[data-go=${name}]`);
      link.href = `?card=${to}`;
      if (off) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    };
    go("first", 0, at === 0);
    go("back", Math.max(0, at - 1), at === 0);
    go("forward", Math.min(last, at + 1), at === last);
    go("last", last, at === last);
    for (const link of all("[data-trick-link]")) {
      if (play && link.dataset.trickLink === trick.dataset.trick) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    const allLink = find("[data-go=all]");
    allLink.textContent = whole ? allLink.dataset.stepWords : allLink.dataset.allWords;
    allLink.href = whole ? `?card=${at}` : "?card=all";
  };

  const show = () => {
    const play = at ? plays.get(at) : null;
    const trick = trickOf(at);
    const ended = at > 0 && endOf(trick) === at;
    showSeats(trick, play, takenAt(trick, ended));
    showWords(trick, play, ended);
    showLinks(trick, play);
    for (const held of all("[data-hands] [data-until]"))
      held.classList.toggle("gone", Boolean(held.dataset.until) && Number(held.dataset.until) <= at);
    steps.hidden = whole;
    find("[data-tricks]").hidden = !whole;
  };

  const shown = () => {
    show();
    find("[data-shared]").textContent = "";
    history.replaceState(null, "", whole ? "?card=all" : `?card=${at}`);
  };

  const trickBack = () => {
    const ends = tricks.map(endOf).filter((end) => end < at);
    return ends.length ? ends.at(-1) : 0;
  };
  const trickForward = () => tricks.map(endOf).find((end) => end > at) ?? last;
  const places = {
    first: () => 0,
    last: () => last,
    back: () => Math.max(0, at - 1),
    forward: () => Math.min(last, at + 1),
    "trick-back": trickBack,
    "trick-forward": trickForward,
  };

  const go = (where) => {
    if (where === "all") whole = !whole;
    else at = places[where]();
    shown();
  };

  root.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go], [data-to]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    if (link.dataset.to) {
      at = Number(link.dataset.to);
      shown();
    } else go(link.dataset.go);
  });
  document.addEventListener("keydown", (event) => {
    if (
      whole ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.target.closest("input, textarea, select")
    )
      return;
    const where = {
      ArrowLeft: "back",
      ArrowRight: "forward",
      Home: "first",
      End: "last",
      PageUp: "trick-back",
      PageDown: "trick-forward",
    }[event.key];
    if (!where) return;
    event.preventDefault();
    pause();
    go(where);
  });

  // Card by card by the clock; whoever steps or opens all tricks has it in hand again.
  const CARD_MS = 1800;
  const run = find("[data-run]");
  const words = { play: run.textContent, pause: run.dataset.pause };
  let running = 0;
  const pause = () => {
    clearTimeout(running);
    running = 0;
    run.textContent = words.play;
    run.setAttribute("aria-pressed", "false");
  };
  const next = () => {
    go("forward");
    running = at < last ? setTimeout(next, CARD_MS) : 0;
    if (!running) pause();
  };
  const play = () => {
    if (at === last) at = 0;
    run.textContent = words.pause;
    run.setAttribute("aria-pressed", "true");
    shown();
    running = setTimeout(next, CARD_MS);
  };
  run.addEventListener("click", () => (running ? pause() : play()));

  const share = find("[data-share]");
  share.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    find("[data-shared]").textContent = share.dataset.copied;
  });
  share.hidden = !navigator.clipboard;

  find("[data-by-script]").hidden = false;
  find("[data-hint]").hidden = false;
  show();
})();
