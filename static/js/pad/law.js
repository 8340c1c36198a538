"use strict";
// Looks answers up in the engine's tables and adds; no rule is written here.
(() => {
  const BY_PLAYER = ["taken", "made"];
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  /** What an incident says, whoever wrote it: to find the one that a ruling takes out. */
  const words = ({ effect, by, ...incident }) => JSON.stringify(Object.entries(incident).sort());
  const IMPROPER = "improper-information";

  class Law {
    constructor(tables) {
      this.tables = tables;
    }

    /** What the dealer may not bid after the others' bids; null: anything. */
    forbidden(cards, others) {
      return this.tables.forbidden[cards]?.[sum(others)] ?? null;
    }

    points(bid, made) {
      return made ? this.tables.made[bid] : this.tables.failed;
    }

    /** What an incident does: points, and whether the bid fails. `acts` counts the player's up to it. */
    effect(incident, bids, dealer, acts) {
      const kind = this.tables.incidents[incident.kind];
      if (!kind) return { points: 0, fails_bid: false };
      if (kind.by_count) return kind.by_count[Math.min(acts, kind.by_count.length) - 1];
      if (kind.by_bid)
        return incident.player === dealer
          ? kind.dealer
          : (kind.by_bid[bids[incident.player]] ?? kind.by_bid[0]);
      return kind.effect;
    }

    /** Counts each player's acts of improper information in a stanza on top of those before it. */
    count(body, acts) {
      for (const { grounds, player } of body.incidents || [])
        if (grounds === IMPROPER) acts[player] = (acts[player] || 0) + 1;
      return acts;
    }

    /** Each incident's effect in a stanza; `before` counts earlier acts of improper information by player. */
    effects(body, before) {
      const bids = Object.fromEntries(body.bids);
      const acts = { ...before };
      return (body.incidents || []).map((incident) => {
        if (incident.grounds === IMPROPER) acts[incident.player] = (acts[incident.player] || 0) + 1;
        return {
          player: incident.player,
          ...(incident.effect ?? this.effect(incident, bids, body.dealer, acts[incident.player])),
        };
      });
    }

    /** A stanza as it stands: `ruled` takes incidents out, puts others in with what each costs, sets fields. */
    stands(body, ruled) {
      const stand = { ...body, incidents: [...(body.incidents || [])] };
      for (const { by, removes, adds, sets } of ruled) {
        for (const gone of removes) {
          const at = stand.incidents.map(words).lastIndexOf(words(gone));
          if (at >= 0) stand.incidents.splice(at, 1);
        }
        for (const { incident, points, fails_bid } of adds)
          stand.incidents.push({ ...incident, effect: { points, fails_bid }, by });
        this.set(stand, sets);
      }
      return stand;
    }

    /** Fields that a ruling sets; of bids and results only those of the players it names. */
    set(stand, { bids, ...sets }) {
      for (const [player, bid] of bids ?? []) {
        const before = stand.bids.find(([bidder]) => bidder === player)?.[1];
        if (before === undefined || before === null || before === bid) continue;
        stand.bids = stand.bids.map(([bidder, said]) => [bidder, bidder === player ? bid : said]);
        // Without the tricks, whoever made another bid failed in this one.
        if (stand.made && !stand.taken) stand.made = { ...stand.made, [player]: false };
      }
      for (const [field, value] of Object.entries(sets)) {
        if (value === null) delete stand[field];
        else if (BY_PLAYER.includes(field) && stand[field]) stand[field] = { ...stand[field], ...value };
        else stand[field] = value;
      }
    }

    /** Who fails whatever was taken, by what happened. */
    failing(body, before) {
      return new Set(
        this.effects(body, before)
          .filter((effect) => effect.fails_bid)
          .map((effect) => effect.player),
      );
    }

    /** What a stanza changes for each player; nothing yet for one whose result is not known. */
    delta(body, before) {
      const effects = this.effects(body, before);
      const fails = this.failing(body, before);
      const change = {};
      for (const [player, bid] of body.bids) {
        const known = body.taken ? body.taken[player] : body.made?.[player];
        if (fails.has(player)) change[player] = this.tables.failed;
        else if (known === undefined || bid === null) continue;
        else change[player] = body.taken ? this.tables.by_tricks[bid][known] : this.points(bid, known);
      }
      for (const { player, points } of effects) if (player in change) change[player] += points;
      return change;
    }

    /** Which result no play could give: "over", "impossible", "sum", or null. */
    doubt(body, before, fails = this.failing(body, before)) {
      if (body.taken) {
        if ((body.incidents || []).some((incident) => incident.kind === "wrong-card-count")) return null;
        return sum(Object.values(body.taken)) === body.cards ? null : "sum";
      }
      const makers = body.bids.filter(([player]) => body.made[player]).map(([, bid]) => bid);
      const left = this.tables.left[body.cards][sum(makers)];
      if (left === undefined) return "over";
      const counts = this.tables.counts_as[left];
      const missed = body.bids
        .filter(([player]) => !body.made[player])
        .map(([player, bid]) => (fails.has(player) ? counts[counts.length - 1] : counts[bid]));
      return this.tables.impossible.includes(`${left}:${missed.sort().join("")}`) ? "impossible" : null;
    }
  }

  globalThis.Pad = { Law, sum };
})();
