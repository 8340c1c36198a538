"use strict";
// Sends what waits, one after the other, and asks what is new once its stream says that something is, or from
// time to time where no stream comes through. Nothing is called counted before the answer.
(() => {
  const { FollowedStream, newKey } = globalThis;
  const { AGAIN } = globalThis.Pad;
  const ASK = 10000;
  const FIRST_RETRY = 2000;
  const LAST_RETRY = 30000;
  const GONE = new Set([401, 403]);

  const sorted = (thing) =>
    Array.isArray(thing)
      ? thing.map(sorted)
      : thing && typeof thing === "object"
        ? Object.fromEntries(
            Object.keys(thing)
              .sort()
              .map((name) => [name, sorted(thing[name])]),
          )
        : thing;
  const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

  class Sync {
    constructor(store, start, changed) {
      Object.assign(this, { store, start, changed });
      this.csrf = start.csrf;
      this.line = "unknown"; // "open", "offline", "silent"
      this.lost = null; // why this pad may not write any more
      this.busy = false;
      this.again = false; // something changed while it was busy
      this.note = "";
      this.retry = FIRST_RETRY;
      this.timer = null;
      this.unanswered = new Map();
      const { topic, port } = start.stream;
      this.stream = new FollowedStream(
        FollowedStream.base(port),
        () => topic,
        () => this.told(),
      );
    }

    begin() {
      addEventListener("online", () => this.now());
      addEventListener("offline", () => {
        this.line = "offline";
        this.changed();
      });
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) this.now();
      });
      this.stream.open();
      this.now();
    }

    told() {
      if (this.busy) this.again = true;
      else this.now();
    }

    now() {
      clearTimeout(this.timer);
      this.retry = FIRST_RETRY;
      return this.run();
    }

    async run() {
      if (this.busy) return;
      this.busy = true;
      this.again = false;
      const alone = navigator.locks ? (act) => navigator.locks.request(this.store.name, act) : (act) => act();
      try {
        await alone(() => this.exchange());
        this.line = "open";
        this.retry = FIRST_RETRY;
      } catch (trouble) {
        if (!(trouble instanceof Silence)) throw trouble;
        this.line = trouble.line;
        this.retry = Math.min(this.retry * 2, LAST_RETRY);
      } finally {
        this.busy = false;
        const soon = this.line === "open" && (!this.waits || this.lost) ? ASK : this.retry;
        if (this.ended) this.stream.close();
        else this.askIn(this.again ? 0 : soon);
        this.changed();
      }
    }

    askIn(soon) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        if (document.hidden && !this.waits) return;
        if (this.follows && !this.again) return this.askIn(soon);
        if (!this.stream.alive) this.stream.reopen();
        this.run();
      }, soon);
    }

    /** Whether its stream tells it of everything that it could ask. */
    get follows() {
      return this.stream.alive && this.line === "open" && !this.lost && !this.waits;
    }

    /** Whether its link opens nothing any more, so that it is asked about only when somebody comes back. */
    get ended() {
      return Boolean(this.start.secret && this.lost && this.lost.code !== "session");
    }

    get waits() {
      return this.store.queue.some((queued) => !queued.trouble);
    }

    async exchange() {
      this.store.change(() => {});
      await this.ask();
      while (!this.lost) {
        const entry = this.store.queue[0];
        if (!entry || entry.trouble) return;
        await this.send(entry);
      }
    }

    async ask() {
      const known = this.lost ? null : this.store.pad?.told;
      const answer = await this.fetch(
        this.start.addresses.pad,
        known ? { "If-None-Match": `"${known}"` } : {},
      );
      if (answer.status === 304) return;
      await this.take(answer);
    }

    async send(entry) {
      this.store.update(entry.key, { tried: true });
      this.sending = entry.key;
      this.changed();
      const again = entry.replaces === AGAIN;
      const replaces = again ? (this.store.table.stanzas[entry.number - 1]?.version ?? 0) : entry.replaces;
      const asked = new URLSearchParams({
        number: entry.number,
        replaces,
        reason: replaces ? entry.reason : "",
      });
      try {
        const answer = await this.fetch(
          `${this.start.addresses.stanzas}?${asked}`,
          { "Idempotency-Key": entry.key },
          entry.body,
        );
        const said = await this.take(answer);
        if (answer.ok) this.store.remove(entry.key);
        else if (said) this.refused(entry, said, answer.status);
      } finally {
        this.sending = null;
      }
    }

    refused(entry, said, status) {
      if (said.code === "stanza-reported" && same(said.facts.stanza, entry.body)) {
        this.store.remove(entry.key);
        this.note = "same";
      } else if (!GONE.has(status)) {
        this.store.update(entry.key, { trouble: { ...said, status } });
      }
    }

    /** Something else at the table, which needs the network: refused with a sentence, or done. Pressed again
     * after an answer was lost, it is sent under the same key, so that it is done once. */
    async act(name, asked) {
      const what = JSON.stringify([name, sorted(asked)]);
      if (!this.unanswered.has(what)) this.unanswered.set(what, newKey());
      const answer = await this.fetch(
        `${this.start.addresses.acts}${name}/`,
        { "Idempotency-Key": this.unanswered.get(what) },
        asked,
      );
      this.unanswered.delete(what);
      const said = await this.take(answer);
      this.line = "open";
      this.changed();
      return answer.ok ? null : said;
    }

    /** What the server said: the table as it stands is kept; a refusal is given back. */
    async take(answer) {
      const said = await answer.json().catch(() => ({}));
      if (answer.ok) {
        this.lost = null;
        this.csrf = answer.headers.get("X-Csrf") || this.csrf;
        if (!("met" in said)) this.store.hear(said);
        else if (!this.store.hearAfter(said)) await this.ask();
        return null;
      }
      if (answer.status === 429) throw new Silence("silent");
      if (GONE.has(answer.status) || answer.status === 404)
        this.lost = said.code ? said : { code: "session", status: answer.status };
      return said;
    }

    async fetch(address, headers, body) {
      const all = { Accept: "application/json", ...headers };
      if (this.start.secret) all.Authorization = `Table ${this.start.secret}`;
      if (body !== undefined)
        Object.assign(all, {
          "Content-Type": "application/json",
          ...(this.csrf ? { "X-CSRFToken": this.csrf } : {}),
        });
      let answer;
      try {
        answer = await fetch(address, {
          method: body === undefined ? "GET" : "POST",
          headers: all,
          credentials: "same-origin",
          cache: "no-store",
          body: body === undefined ? undefined : JSON.stringify(body),
          signal: AbortSignal.timeout(20000),
        });
      } catch {
        throw new Silence("offline");
      }
      if (answer.status >= 500) throw new Silence("silent");
      return answer;
    }
  }

  class Silence extends Error {
    constructor(line) {
      super(line);
      this.line = line;
    }
  }

  Object.assign(globalThis.Pad, { Sync });
})();
