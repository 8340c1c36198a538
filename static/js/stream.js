"use strict";
// One stream of Server-Sent Events, open while the page is looked at. It says that something has changed, and
// never what.
(() => {
  const SILENCE = 50_000; // a stream gives a sign of life every twenty seconds

  class FollowedStream {
    /** `base` is where streams are served, `topic` gives what to follow, and `changed` is told. */
    constructor(base, topic, changed) {
      Object.assign(this, { base, topic, changed });
      this.source = null;
      this.seen = "";
      this.heard = 0;
      document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
      window.addEventListener("pagehide", () => this.close());
      window.addEventListener("pageshow", () => this.open());
    }

    get alive() {
      return this.source?.readyState === EventSource.OPEN && Date.now() - this.heard < SILENCE;
    }

    open() {
      const topic = this.topic();
      if (!topic || this.source || document.hidden) return;
      const told = (event) => {
        this.heard = Date.now();
        this.seen = event.lastEventId;
        if (event.type === "changed") this.changed();
      };
      this.source = new EventSource(`${this.base}/stream/${topic}/?seen=${encodeURIComponent(this.seen)}`);
      this.source.addEventListener("changed", told);
      this.source.addEventListener("here", told);
    }

    close() {
      this.source?.close();
      this.source = null;
    }

    reopen() {
      this.close();
      this.open();
    }

    /** The streams of this site, which may have a port of their own. */
    static base(port) {
      return port ? `${location.protocol}//${location.hostname}:${port}` : "";
    }
  }

  globalThis.FollowedStream = FollowedStream;
})();
