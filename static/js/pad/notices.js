"use strict";
// What stands above the sheet: what was lost, ruled, called or found.
(() => {
  const { el } = globalThis.Pad;

  class Notices {
    constructor(pad) {
      this.pad = pad;
      this.say = pad.say;
    }

    get store() {
      return this.pad.store;
    }

    all() {
      const { say, store } = this;
      const { sync } = this.pad;
      const notices = [];
      if (sync.lost) {
        const session = sync.lost.code === "session";
        notices.push(
          el(
            "div",
            { class: "notice bad", role: "alert" },
            el("h2", {}, sync.lost.sentence ?? say("session-lost")),
            el("p", {}, sync.lost.remedy ?? say("session-remedy")),
            sync.ended ? el("p", {}, say("asks-no-more")) : null,
            sync.lost.rule ? el("p", { class: "rule" }, sync.lost.rule) : null,
            session
              ? el(
                  "p",
                  {},
                  el(
                    "a",
                    { class: "button", href: `${this.pad.start.addresses.login}?next=${location.pathname}` },
                    say("sign-in"),
                  ),
                )
              : null,
          ),
        );
      }
      if (!store.keeps)
        notices.push(el("div", { class: "notice warn", role: "alert" }, el("p", {}, say("not-kept"))));
      else if (!window.isSecureContext && !this.pad.start.shared)
        notices.push(
          el(
            "details",
            { class: "notice" },
            el("summary", { "data-focus": "stay-open" }, say("stay-open")),
            el("p", {}, say("stay-open-why")),
          ),
        );
      if (store.unread.length) {
        notices.push(
          el(
            "div",
            { class: "notice ruled", role: "status" },
            store.unread.map((decision) => el("p", {}, this.decided(decision))),
            el(
              "p",
              {},
              el(
                "button",
                {
                  type: "button",
                  class: "second",
                  "data-focus": "understood",
                  click: () => {
                    store.putAway();
                    this.pad.draw();
                  },
                },
                say("understood"),
              ),
            ),
          ),
        );
      }
      for (const { at, text } of store.announced)
        notices.push(
          el(
            "div",
            { class: "notice announced", role: "status" },
            el("p", {}, el("span", { class: "when" }, this.clock(at)), ` ${text}`),
          ),
        );
      for (const call of this.called())
        notices.push(
          el(
            "div",
            { class: "notice", role: "status" },
            el("p", {}, call.words),
            el("p", {}, this.pad.calls.withdrawing(call)),
          ),
        );
      const seats = store.seatsChanged();
      if (seats) notices.push(this.reseating(seats));
      if (sync.note)
        notices.push(el("div", { class: "notice", role: "status" }, el("p", {}, say(sync.note))));
      const last = store.counted;
      const errors = store.table.findings.filter(
        (finding) => finding.stanza === last && finding.severity === "error" && !store.queue.length,
      );
      for (const error of errors) {
        notices.push(
          el(
            "div",
            { class: "notice warn" },
            el("h2", {}, `${say("stanza", { n: last })}: ${say("found")}`),
            el("p", {}, this.pad.named(error.said)),
            el("p", { class: "rule" }, error.said_rule),
          ),
        );
      }
      return notices;
    }

    /** Somebody left or came while a stanza is written: what was written of the others is kept. */
    reseating({ left, came }) {
      const { say, store } = this;
      const n = store.draft.number;
      const said = (key) => (player) =>
        el("p", {}, say(key, { name: store.table.names[player] ?? player, n }));
      return el(
        "div",
        { class: "notice warn", role: "alert" },
        left.map(said("left-meanwhile")),
        came.map(said("came-meanwhile")),
        el("p", {}, say("meanwhile-help", { n })),
        store.deal(n)
          ? el(
              "p",
              {},
              el(
                "button",
                {
                  type: "button",
                  class: "second",
                  "data-focus": "reseat",
                  click: () => {
                    store.reseatDraft();
                    this.pad.draw();
                  },
                },
                say("reseat"),
              ),
            )
          : null,
      );
    }

    clock(moment) {
      return new Date(moment).toLocaleTimeString(this.pad.start.language, {
        hour: "2-digit",
        minute: "2-digit",
      });
    }

    /** The calls that nobody has answered yet. */
    called() {
      return this.store.pad.calls.map((call) => ({
        number: call.number,
        words: this.say("called-at", {
          what: call.about || call.what,
          time: this.clock(call.made_at),
        }),
      }));
    }

    /** A ruling, the answer to a call, or what a vote of the table came to. */
    decided(decision) {
      if (decision.of === "answers")
        return this.say(decision.note ? "call-answered" : "call-answered-so", {
          what: decision.about || decision.what,
          note: decision.note,
        });
      const said = decision.said.join(" ");
      if (decision.of === "rulings")
        return this.say("ruled", {
          number: decision.number,
          name: decision.name,
          said: said || decision.what,
        });
      const whom = decision.offenders.join(", ");
      return this.say("voted", { whom, what: decision.what, stanza: decision.stanza, said });
    }
  }

  Object.assign(globalThis.Pad, { Notices });
})();
