"use strict";
// Draws the sheet of the stanza, what is to be settled, and the running scores.
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  /** An element: attributes, listeners as functions, and children. */
  function el(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === false || value === null || value === undefined) continue;
      if (typeof value === "function") element.addEventListener(name, value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(
      ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
    );
    return element;
  }

  function suit(address, letter) {
    const svg = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    svg.setAttribute("class", `suit${"HD".includes(letter) ? " red" : ""}`);
    svg.setAttribute("viewBox", "0 0 10 10");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${address}#${letter.toLowerCase()}`);
    svg.append(use);
    return svg;
  }

  const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
  const minus = (score) => (score < 0 ? `−${-score}` : `${score}`);

  class View {
    constructor(pad) {
      this.pad = pad; // the controller
      this.say = pad.say;
    }

    get store() {
      return this.pad.store;
    }
    name(player) {
      return this.store.table.names[player] ?? player;
    }

    /** The name where it may be broken, but not in the number that tells it apart. */
    named(player) {
      const [, name, number] = /^(.*) (\([WP]-[^)]*\))$/.exec(this.name(player)) ?? [];
      return number ? [`${name} `, el("span", { class: "apart" }, number)] : this.name(player);
    }

    /** The bid as a pencil has it on the sheet: ringed when made, struck out when failed. */
    bid(bid, made) {
      const mark = made === undefined ? "" : made ? " ringed" : " struck";
      return el("span", { class: `bid${mark}` }, bid === null || bid === undefined ? "" : `${bid}`);
    }

    /** As many cards as are dealt to each, held like a hand. */
    hand(cards) {
      return el(
        "span",
        { class: "fan-of", "aria-hidden": "true" },
        Array.from({ length: cards }, () => el("i")),
      );
    }

    /** Which players of a stanza have made their bids; undefined where it is not told yet. */
    results(body, number) {
      const stands = this.store.stands(number, body);
      const fails = this.store.failing(number, body);
      return Object.fromEntries(
        stands.bids.map(([player, bid]) => {
          const known = stands.taken ? stands.taken[player] : stands.made?.[player];
          return [
            player,
            fails.has(player)
              ? false
              : known === undefined
                ? undefined
                : stands.taken
                  ? known === bid
                  : known,
          ];
        }),
      );
    }

    state() {
      const { say, store } = this;
      const { sync } = this.pad;
      const troubled = store.queue.filter((queued) => queued.trouble).length;
      const waiting = store.queue.length - troubled;
      const words = [];
      if (sync.lost) words.push(say(sync.lost.code === "session" ? "session-lost" : "link-lost"));
      else if (sync.line === "offline") words.push(say("offline"));
      else if (sync.line === "silent") words.push(say("server-silent"));
      if (troubled) words.push(say("n-to-settle", { n: troubled }));
      if (waiting) words.push(say("n-waiting", { n: waiting }));
      if (!troubled && !waiting) words.push(say(store.counted ? "all-counted" : "nothing-yet"));
      return {
        words: words.join(" · "),
        kind: troubled || sync.lost ? "bad" : waiting || sync.line !== "open" ? "warn" : "good",
      };
    }

    stanzaState(stanza) {
      if (!stanza.entry)
        return stanza.counted.version > 1 ? ["counted-corrected", "good"] : ["counted", "good"];
      if (stanza.entry.trouble) return ["to-settle", "bad"];
      return this.pad.sync.sending === stanza.entry.key ? ["sending", "warn"] : ["waiting", "warn"];
    }

    sheet(draft) {
      const { say, store } = this;
      const body = store.body(draft);
      const totals = store.totals();
      const delta = store.delta(draft.number, body);
      const results = this.results(body, draft.number);
      const ask = this.pad.asking();
      const title = draft.corrects
        ? say("correcting", { n: draft.number })
        : say("stanza", { n: draft.number });
      const last = store.pad.last;
      return el(
        "section",
        { class: "pad-sheet sheet", "aria-labelledby": "pad-title" },
        el(
          "header",
          {},
          el(
            "h2",
            { id: "pad-title" },
            title,
            last && !draft.corrects ? el("small", {}, ` ${say("of", { n: last })}`) : null,
          ),
          el(
            "p",
            { class: "pad-deal" },
            this.hand(draft.cards),
            el(
              "span",
              {},
              draft.cards === 1 ? say("cards-1") : say("cards", { n: draft.cards }),
              draft.direction ? `, ${say(draft.direction)}` : "",
            ),
          ),
        ),
        el(
          "ol",
          { class: "pad-rows" },
          draft.order.map((player, at) => this.row(draft, player, at, { delta, results, totals, ask })),
        ),
        this.incidents(draft, body),
        this.ruled(draft.number, body),
      );
    }

    row(draft, player, at, { delta, results, totals, ask }) {
      const { say } = this;
      const current = ask?.player === player;
      const bid = draft.bids[player];
      const name = this.name(player);
      const made = results[player];
      const mark = player === draft.dealer ? say("deals") : at === 0 ? say("leads") : "";
      const told = made === undefined ? "" : `, ${say(made ? "made-it" : "failed-it")}`;
      const points = player in delta ? signed(delta[player]) : null;
      return el(
        "li",
        { class: `pad-row${current ? " current" : ""}`, "aria-current": current ? "step" : false },
        el("span", { class: "who" }, el("b", {}, this.named(player)), mark ? el("small", {}, mark) : null),
        el(
          "button",
          {
            type: "button",
            class: "cell",
            "data-focus": `bid-${player}`,
            "aria-label": `${say("bid-of", { name })}: ${bid ?? "–"}`,
            click: () => this.pad.ask("bid", player),
          },
          this.bid(bid, made),
        ),
        el(
          "button",
          {
            type: "button",
            class: "cell change",
            disabled: bid === undefined,
            "data-focus": `result-${player}`,
            "aria-label": `${say("result-of", { name })}: ${points ?? "–"}${told}`,
            click: () => this.pad.ask("result", player),
          },
          points ?? "·",
        ),
        el(
          "span",
          { class: "total" },
          el("span", { class: "unseen" }, `${say("after")} `),
          minus(totals[player] ?? 0),
        ),
      );
    }

    incidents(draft, body) {
      if (!draft.incidents.length) return null;
      const effects = this.store.law.effects(body, this.store.before(draft.number));
      const stands = this.store.stands(draft.number, body).incidents;
      return el(
        "ul",
        { class: "pad-incidents" },
        draft.incidents.map((incident, at) =>
          el(
            "li",
            {},
            el(
              "span",
              {},
              incident.player ? el("b", {}, `${this.name(incident.player)}: `) : null,
              this.pad.kind(incident.kind).words,
              incident.reason ? `: ${incident.reason}` : "",
              el(
                "small",
                {},
                ` ${stands.includes(body.incidents[at]) ? this.pad.effectWords(effects[at]) : this.say("ruled-instead")}`,
              ),
            ),
            el(
              "button",
              {
                type: "button",
                class: "link-button",
                "data-focus": `incident-${at}`,
                click: () => {
                  this.store.write((now) => now.incidents.splice(at, 1));
                  this.pad.draw();
                },
              },
              this.say("remove"),
            ),
          ),
        ),
      );
    }

    /** What rulings do to the stanza, by whom and to whom; `of` is one player where the others are not meant. */
    ruledLines(number, body, of = null) {
      return this.store
        .stands(number, body)
        .incidents.filter(
          ({ by, effect, player }) => by && (effect.points || effect.fails_bid) && (!of || player === of),
        )
        .map(({ by, effect, player }) => ({ by, player, words: this.pad.effectWords(effect), ...effect }));
    }

    ruled(number, body) {
      const lines = this.ruledLines(number, body);
      if (!lines.length) return null;
      return el(
        "ul",
        { class: "pad-incidents" },
        lines.map(({ by, player, words }) =>
          el("li", {}, el("span", {}, `${by}: `, el("b", {}, this.named(player)), ` ${words}`)),
        ),
      );
    }

    /** Two of a stanza side by side, for the people at the table to settle. */
    compare(theirs, mine, number) {
      const columns = [theirs, mine].map((body) => ({
        body,
        bids: Object.fromEntries(body.bids),
        results: this.results(body, number),
        delta: this.store.delta(number, body),
      }));
      const players = [...new Set(columns.flatMap(({ body }) => body.bids.map(([player]) => player)))];
      const cell = ({ bids, results, delta }, player) =>
        el(
          "td",
          {},
          player in bids
            ? [
                this.bid(bids[player], results[player]),
                el(
                  "span",
                  { class: "unseen" },
                  results[player] === undefined
                    ? ""
                    : ` ${this.say(results[player] ? "made-it" : "failed-it")}`,
                ),
                el("small", {}, ` ${player in delta ? signed(delta[player]) : ""}`),
              ]
            : "–",
        );
      const told = ({ bids, results, delta }, player) =>
        JSON.stringify([bids[player], results[player], delta[player]]);
      const differs = (player) => told(columns[0], player) !== told(columns[1], player);
      return el(
        "table",
        { class: "table pad-compare" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("td"),
            el("th", { scope: "col" }, this.say("stands")),
            el("th", { scope: "col" }, this.say("mine")),
          ),
        ),
        el(
          "tbody",
          {},
          players.map((player) =>
            el(
              "tr",
              { class: differs(player) ? "differs" : false },
              el("th", { scope: "row" }, this.name(player)),
              columns.map((column) => cell(column, player)),
            ),
          ),
        ),
      );
    }

    /** All who sit here or played, those seated first. */
    players(course) {
      const seated = this.store.table.seated.map((seat) => seat.player);
      const played = course.flatMap(({ stanza }) => stanza.body.bids.map(([player]) => player));
      return [...new Set([...seated, ...played])];
    }

    scores() {
      const { say, store } = this;
      const course = store.course();
      if (!course.length)
        return el(
          "section",
          { class: "pad-scores", "aria-labelledby": "pad-scores" },
          el("h2", { id: "pad-scores", class: "h3" }, say("scores")),
          el("p", { class: "quiet" }, say("no-stanzas")),
        );
      const players = this.players(course);
      return el(
        "section",
        { class: "pad-scores", "aria-labelledby": "pad-scores" },
        el("h2", { id: "pad-scores", class: "h3" }, say("scores")),
        el(
          "div",
          { class: "scroll", tabindex: "0", role: "group", "aria-label": say("scores") },
          el(
            "table",
            { class: "pad-table" },
            el(
              "thead",
              {},
              el(
                "tr",
                {},
                el("td"),
                players.map((player) => el("th", { scope: "col" }, this.named(player))),
              ),
            ),
            el("tbody", {}, course.map((after) => this.line(after, players)).reverse()),
          ),
        ),
      );
    }

    /** The row of a stanza, with the totals after it. */
    line({ stanza, delta, totals }, players) {
      const { say } = this;
      const bids = Object.fromEntries(stanza.body.bids);
      const results = this.results(stanza.body, stanza.number);
      const [state, kind] = this.stanzaState(stanza);
      const mayChange = this.pad.mayChange(stanza);
      return el(
        "tr",
        {},
        el(
          "th",
          { scope: "row" },
          el("b", {}, `${stanza.number}`),
          el("small", { class: `state ${kind}` }, say(state)),
          mayChange
            ? el(
                "button",
                {
                  type: "button",
                  class: "link-button",
                  "data-focus": `change-${stanza.number}`,
                  "aria-label": say("change-stanza", { n: stanza.number }),
                  click: () => this.pad.change(stanza.number),
                },
                say("change-short"),
              )
            : null,
        ),
        players.map((player) =>
          player in bids
            ? el(
                "td",
                {},
                el("b", {}, minus(totals[player])),
                el(
                  "span",
                  { class: "under" },
                  this.bid(bids[player], results[player]),
                  el("span", { class: "unseen" }, say(results[player] ? "made-it" : "failed-it")),
                  el("small", {}, signed(delta[player] ?? 0)),
                  this.ruledLines(stanza.number, stanza.body, player).map(({ by, points }) =>
                    el("small", { class: "ruled" }, `${by}: ${signed(points)}`),
                  ),
                ),
              )
            : el("td", { class: "away" }, player in totals ? el("span", {}, minus(totals[player])) : ""),
        ),
      );
    }
  }

  Object.assign(globalThis.Pad, { View, el, suit, signed, minus });
})();
