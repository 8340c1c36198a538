"use strict";
// The pad itself: brings law, store, sync and sheet together, and answers every tap.
(() => {
  const { Law, Store, Sync, View, Chart, Ask, Keyboard, Dialogs, Calls, Notices, Settle, el, signed, minus } =
    globalThis.Pad;
  const { taps } = globalThis;

  const LOOK = 10_000;

  class Controller {
    constructor(start, place) {
      this.start = start;
      this.place = place;
      this.say = (key, words = {}) =>
        (start.words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => words[name] ?? all);
      this.store = new Store(start.store, new Law(start.law), start.shared ? sessionStorage : localStorage);
      this.store.hear(start.pad);
      // One function each: what is told several times during a tap is drawn once after it.
      const [heard, draw] = [() => this.heard(), () => this.draw()];
      this.hears = () => taps.after(heard);
      this.sync = new Sync(this.store, start, this.hears);
      this.view = new View(this);
      this.chart = new Chart(this);
      this.asker = new Ask(this);
      this.keyboard = new Keyboard(this);
      this.dialogs = new Dialogs(this);
      this.calls = new Calls(this);
      this.notices = new Notices(this);
      this.settle = new Settle(this);
      this.missing = false;
      this.playOn = false;
      addEventListener("resize", () => this.reveal());
      // Also when the text gets larger, which no window is told of.
      new ResizeObserver(() => this.reveal()).observe(this.place);
      addEventListener("storage", (event) => {
        if (event.key === this.store.name) {
          this.store.read();
          taps.after(draw);
        }
      });
    }

    begin() {
      this.place.classList.add("alive");
      this.settled();
      this.sync.begin();
      // The time of an announcement comes to its end though nothing is heard.
      setInterval(this.hears, LOOK);
      this.keepPage();
    }

    /** The worker opens this page without network; it watches /pad/ alone. A shared device keeps no page. */
    async keepPage() {
      if (this.start.shared || !("serviceWorker" in navigator)) return;
      try {
        await navigator.serviceWorker.register(this.start.addresses.worker);
        await navigator.serviceWorker.ready;
        const pages = await caches.open("pad-pages");
        if (!(await pages.match(location.pathname))) await pages.add(location.pathname);
        this.place.dataset.offline = "ready";
      } catch {
        this.place.dataset.offline = "none";
      }
    }

    kind(kind) {
      return this.start.incidents.find((incident) => incident.kind === kind) ?? { words: kind, needs: [] };
    }

    effectWords({ points, fails_bid: fails }) {
      const words =
        points === 0
          ? this.say("no-points")
          : this.say(Math.abs(points) === 1 ? "point" : "points", { points: signed(points) });
      return fails
        ? points === 0
          ? this.say("fails-only")
          : this.say("and-fails", { points: words })
        : words;
    }

    /** What a kind of incident costs, before it is told of whom. */
    kindWords(kind) {
      const told = this.start.law.incidents[kind];
      if (told?.by_bid) return this.say("by-bid", { points: signed(told.dealer.points) });
      return told ? this.effectWords(told.by_count ? told.by_count[0] : told.effect) : "";
    }

    /** What was heard changes the page only where it says something new: whoever types is left alone. */
    heard() {
      if (this.drawn !== this.seen) this.settled();
      this.dialogs.answered();
    }

    get seen() {
      const { line, lost, sending, note } = this.sync;
      return JSON.stringify([this.store.kept, this.store.announced.length, line, lost, sending, note]);
    }

    /** After anything was heard: the next stanza is begun where one is due; what was overtaken is laid side
     * by side. */
    settled() {
      const { store } = this;
      const { draft } = store;
      const touched = draft && (draft.undo.length || draft.corrects);
      if (draft && !touched && (store.overtaken() || !this.sameDeal(draft))) store.drop();
      if (!store.draft && this.mayBegin) store.begin();
      this.draw();
    }

    sameDeal(draft) {
      const deal = this.store.deal(draft.number);
      return (
        deal &&
        deal.dealer === draft.dealer &&
        deal.cards === draft.cards &&
        `${deal.order}` === `${draft.order}`
      );
    }

    get mayBegin() {
      const { store } = this;
      const over = store.pad.last !== null && store.next > store.pad.last;
      return Boolean(store.deal(store.next)) && (!over || this.playOn) && store.table.acts.report;
    }

    asking() {
      return this.store.draft ? this.asker.next(this.store.draft) : null;
    }

    ask(what, player) {
      this.keyboard.typed = "";
      this.store.change(({ draft }) => {
        draft.at = { what, player };
      });
      this.draw();
    }

    tell(what, player, value) {
      this.keyboard.typed = "";
      this.store.write((draft) => {
        const field = what === "bid" ? "bids" : what;
        draft[field][player] = value;
        draft.at = null;
        if (what === "taken") this.store.subtract(draft, player);
      });
      this.draw();
    }

    undo() {
      if (this.store.draft?.undo.length) this.store.undo();
      else this.store.takeBack();
      this.draw();
    }

    keep() {
      const { draft } = this.store;
      this.missing = Boolean(draft.corrects) && !draft.reason.trim();
      if (this.missing) return this.draw();
      this.store.keep(this.say("why-slip"));
      this.settled();
      this.sync.now();
    }

    leave() {
      this.store.drop();
      this.settled();
    }

    change(number) {
      const { draft } = this.store;
      const open = () => {
        this.store.edit(number);
        this.draw();
      };
      if (draft && draft.undo.length && !draft.corrects)
        this.dialogs.sure(this.say("drop-sure", { n: draft.number }), open);
      else open();
    }

    /** The last stanza may be changed, and one that waits untold. */
    mayChange(stanza) {
      const { acts } = this.store.table;
      if (this.sync.lost || this.store.draft?.number === stanza.number || stanza.entry?.trouble) return false;
      return stanza.number === this.store.next - 1 && (stanza.entry ? true : acts.correct);
    }

    count(tricks) {
      this.store.change((kept) => {
        kept.tricks = tricks;
      });
      this.draw();
    }

    draw() {
      const { store } = this;
      const keeper = store.pad?.keeper;
      const keeperAt = document.querySelector("[data-pad-keeper]");
      keeperAt.textContent = keeper ? keeperAt.dataset.words.replace("NAME", () => keeper) : "";
      const focused = this.place.contains(document.activeElement)
        ? document.activeElement.dataset.focus
        : null;
      const troubled = store.queue.find((queued) => queued.trouble);
      const overtaken = store.overtaken() && store.draft.undo.length;
      const { draft } = store;
      const settle = troubled
        ? this.settle.refused(troubled)
        : overtaken
          ? this.settle.overtaken(draft)
          : null;
      this.place.replaceChildren(
        ...[
          ...this.notices.all(),
          el(
            "div",
            { class: "pad-grid" },
            el("div", { class: "pad-main" }, settle ?? (draft ? this.view.sheet(draft) : this.rest())),
            this.view.scores(),
          ),
          settle
            ? null
            : el(
                "section",
                {
                  class: "pad-panel",
                  "aria-label": draft ? this.say("stanza", { n: draft.number }) : this.say("more"),
                },
                draft ? this.asker.panel(draft) : this.asker.tools(null),
              ),
          this.chart.figure(),
        ].filter(Boolean),
      );
      const state = document.querySelector("[data-pad-state]");
      const { words, kind } = this.view.state();
      if (state.textContent !== words) state.textContent = words;
      state.className = `pad-state ${kind}`;
      this.speak();
      if (focused) this.refocus(focused);
      this.reveal();
      this.drawn = this.seen;
    }

    /** A screen reader says what changes in a line that stays; one that is drawn again says nothing. */
    speak() {
      const asked = document.querySelector("[data-pad-asked]");
      const words = [...(this.place.querySelector(".ask")?.children ?? [])]
        .map((part) => part.textContent)
        .join(", ");
      if (asked.textContent !== words) asked.textContent = words;
    }

    /** What is asked about, and what the focus is on, are never behind the panel that asks. */
    reveal() {
      const [row, panel] = [
        this.place.querySelector(".pad-row.current"),
        this.place.querySelector(".pad-panel"),
      ];
      document.documentElement.style.scrollPaddingBottom = `${this.covered(panel) + 4}px`;
      row?.scrollIntoView({ block: "nearest", behavior: "instant" });
      const { activeElement } = document;
      if (this.place.contains(activeElement) && !panel?.contains(activeElement))
        activeElement.scrollIntoView({ block: "nearest", behavior: "instant" });
    }

    /** How much of the screen's foot the panel takes; nothing where it stands beside or below the players. */
    covered(panel) {
      if (!panel || getComputedStyle(panel).position !== "sticky") return 0;
      const [beside, over] = [
        this.place.querySelector(".pad-main").getBoundingClientRect(),
        panel.getBoundingClientRect(),
      ];
      return over.left >= beside.right || over.left > beside.left + beside.width / 2 ? 0 : over.height;
    }

    /** Whoever works by keys stays where they were, or comes to the next thing that is asked. */
    refocus(name) {
      const control = this.place.querySelector(`[data-focus="${CSS.escape(name)}"]:not([disabled])`);
      (control ?? this.place.querySelector(".pad-panel button:not([disabled])"))?.focus({
        preventScroll: true,
      });
    }

    named(text) {
      return Object.entries(this.store.table.names).reduce(
        (said, [player, name]) => said.replaceAll(player, name),
        text,
      );
    }

    resume() {
      this.sync.note = "";
      this.settled();
      this.sync.now();
    }

    /** Nothing is to be written now: why, and what comes next. */
    rest() {
      const { say, store } = this;
      const { table, last, ends, keeper } = store.pad;
      const over = last !== null && store.next > last;
      const page = (name) =>
        el("a", { class: "button second", href: this.start.addresses[name] }, say(`${name}-page`));
      if (["reported", "confirmed", "certified"].includes(table.state))
        return this.card(say("closed"), say("closed-help"), this.standing(), page("game"));
      if (table.state === "split") return this.card(say("split"), "", page("table"));
      if (table.state === "splitting") return this.card(say("splitting"), "", page("table"));
      if (over && !this.playOn && store.counted) {
        return this.card(
          say("over", { ends }),
          say("close-help"),
          this.standing(),
          el(
            "p",
            { class: "send" },
            el(
              "button",
              {
                type: "button",
                disabled: store.queue.length > 0 || this.sync.line !== "open",
                "data-focus": "close",
                click: () => this.dialogs.close(),
              },
              say("close"),
            ),
            el(
              "button",
              {
                type: "button",
                class: "second",
                "data-focus": "play-on",
                click: () => {
                  this.playOn = true;
                  this.settled();
                },
              },
              say("play-on"),
            ),
          ),
        );
      }
      const why = !table.drawn
        ? "not-drawn"
        : !table.acting_executor
          ? "no-executor"
          : !keeper && store.pad.by_link
            ? "no-keeper"
            : table.due && !table.acts.report
              ? "no-right"
              : "too-few";
      return this.card(say("no-deal"), say(why), page("table"));
    }

    standing() {
      const totals = this.store.totals();
      const players = Object.keys(totals).sort((player, other) => totals[other] - totals[player]);
      return el(
        "ol",
        { class: "pad-standing" },
        players.map((player) =>
          el("li", {}, el("span", {}, this.view.name(player)), el("b", {}, minus(totals[player]))),
        ),
      );
    }

    card(title, words, ...more) {
      return el(
        "section",
        { class: "sheet pad-sheet", "aria-labelledby": "pad-title" },
        el("h2", { id: "pad-title" }, title),
        words ? el("p", {}, words) : null,
        more,
      );
    }
  }

  const start = JSON.parse(document.getElementById("pad-start").textContent);
  globalThis.Pad.running = new Controller(start, document.querySelector("[data-pad]"));
  globalThis.Pad.running.begin();
})();
