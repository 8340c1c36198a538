"use strict";
// The part under the thumb: it asks one player after the other, first for the bid, then for the result.
(() => {
  const { el, signed, sum } = globalThis.Pad;

  class Ask {
    constructor(pad) {
      this.pad = pad;
      this.say = pad.say;
    }

    get store() {
      return this.pad.store;
    }
    name(player) {
      return this.store.table.names[player] ?? player;
    }

    /** Who is asked what next: a tapped line first, else the order of bidding, twice round. */
    next(draft) {
      if (draft.at) return draft.at;
      const told = (draft.counts ?? this.store.kept.tricks) ? draft.taken : draft.made;
      const fails = this.store.failing(draft.number, this.store.body(draft));
      const bidder = draft.order.find((player) => draft.bids[player] === undefined);
      if (bidder) return { what: "bid", player: bidder };
      const counts = draft.counts ?? this.store.kept.tricks;
      const open = draft.order.find((player) => told[player] === undefined && (counts || !fails.has(player)));
      return open ? { what: "result", player: open } : null;
    }

    panel(draft) {
      const ask = this.next(draft);
      const asked = !ask
        ? this.complete(draft)
        : ask.what === "bid"
          ? this.bids(draft, ask.player)
          : this.result(draft, ask.player);
      return [...asked, this.hint(), this.tools(draft)];
    }

    /** Shown where there is a keyboard, by the style of the pad. */
    hint() {
      return this.pad.keyboard.on ? el("p", { class: "hint" }, this.say("keys-hint")) : null;
    }

    head(title, beside) {
      return el("p", { class: "ask" }, el("span", {}, title), beside ? el("small", {}, beside) : null);
    }

    bids(draft, player) {
      const { say } = this;
      const dealer = player === draft.dealer;
      const others = draft.order
        .filter((bidder) => bidder !== draft.dealer)
        .map((bidder) => draft.bids[bidder]);
      const known = dealer && !others.includes(undefined);
      const forbidden = known ? this.store.law.forbidden(draft.cards, others) : null;
      const bidsSoFar = Object.values(draft.bids);
      const why =
        forbidden !== null
          ? say(draft.cards === 1 ? "forbidden-1" : "forbidden", { bid: forbidden, cards: draft.cards })
          : known
            ? say("all-free")
            : "";
      return [
        this.head(
          say("bids-ask", { name: this.name(player) }),
          this.typing(
            bidsSoFar.length
              ? say("bids-sum", { sum: sum(bidsSoFar), cards: draft.cards })
              : say("bids-help"),
          ),
        ),
        this.keys(draft.cards, (bid) => this.pad.tell("bid", player, bid), {
          chosen: draft.bids[player],
          forbidden,
          why: "pad-why",
        }),
        why
          ? el(
              "p",
              { class: "why", id: "pad-why" },
              why,
              el("span", { class: "rule" }, ` ${say("rule-bidding")}`),
            )
          : null,
      ];
    }

    /** What was typed so far of a number of two digits, or nothing. */
    typing(beside) {
      const { typed } = this.pad.keyboard;
      return typed ? this.say("typed", { n: typed }) : beside;
    }

    keys(most, act, { chosen, forbidden = null, why = "" } = {}) {
      const { say } = this;
      return el(
        "div",
        { class: `keys of-${most > 5 ? "many" : "few"}` },
        Array.from({ length: most + 1 }, (_, number) =>
          el(
            "button",
            {
              type: "button",
              class: number === chosen || `${number}` === this.pad.keyboard.typed ? "key chosen" : "key",
              "data-focus": `key-${number}`,
              "aria-pressed": number === chosen ? "true" : false,
              "aria-disabled": number === forbidden ? "true" : false,
              "aria-describedby": number === forbidden ? why : false,
              "aria-label": number === forbidden ? `${number}, ${say("forbidden-short")}` : false,
              click: () => {
                if (number !== forbidden) act(number);
              },
            },
            `${number}`,
          ),
        ),
      );
    }

    result(draft, player) {
      const { say, store } = this;
      const bid = draft.bids[player];
      const words = { name: this.name(player), bid };
      if (draft.counts ?? store.kept.tricks) {
        const taken = Object.values(draft.taken);
        return [
          this.head(
            say("took-ask", words),
            this.typing(taken.length ? say("took-sum", { sum: sum(taken), cards: draft.cards }) : ""),
          ),
          this.keys(draft.cards, (number) => this.pad.tell("taken", player, number), {
            chosen: draft.taken[player],
          }),
        ];
      }
      const fails = store.failing(draft.number, store.body(draft)).has(player);
      const answer = (made) =>
        el(
          "button",
          {
            type: "button",
            class: `answer ${made ? "made" : "failed"}`,
            "data-focus": made ? "made" : "failed",
            disabled: fails && made,
            "aria-pressed": draft.made[player] === made ? "true" : false,
            click: () => this.pad.tell("made", player, made),
          },
          el("span", {}, say(made ? "made" : "failed")),
          el("small", {}, signed(store.law.points(bid, made))),
        );
      return [
        this.head(say("made-ask", words), fails ? say("fails-anyway") : ""),
        el("div", { class: "answers" }, answer(true), answer(false)),
      ];
    }

    complete(draft) {
      const { say, store } = this;
      const body = store.body(draft);
      const doubt = store.law.doubt(
        store.stands(draft.number, body),
        store.before(draft.number),
        store.failing(draft.number, body),
      );
      const taken = body.taken ? sum(Object.values(body.taken)) : 0;
      const offline = this.pad.sync.line !== "open";
      const act = draft.corrects ? "correct" : doubt ? "send-all-the-same" : offline ? "keep" : "send";
      return [
        this.head(say("complete", { n: draft.number }), draft.corrects ? "" : say("complete-help")),
        body.taken && draft.rest && !doubt
          ? el(
              "p",
              { class: "why" },
              say("took-rest", { name: this.name(draft.rest), n: body.taken[draft.rest] }),
            )
          : null,
        doubt
          ? el(
              "p",
              { class: "why doubt", role: "alert" },
              say(doubt === "over" || doubt === "sum" ? `impossible-${doubt}` : "impossible", {
                sum: taken,
                cards: draft.cards,
              }),
              el("span", { class: "rule" }, ` ${say(doubt === "sum" ? "rule-scoring" : "rule-bidding")}`),
            )
          : null,
        draft.corrects ? this.reason(draft) : null,
        el(
          "p",
          { class: "send" },
          el(
            "button",
            {
              type: "button",
              class: doubt ? "second" : "main",
              "data-focus": "send",
              click: () => this.pad.keep(),
            },
            say(act, { n: draft.number }),
          ),
          draft.corrects
            ? el(
                "button",
                { type: "button", class: "second", "data-focus": "leave", click: () => this.pad.leave() },
                say("leave-correction"),
              )
            : null,
        ),
      ];
    }

    reason(draft) {
      const { say, store } = this;
      const chosen = (reason) =>
        store.change((kept) => {
          kept.draft.reason = reason;
        });
      const ready = ["why-slip", "why-misheard", "why-result"].map((key) => say(key));
      return el(
        "fieldset",
        { class: "reasons" },
        el("legend", {}, say("why")),
        ready.map((reason, at) =>
          el(
            "button",
            {
              type: "button",
              class: draft.reason === reason ? "chip chosen" : "chip",
              "aria-pressed": `${draft.reason === reason}`,
              "data-focus": `why-${at}`,
              click: () => {
                chosen(reason);
                this.pad.draw();
              },
            },
            reason,
          ),
        ),
        el("input", {
          type: "text",
          "aria-label": say("why-own"),
          placeholder: say("why-own"),
          maxlength: "200",
          "data-focus": "why-own",
          value: ready.includes(draft.reason) ? "" : draft.reason,
          input: (event) => chosen(event.target.value),
        }),
        this.pad.missing ? el("p", { class: "wrong", role: "alert" }, say("why-missing")) : null,
      );
    }

    tools(draft) {
      const { say, store } = this;
      const untouched = !draft || !draft.undo.length;
      const back = untouched && store.mayTakeBack && !draft?.corrects;
      return el(
        "div",
        { class: "tools" },
        el(
          "button",
          {
            type: "button",
            "data-focus": "undo",
            disabled: untouched && !back,
            click: () => this.pad.undo(),
          },
          back ? say("take-back", { n: store.next - 1 }) : say("undo"),
        ),
        el(
          "button",
          {
            type: "button",
            "data-focus": "happened",
            disabled: !draft,
            click: () => this.pad.dialogs.incident(),
          },
          say("happened"),
        ),
        el(
          "button",
          { type: "button", "data-focus": "more", click: () => this.pad.dialogs.menu() },
          say("more"),
        ),
      );
    }
  }

  Object.assign(globalThis.Pad, { Ask });
})();
