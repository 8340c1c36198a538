"use strict";
// The pad by a keyboard: digits choose a number, plus and minus say made or failed, Enter sends.
(() => {
  class Keyboard {
    constructor(pad) {
      this.pad = pad;
      this.typed = ""; // the first digit, where a second may follow
      document.addEventListener("keydown", (event) => this.pressed(event));
    }

    /** Single keys act only as long as whoever keeps the score wants them to. */
    get on() {
      return this.pad.store.kept.keys !== false;
    }

    switch() {
      const on = !this.on;
      this.pad.store.change((kept) => {
        kept.keys = on;
      });
      this.pad.draw();
    }

    pressed(event) {
      const busy =
        event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
      const elsewhere = event.target.closest?.("input, textarea, select, dialog");
      if (!this.on || busy || elsewhere || this.pad.dialogs.box.open) return;
      if (this.act(event)) event.preventDefault();
    }

    act({ key, target }) {
      if (/^[0-9]$/.test(key)) return this.digit(key);
      if (key === "+") return this.press("made");
      if (key === "-" || key === "−") return this.press("failed");
      if (key === "Backspace") return this.typed ? this.type("") : this.press("undo");
      if (key === "Escape" && this.typed) return this.type("");
      if (key !== "Enter") return false;
      if (this.typed) return this.choose(this.typed);
      return target.closest?.("button, a, summary") ? false : this.press("send");
    }

    digit(digit) {
      const keys = this.panel?.querySelectorAll(".key") ?? [];
      const numbers = [...keys].map((key) => key.dataset.focus.slice(4));
      const typed = [this.typed + digit, digit].find((start) => numbers.includes(start));
      if (!typed) return false;
      const longer = numbers.some((number) => number.length > typed.length && number.startsWith(typed));
      return longer ? this.type(typed) : this.choose(typed);
    }

    type(typed) {
      this.typed = typed;
      this.pad.draw();
      return true;
    }

    choose(number) {
      this.type("");
      this.press(`key-${number}`);
      return true;
    }

    /** What a tap on the button would do; a stanza that cannot be so is sent by its own button alone. */
    press(name) {
      const button = this.panel?.querySelector(`[data-focus="${name}"]:not([disabled])`);
      if (!button || (name === "send" && !button.matches(".main"))) return false;
      button.click();
      return true;
    }

    get panel() {
      return this.pad.place.querySelector(".pad-panel");
    }
  }

  Object.assign(globalThis.Pad, { Keyboard });
})();
