"use strict";
// What is not asked at every stanza: incidents, who comes and goes, a call for the executor.
(() => {
  const { el, suit } = globalThis.Pad;
  const RANKS = [..."AKQJT98765432"];
  const SUITS = [..."SHDC"];

  class Dialogs {
    constructor(pad) {
      this.pad = pad;
      this.say = pad.say;
      this.box = el("dialog", { class: "pad-dialog", "aria-labelledby": "pad-dialog-title" });
      this.box.addEventListener("click", (event) => {
        if (event.target === this.box) this.box.close();
      });
      document.body.append(this.box);
    }

    get store() {
      return this.pad.store;
    }
    name(player) {
      return this.store.table.names[player] ?? player;
    }

    show(title, ...content) {
      this.open("cancel", title, content);
    }

    open(closes, title, content) {
      this.box.replaceChildren(
        el("h2", { id: "pad-dialog-title", class: "h3", tabindex: "-1" }, title),
        ...content.flat().filter(Boolean),
        el(
          "p",
          { class: "foot-actions" },
          el(
            "button",
            { type: "button", class: closes === "done" ? "" : "second", click: () => this.box.close() },
            this.say(closes),
          ),
        ),
      );
      this.box.dataset.waits = closes === "done" ? this.store.pad.calls.length : 0;
      if (!this.box.open) this.box.showModal();
      this.box.querySelector("h2").focus();
    }

    /** What says that a call is made does not stand over its answer. */
    answered() {
      if (this.box.open && this.store.pad.calls.length < Number(this.box.dataset.waits)) this.box.close();
    }

    choices(list, act, kind = "choice") {
      return el(
        "div",
        { class: `choices ${kind}s` },
        list.map(({ words, beside, value }) =>
          el(
            "button",
            { type: "button", class: kind, click: () => act(value) },
            el("span", {}, words),
            beside ? el("small", {}, beside) : null,
          ),
        ),
      );
    }

    menu() {
      const { say, store } = this;
      const counts = store.kept.tricks;
      const open = this.pad.notices.called();
      const decided = store.decided().map((decision) => this.pad.notices.decided(decision));
      this.show(
        say("more"),
        open.map((call) => el("p", { class: "notice warn" }, call.words)),
        decided.map((words) => el("p", { class: "notice" }, words)),
        this.choices(
          [
            { words: say("call"), value: () => this.pad.calls.ask() },
            ...(store.table.acts.keep ? [{ words: say("people"), value: () => this.people() }] : []),
            {
              words: say("count-tricks"),
              beside: counts ? `✓ ${say("yes")}` : say("count-tricks-help"),
              value: () => this.pad.count(!counts),
            },
            {
              words: say("keys"),
              beside: this.pad.keyboard.on ? `✓ ${say("yes")}` : say("keys-help"),
              value: () => this.pad.keyboard.switch(),
            },
            { words: say("matters"), value: () => this.pad.calls.matters() },
            { words: say("table-page"), value: () => location.assign(this.pad.start.addresses.table) },
          ],
          (act) => {
            this.box.close();
            act();
          },
        ),
      );
    }

    incident() {
      const { say } = this;
      this.show(
        say("what-happened"),
        this.choices(
          this.pad.start.incidents.map((kind) => ({
            words: kind.words,
            beside: this.pad.kindWords(kind.kind),
            value: kind,
          })),
          (kind) => this.need(kind, { kind: kind.kind }, kind.needs),
        ),
        el("p", { class: "quiet" }, say("votes")),
        this.choices([{ words: say("call"), value: null }], () => this.pad.calls.ask()),
      );
    }

    /** Asks for the next thing that the kind needs told, and notes the incident when nothing is wanting. */
    need(kind, incident, needs) {
      const [need, ...rest] = needs;
      const { draft } = this.store;
      if (!need) return this.note(incident);
      const go = (more) => this.need(kind, { ...incident, ...more }, rest);
      if (need === "bid" && kind.kind === "bid-out-of-turn" && incident.player !== draft.dealer)
        return go({});
      return this[`ask_${need}`](kind, draft, go);
    }

    ask_player(kind, draft, go) {
      this.show(
        `${kind.words}: ${this.say("who")}`,
        this.choices(
          draft.order.map((player) => ({ words: this.name(player), value: player })),
          (player) => go({ player }),
          "chip",
        ),
      );
    }

    ask_trick(kind, draft, go) {
      this.numbers(`${kind.words}: ${this.say("which-trick")}`, 1, draft.cards, (trick) => go({ trick }));
    }

    ask_bid(kind, draft, go) {
      this.numbers(
        `${kind.words}: ${this.say("which-bid")}`,
        0,
        kind.kind === "illegal-bid" ? draft.cards + 3 : draft.cards,
        (bid) => go({ bid }),
      );
    }

    ask_held(kind, draft, go) {
      this.numbers(
        `${kind.words}: ${this.say("how-many")}`,
        0,
        draft.cards + 3,
        (cards) => go({ cards }),
        draft.cards,
      );
    }

    ask_reason(kind, draft, go) {
      const reasons = ["misdeal-exposed", "misdeal-undealt", "misdeal-count", "misdeal-order"].map((key) =>
        this.say(key),
      );
      this.show(
        this.say("why-dealt-again"),
        this.choices(
          reasons.map((reason) => ({ words: reason, value: reason })),
          (reason) => go({ reason }),
        ),
      );
    }

    ask_card(kind, draft, go) {
      const suits = (rank) =>
        this.show(
          `${kind.words}: ${this.say("which-card")}`,
          el(
            "div",
            { class: "choices chips" },
            SUITS.map((letter) =>
              el(
                "button",
                {
                  type: "button",
                  class: "chip suit-key",
                  "aria-label": this.say(letter),
                  click: () => go({ card: rank + letter }),
                },
                el("span", { "aria-hidden": "true" }, rank === "T" ? "10" : rank),
                suit(this.pad.start.addresses.cards, letter),
              ),
            ),
          ),
        );
      this.show(
        `${kind.words}: ${this.say("which-card")}`,
        el(
          "div",
          { class: "choices chips" },
          RANKS.map((rank) =>
            el(
              "button",
              { type: "button", class: "chip", click: () => suits(rank) },
              rank === "T" ? "10" : rank,
            ),
          ),
          el("button", { type: "button", class: "chip", click: () => go({ card: "*" }) }, this.say("joker")),
        ),
      );
    }

    numbers(title, first, last, act, without = null) {
      const all = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
        (number) => number !== without,
      );
      this.show(
        title,
        this.choices(
          all.map((number) => ({ words: `${number}`, value: number })),
          act,
          "chip",
        ),
      );
    }

    note(incident) {
      const told = incident.kind === "type-1" ? { ...incident, grounds: "improper-information" } : incident;
      this.store.write((draft) => draft.incidents.push(told));
      this.box.close();
      this.pad.draw();
    }

    people() {
      const { say, store } = this;
      const why = store.queue.length
        ? say("people-wait")
        : this.pad.sync.line === "open"
          ? ""
          : say("people-offline");
      if (why) return this.show(say("people"), el("p", {}, why));
      const { seated, waiting, gone, undoable = [] } = store.table;
      const justLeft = new Set(undoable.filter(({ step }) => step === "leave").map(({ player }) => player));
      const others = [
        ...waiting.map(({ player }) => player),
        ...gone.filter((leaver) => leaver.ranked_here).map(({ player }) => player),
      ].filter((player) => !justLeft.has(player));
      this.show(
        say("people"),
        this.choices(
          seated.map((seat) => ({ words: seat.name, beside: say("leaves"), value: seat.player })),
          (player) => this.leaves(player),
        ),
        undoable.length
          ? [
              el("h3", { class: "label" }, say("since-stanza")),
              this.choices(
                undoable.map((done) => ({ words: this.wordsOf(done), beside: say("undo"), value: done })),
                (done) => this.takeBack(done),
              ),
            ]
          : null,
        el("h3", { class: "label" }, say("waiting-list")),
        others.length
          ? this.choices(
              others.map((player) => ({ words: this.name(player), beside: say("sits"), value: player })),
              (player) => this.sits(player),
            )
          : el("p", { class: "quiet" }, say("nobody-waits")),
        el("p", { class: "quiet" }, say("walks-out")),
      );
    }

    leaves(player) {
      const words = this.say("leaves-sure", { name: this.name(player), n: this.store.counted });
      this.show(
        words,
        el(
          "p",
          { class: "send" },
          el(
            "button",
            { type: "button", click: () => this.step("leave", player, { player }) },
            this.say("yes"),
          ),
        ),
      );
    }

    sits(player) {
      this.show(
        `${this.name(player)} ${this.say("sits")} ${this.say("left-of")}`,
        this.choices(
          this.store.table.seated.map((seat) => ({ words: seat.name, value: seat.player })),
          (left_of) => this.step("sit", player, { player, left_of }),
        ),
      );
    }

    /** Somebody comes or goes, which can be taken back at once, and until the next stanza under *More*. */
    step(step, player, asked) {
      const { store } = this;
      const waited = store.table.waiting.some((waiter) => waiter.player === player);
      const back = { step, player, waited, stanzas: store.counted };
      const undo = el(
        "button",
        { type: "button", class: "second", click: () => this.takeBack(back) },
        this.say("undo"),
      );
      return this.done(() => this.pad.sync.act(step, asked), this.wordsOf(back), [
        el("p", {}, undo),
        el("p", { class: "quiet" }, this.say("undo-until")),
      ]);
    }

    wordsOf({ step, player }) {
      return this.say(step === "leave" ? "has-left" : "has-sat", { name: this.name(player) });
    }

    takeBack({ step, player, waited, stanzas }) {
      const back = { step, player, waited, stanzas };
      return this.done(() => this.pad.sync.act("undo", back), this.say("as-before"));
    }

    /** Does what needs the network, and says what came of it, with what `follows`. */
    async done(act, words = "", follows = null) {
      let refusal;
      try {
        refusal = await act();
      } catch {
        refusal = { sentence: this.say("offline"), rule: "", remedy: "" };
      }
      if (refusal)
        return this.show(
          refusal.sentence ?? this.say("server-silent"),
          el("p", { class: "rule" }, refusal.rule ?? ""),
          el("p", {}, refusal.remedy ?? ""),
        );
      this.pad.settled();
      if (words)
        return this.open(
          "done",
          words,
          follows ??
            this.pad.notices
              .called()
              .flatMap((call) => [el("p", {}, call.words), el("p", {}, this.pad.calls.withdrawing(call))]),
        );
      this.box.close();
    }

    /** Closes the game; where something is still to come, the answer says what, and it is asked once. */
    async close() {
      let missing = null;
      await this.done(async () => {
        const refusal = await this.pad.sync.act("close", {});
        missing = refusal?.code === "not-over" ? refusal : null;
        return refusal;
      });
      if (missing)
        this.show(
          missing.sentence,
          el("p", {}, missing.remedy),
          el(
            "p",
            { class: "send" },
            el(
              "button",
              { type: "button", click: () => this.done(() => this.pad.sync.act("close", { sure: true })) },
              this.say("close-sure"),
            ),
          ),
        );
    }

    sure(words, act) {
      this.show(
        words,
        el(
          "p",
          { class: "send" },
          el(
            "button",
            {
              type: "button",
              click: () => {
                this.box.close();
                act();
              },
            },
            this.say("yes"),
          ),
        ),
      );
    }
  }

  Object.assign(globalThis.Pad, { Dialogs });
})();
