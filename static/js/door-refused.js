"use strict";
// The list of taps that were not taken at the door, until somebody has read each. Where the place of whoever is
// absent would go to somebody who waits, it is asked there whether that is meant.
(() => {
  const ASKS = "place-goes-on";

  /** `said` has the words of each act; `gives` is told for whom a place is given away, `dismiss` which is read. */
  globalThis.drawDoorRefusals = (list, refused, words, { said, gives, dismiss }) => {
    const button = (text, called, pressed) => {
      const [made, aside] = [document.createElement("button"), document.createElement("span")];
      Object.assign(made, { type: "button", className: "second", textContent: text });
      Object.assign(aside, { className: "unseen", textContent: ` ${called}` });
      made.append(aside);
      made.addEventListener("click", pressed);
      return made;
    };
    const row = ({ key, entry, called, act, reason, code }) => {
      const [item, text, what, taps] = ["li", "span", "strong", "span"].map((tag) =>
        document.createElement(tag),
      );
      const asks = code === ASKS && act === "absent";
      what.textContent = asks
        ? words.givesPlace.replace("NAME", () => called)
        : words.refused.replace("TAP", () => `${called}: ${said[act]}`);
      text.append(what, ` ${reason}`);
      taps.className = "taps";
      taps.append(button(asks ? words.keepPlace : words.dismiss, called, () => dismiss(key)));
      const give = () => {
        dismiss(key);
        gives(entry, called);
      };
      if (asks) taps.append(button(words.givePlace, called, give));
      item.append(text, taps);
      return item;
    };
    list.replaceChildren(...refused.map(row));
  };
})();
