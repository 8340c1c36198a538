"use strict";
// Whether somebody may have meant a name that they misspelt, as `sanctioning.people_search.spelling` has it.
(() => {
  const steps = (word, other) => {
    let before = [];
    let row = Array.from({ length: other.length + 1 }, (_none, at) => at);
    for (let i = 1; i <= word.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= other.length; j += 1) {
        const changed = row[j - 1] + (word[i - 1] === other[j - 1] ? 0 : 1);
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, changed);
        if (i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1])
          next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, row] = [row, next];
    }
    return row[other.length];
  };
  const right = (word, other) => 1 - steps(word, other) / Math.max(word.length, other.length);
  const ofWords = (word, other) =>
    Math.max(right(word, other), 0.9 * right(word, other.slice(0, word.length)));
  const NEAR = 0.6; // as much of a word is right where somebody misspelt it
  const mayBeMisspelt = (word) => word.length >= 3 && !/\d/.test(word);
  const likeness = (words, own) =>
    Math.min(...words.map((word) => Math.max(...own.map((other) => ofWords(word, other)))));
  globalThis.isNear = (words, own) =>
    words.length > 0 && words.every(mayBeMisspelt) && likeness(words, own) >= NEAR;
})();
