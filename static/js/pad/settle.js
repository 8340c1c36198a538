"use strict";
// A stanza that was refused, or overtaken by another: both side by side, to be settled.
(() => {
  const { el } = globalThis.Pad;

  class Settle {
    constructor(pad) {
      this.pad = pad;
      this.say = pad.say;
    }

    get store() {
      return this.pad.store;
    }

    /** A stanza that the server did not take, with what stands beside it where that is why. */
    refused(entry) {
      const { say, store } = this;
      const { trouble } = entry;
      const stands = trouble.code === "stanza-reported" && trouble.facts.stanza;
      if (stands) {
        return this.settling(
          entry.number,
          say("settle-elsewhere"),
          trouble.facts.stanza,
          entry.body,
          () => {
            store.remove(entry.key);
            this.pad.resume();
          },
          (reason) => {
            store.insist(entry.key, trouble.facts.version, reason);
            this.pad.resume();
          },
        );
      }
      const reseat = trouble.code === "seats-differ";
      // What is wrong in the stanza itself is refused again as often as it is sent.
      const mayPass = !reseat && trouble.status !== 422;
      return el(
        "section",
        { class: "sheet pad-settle", "aria-labelledby": "pad-settle" },
        el("h2", { id: "pad-settle" }, say("refused", { n: entry.number })),
        el(
          "div",
          { class: "notice bad", role: "alert" },
          el("p", {}, el("b", {}, this.pad.named(trouble.sentence ?? ""))),
          el("p", { class: "rule" }, trouble.rule ?? ""),
          el("p", {}, trouble.remedy ?? ""),
        ),
        el(
          "p",
          { class: "quiet" },
          say(reseat ? "seats-changed" : mayPass ? "refused-help" : "refused-change"),
        ),
        el(
          "p",
          { class: "send" },
          el(
            "button",
            {
              type: "button",
              "data-focus": "change",
              click: () => this.rewrite(entry, reseat),
            },
            say("change"),
          ),
          el(
            "button",
            {
              type: "button",
              class: "second",
              "data-focus": "drop",
              click: () =>
                this.pad.dialogs.sure(say("drop-sure", { n: entry.number }), () => {
                  store.remove(entry.key);
                  this.pad.resume();
                }),
            },
            say("drop"),
          ),
          mayPass
            ? el(
                "button",
                {
                  type: "button",
                  class: "second",
                  "data-focus": "try",
                  click: () => {
                    store.update(entry.key, { trouble: null });
                    this.pad.resume();
                  },
                },
                say("try-again"),
              )
            : null,
        ),
      );
    }

    /** A refused stanza is opened again; it leaves the row of those that wait until it is kept once more. */
    rewrite(entry, reseat) {
      if (reseat) this.store.reseat(entry.key);
      else this.store.edit(entry.number);
      this.store.change((kept) => {
        kept.queue = kept.queue.filter((queued) => queued.key !== entry.key);
        kept.draft.entry = null;
        kept.draft.undo = [{ ...kept.draft, undo: undefined }];
      });
      this.pad.draw();
    }

    overtaken(draft) {
      const { store } = this;
      const stands = store.table.stanzas[draft.number - 1];
      return this.settling(
        draft.number,
        this.say("settle-elsewhere"),
        stands.stanza,
        store.body(draft),
        () => {
          store.drop();
          this.pad.resume();
        },
        (reason) => {
          store.change((kept) => {
            Object.assign(kept.draft, { replaces: stands.version, corrects: true, reason });
          });
          this.pad.draw();
        },
      );
    }

    settling(number, words, theirs, mine, keepTheirs, keepMine) {
      const { say } = this;
      const why = el("input", {
        id: "settle-why",
        type: "text",
        maxlength: "200",
        value: say("why-misheard"),
      });
      return el(
        "section",
        { class: "sheet pad-settle", "aria-labelledby": "pad-settle" },
        el("h2", { id: "pad-settle" }, say("settle", { n: number })),
        el("p", {}, words),
        this.pad.view.compare(theirs, mine, number),
        el("div", { class: "field" }, el("label", { for: "settle-why" }, say("why")), why),
        el(
          "p",
          { class: "send" },
          el("button", { type: "button", "data-focus": "theirs", click: keepTheirs }, say("keep-theirs")),
          el(
            "button",
            {
              type: "button",
              class: "second",
              "data-focus": "mine",
              click: () => keepMine(why.value.trim() || say("why-misheard")),
            },
            say("keep-mine"),
          ),
        ),
      );
    }
  }

  Object.assign(globalThis.Pad, { Settle });
})();
