"use strict";
// What this phone keeps of one game: the table as last heard, the stanzas that wait in order, and the one
// being written. Kept at every tap; a stanza leaves the phone only when the server has answered that it is
// counted.
(() => {
  const UNDONE = 80;
  const AGAIN = -1; // a correction of what an earlier sending of the same stanza made
  const copy = (thing) => JSON.parse(JSON.stringify(thing));
  const DECIDED = ["answers", "rulings", "votes"];
  const latest = (pad) =>
    Object.fromEntries(
      DECIDED.map((kind) => [kind, Math.max(0, ...(pad[kind] ?? []).map(({ number }) => number))]),
    );
  const { newKey } = globalThis;
  const { sum } = globalThis.Pad;

  class Store {
    constructor(name, law, device) {
      this.name = name;
      this.device = device;
      this.law = law;
      this.keeps = true;
      this.kept = { pad: null, queue: [], draft: null, tricks: false, read: null };
      this.read();
    }

    read() {
      try {
        this.kept = { ...this.kept, ...JSON.parse(this.device.getItem(this.name) || "{}") };
      } catch {
        this.keeps = false;
      }
    }

    save() {
      try {
        this.device.setItem(this.name, JSON.stringify(this.kept));
        this.keeps = true;
      } catch {
        this.keeps = false;
      }
    }

    /** Another window of this phone writes to the same store: each change begins with what is kept. */
    change(act) {
      if (this.keeps) this.read();
      const answer = act(this.kept);
      this.save();
      return answer;
    }

    get pad() {
      return this.kept.pad;
    }
    get table() {
      return this.kept.pad.table;
    }
    get queue() {
      return this.kept.queue;
    }
    get draft() {
      return this.kept.draft;
    }
    get counted() {
      return this.table.stanzas.length;
    }

    /** The latest of what the server said: what is asked later is newer. */
    hear(pad) {
      this.change((kept) => {
        // A phone of before kept the number of the last ruling alone.
        if (typeof kept.read === "number") kept.read = { ...latest(pad), rulings: kept.read };
        kept.read ??= latest(pad);
        if (!kept.pad || kept.pad.asked_at <= pad.asked_at) kept.pad = pad;
      });
    }

    /** What a stanza from this phone changed; whether that is all that it had not heard. */
    hearAfter({ met, table, further, ...said }) {
      return this.change((kept) => {
        if (!met || kept.pad.told !== met) return false;
        const stanzas = [...kept.pad.table.stanzas.slice(0, table.stanzas[0].number - 1), ...table.stanzas];
        const coming = [...kept.pad.coming.filter(({ number }) => number >= table.due.number), ...further];
        kept.pad = { ...kept.pad, ...said, coming, table: { ...kept.pad.table, ...table, stanzas } };
        return true;
      });
    }

    /** What the director says to everybody, until its time is over. */
    get announced() {
      return (this.pad.announcements ?? []).filter(({ until }) => !until || Date.parse(until) > Date.now());
    }

    /** What was answered, ruled and voted, of each kind the latest first. */
    decided() {
      return DECIDED.flatMap((kind) => (this.pad[kind] ?? []).map((decision) => ({ ...decision, of: kind })));
    }

    /** What was decided since this phone came to the table, and nobody has put away. */
    get unread() {
      return this.decided().filter(({ of, number }) => number > (this.kept.read[of] ?? 0));
    }

    putAway() {
      this.change((kept) => {
        const now = latest(kept.pad);
        for (const kind of DECIDED) kept.read[kind] = Math.max(kept.read[kind] ?? 0, now[kind]);
      });
    }

    /** The stanzas in order, each as it is to be shown: counted, or waiting in its place. */
    get stanzas() {
      const shown = this.table.stanzas.map((counted) => ({
        number: counted.number,
        body: counted.stanza,
        counted,
        entry: null,
      }));
      for (const entry of this.queue) {
        const at = shown[entry.number - 1];
        shown[entry.number - 1] = {
          number: entry.number,
          body: entry.body,
          counted: at?.counted ?? null,
          entry,
        };
      }
      return shown.filter(Boolean);
    }

    get next() {
      return this.stanzas.length + 1;
    }

    /** The deal of a stanza that is due, if the table says so. */
    deal(number) {
      return this.pad.coming.find((deal) => deal.number === number) ?? null;
    }

    /** How often each player was found with improper information before a stanza. */
    before(number) {
      const acts = {};
      for (const stanza of this.stanzas) {
        if (stanza.number >= number) break;
        this.law.count(this.stands(stanza.number, stanza.body), acts);
      }
      return acts;
    }

    /** A stanza with what rulings give, take and set in it. */
    stands(number, body) {
      const ruled = (this.table.ruled ?? []).filter(({ stanza }) => stanza === number);
      return this.law.stands(body, ruled);
    }

    /** Who fails whatever was taken: by what happened, by a ruling, or because they walked out. */
    failing(number, body) {
      const fails = this.law.failing(this.stands(number, body), this.before(number));
      if (number === this.counted + 1)
        for (const player of this.table.walked_out ?? [])
          if (body.bids.some(([bidder]) => bidder === player)) fails.add(player);
      return fails;
    }

    delta(number, body) {
      return this.law.delta(this.stands(number, body), this.before(number));
    }

    /** Everybody's total with all that is written on this phone, the stanza being written included. */
    totals() {
      const totals = { ...this.table.totals };
      for (const seat of this.table.seated) totals[seat.player] ??= seat.score;
      const add = (change, sign) => {
        for (const [player, points] of Object.entries(change))
          totals[player] = (totals[player] ?? 0) + sign * points;
      };
      for (const stanza of this.stanzas) {
        if (!stanza.entry) continue;
        if (stanza.counted) add(stanza.counted.delta, -1);
        add(this.delta(stanza.number, stanza.body), 1);
      }
      const draft = this.draft;
      if (draft && !draft.theirs) {
        const shown = this.stanzas[draft.number - 1];
        if (shown) add(shown.entry ? this.delta(shown.number, shown.body) : shown.counted.delta, -1);
        add(this.delta(draft.number, this.body(draft)), 1);
      }
      return totals;
    }

    /** The stanzas in order, each with what it changed and everybody's total after it. */
    course() {
      const totals = {};
      const moved = {}; // by how much stanzas that wait move the totals of those counted after them
      return this.stanzas.map((stanza) => {
        const delta = stanza.entry ? this.delta(stanza.number, stanza.body) : stanza.counted.delta;
        if (stanza.counted) {
          for (const [player, score] of Object.entries(stanza.counted.scores))
            totals[player] = score + (moved[player] ?? 0);
          if (stanza.entry) {
            for (const player of Object.keys(delta)) {
              const more = delta[player] - (stanza.counted.delta[player] ?? 0);
              moved[player] = (moved[player] ?? 0) + more;
              totals[player] = (totals[player] ?? 0) + more;
            }
          }
        } else {
          for (const [player, points] of Object.entries(delta))
            totals[player] =
              (totals[player] ?? this.table.seated.find((seat) => seat.player === player)?.score ?? 0) +
              points;
        }
        return { stanza, delta, totals: { ...totals } };
      });
    }

    /** The stanza that is written next, begun empty as it is dealt. */
    begin(number = this.next) {
      const deal = this.deal(number);
      this.change((kept) => {
        kept.draft = deal && {
          number,
          cards: deal.cards,
          dealer: deal.dealer,
          order: deal.order,
          direction: deal.direction,
          bids: {},
          made: {},
          taken: {},
          incidents: [],
          undo: [],
          replaces: 0,
          reason: "",
          entry: null,
          at: null,
          rest: null,
        };
      });
    }

    /** Opens a stanza that is written already: one that waits here, or the last one that was counted. */
    edit(number) {
      const shown = this.stanzas[number - 1];
      const { body, entry, counted } = shown;
      const again = entry !== null && entry.tried && !entry.trouble;
      this.change((kept) => {
        kept.draft = {
          ...this.written(body),
          number,
          undo: [],
          at: null,
          direction: "",
          replaces: again ? AGAIN : entry ? entry.replaces : counted.version,
          reason: entry && !again ? entry.reason : "",
          entry: entry && !again ? entry.key : null,
          corrects: again || entry === null || entry.replaces !== 0,
        };
      });
    }

    written(body) {
      return {
        cards: body.cards,
        dealer: body.dealer,
        order: body.bids.map(([player]) => player),
        bids: Object.fromEntries(body.bids),
        made: { ...body.made },
        taken: { ...body.taken },
        incidents: copy(body.incidents || []),
        counts: Boolean(body.taken),
      };
    }

    /** Changes the stanza being written, so that it can be undone. */
    write(act) {
      this.change(({ draft }) => {
        const { undo, ...now } = draft;
        draft.undo = [...undo, copy(now)].slice(-UNDONE);
        act(draft);
      });
    }

    /** The last player's tricks are those that are left, until somebody tells them otherwise. */
    subtract(draft, told) {
      if (draft.incidents.some(({ kind }) => kind === "wrong-card-count")) return;
      if (told === draft.rest) {
        draft.rest = null;
        return;
      }
      const open = draft.order.filter((player) => player === draft.rest || draft.taken[player] === undefined);
      if (open.length !== 1) return;
      const [player] = open;
      const others = draft.order.filter((other) => other !== player).map((other) => draft.taken[other]);
      const left = draft.cards - sum(others);
      draft.rest = left < 0 ? null : player;
      if (left < 0) delete draft.taken[player];
      else draft.taken[player] = left;
    }

    undo() {
      this.change((kept) => {
        const undo = kept.draft.undo;
        kept.draft = { ...undo[undo.length - 1], undo: undo.slice(0, -1) };
      });
    }

    drop() {
      this.change((kept) => {
        kept.draft = null;
      });
    }

    /** The stanza as the record has it, as far as it is written. */
    body(draft) {
      const counts = draft.counts ?? this.kept.tricks;
      const told = counts ? "taken" : "made";
      const body = {
        cards: draft.cards,
        dealer: draft.dealer,
        bids: draft.order.map((player) => [player, draft.bids[player] ?? null]),
      };
      // Whoever got up in mid-stanza may have been told of before.
      const seated = Object.entries(draft[told]).filter(([player]) => draft.order.includes(player));
      body[told] = Object.fromEntries(seated);
      if (draft.incidents.length) {
        body.incidents = draft.incidents.map((incident) =>
          incident.kind === "bid-out-of-turn" && incident.player !== draft.dealer
            ? { ...incident, bid: draft.bids[incident.player] ?? 0 }
            : incident,
        );
      }
      if (!counts) for (const player of this.failing(draft.number, body)) body.made[player] = false;
      return body;
    }

    /** Puts the stanza that is written in its place among those that wait; `reason` where it was sent
     * meanwhile. */
    keep(reason) {
      this.change((kept) => {
        const { draft } = kept;
        const entry = {
          key: newKey(),
          number: draft.number,
          body: this.body(draft),
          replaces: draft.replaces,
          reason: draft.reason,
          tried: false,
          trouble: null,
        };
        const at = kept.queue.findIndex(
          (queued) => queued.key === draft.entry && (!queued.tried || queued.trouble),
        );
        if (at >= 0) kept.queue[at] = entry;
        else
          kept.queue.push(
            draft.entry ? { ...entry, replaces: AGAIN, reason: draft.reason || reason } : entry,
          );
        kept.draft = null;
      });
    }

    /** Takes the last stanza back that waits and was never tried. */
    takeBack() {
      this.change((kept) => {
        const entry = kept.queue.pop();
        kept.draft = {
          ...this.written(entry.body),
          number: entry.number,
          undo: [],
          at: null,
          direction: "",
          replaces: 0,
          reason: "",
          entry: null,
        };
      });
    }

    get mayTakeBack() {
      const last = this.queue[this.queue.length - 1];
      return Boolean(last && !last.tried && last.replaces === 0 && last.number === this.next - 1);
    }

    update(key, more) {
      this.change((kept) => {
        const entry = kept.queue.find((queued) => queued.key === key);
        if (entry) Object.assign(entry, more);
      });
    }

    remove(key) {
      this.change((kept) => {
        kept.queue = kept.queue.filter((queued) => queued.key !== key);
      });
    }

    /** “Mine is right”: the same stanza again, as a correction of what stands. */
    insist(key, version, reason) {
      this.update(key, { key: newKey(), replaces: version, reason, trouble: null, tried: false });
    }

    /** What was being written was reported elsewhere meanwhile. */
    overtaken() {
      const { draft } = this;
      return Boolean(draft && draft.replaces === 0 && !draft.entry && draft.number <= this.counted);
    }

    /** Who left and who came since the stanza that is being written was begun; nothing before a tap. */
    seatsChanged() {
      const { draft } = this;
      if (!draft?.undo.length || draft.corrects || draft.entry || draft.number !== this.counted + 1)
        return null;
      const seated = this.deal(draft.number)?.order ?? this.table.seated.map(({ player }) => player);
      const left = draft.order.filter((player) => !seated.includes(player));
      const came = seated.filter((player) => !draft.order.includes(player));
      return left.length || came.length ? { left, came } : null;
    }

    /** Goes on with those who sit there now; it can be undone. */
    reseatDraft() {
      const deal = this.deal(this.draft.number);
      if (!deal) return;
      const { order, dealer, cards, direction } = deal;
      this.write((draft) => Object.assign(draft, { order, dealer, cards, direction, at: null, rest: null }));
    }

    /** Those who sit there now, where a stanza was written of others: what was written of them is kept. */
    reseat(key) {
      const entry = this.queue.find((queued) => queued.key === key);
      const deal = this.deal(entry.number);
      this.edit(entry.number);
      if (!deal) return;
      this.change(({ draft }) =>
        Object.assign(draft, { order: deal.order, dealer: deal.dealer, cards: deal.cards }),
      );
    }
  }

  Object.assign(globalThis.Pad, { Store, AGAIN });
})();
