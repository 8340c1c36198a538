"use strict";
// What somebody types into a list that is narrowed at once, as words; as `sanctioning.identity.found_by` has it.
(() => {
  const PLAIN = { ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i" };
  const folded = (text) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[ßøłđðþæœı]/g, (letter) => PLAIN[letter]);

  globalThis.wordsSought = (typed) => {
    const number = /([wp])-?(\d{5,})-?([2-9a-z])(?![a-z0-9])/i.exec(typed);
    if (number) return [`${number[1]}${number[2]}${number[3]}`.toLowerCase()];
    return folded(typed)
      .replace(/\b([wp])-?0*(?=\d)/g, "$1")
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  };
  // Digits are sought from the beginning of a number.
  globalThis.hasWord = (own, word) => own.includes(/^\d+$/.test(word) ? ` ${word.replace(/^0+/, "")}` : word);
})();
