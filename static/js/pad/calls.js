"use strict";
// Calls for the Acting Executor, made at the table and withdrawn there.
(() => {
  const { el } = globalThis.Pad;

  class Calls {
    constructor(pad) {
      this.pad = pad;
    }

    /** A refused call is shown again, with the words that were typed. */
    ask(typed = "", refusal = null) {
      const { say, dialogs } = this.pad;
      if (this.pad.sync.line === "offline")
        return dialogs.show(say("call"), el("p", {}, say("call-offline")));
      const about = el("input", { id: "call-about", type: "text", maxlength: "300" });
      about.value = typed;
      const send = async (kind) => {
        const stanza = this.pad.store.draft?.number ?? this.pad.store.counted;
        let refused = null;
        await dialogs.done(async () => {
          refused = await this.pad.sync.act("call", { kind, about: about.value, stanza: stanza || null });
          return refused;
        }, say("called"));
        if (refused?.sentence) this.ask(about.value, refused);
      };
      dialogs.show(
        say("call"),
        refusal
          ? el("p", { class: "notice warn", role: "alert" }, `${refusal.sentence} ${refusal.remedy}`)
          : null,
        el("div", { class: "field" }, el("label", { for: "call-about" }, say("call-about")), about),
        el("p", { class: "label" }, say("call-what")),
        dialogs.choices(
          this.pad.start.calls.map((call) => ({ words: call.words, value: call.kind })),
          send,
        ),
      );
    }

    /** Charges and votes are for people with an account; who came by the table's link reads that first. */
    matters() {
      const { say, dialogs, start } = this.pad;
      const go = () => location.assign(start.addresses.matters);
      if (!start.secret) return go();
      dialogs.show(
        say("matters"),
        el("p", {}, say("matters-who")),
        el("p", {}, say("matters-without")),
        dialogs.choices(
          [
            { words: say("call"), value: () => this.ask() },
            { words: say("matters-sign-in"), value: go },
          ],
          (act) => act(),
        ),
      );
    }

    withdrawing({ number }) {
      const withdraw = () => this.pad.sync.act("withdraw-call", { call: number });
      return el(
        "button",
        {
          type: "button",
          class: "second",
          "data-focus": `withdraw-${number}`,
          click: () => this.pad.dialogs.done(withdraw, this.pad.say("call-withdrawn")),
        },
        this.pad.say("withdraw-call"),
      );
    }
  }

  Object.assign(globalThis.Pad, { Calls });
})();
