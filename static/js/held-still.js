"use strict";
// Holds a list still that is drawn again while somebody taps in it: the row at the finger, else the focused one,
// else the one in the middle of the screen keeps its place. A row that has come to where another was takes no tap
// for a moment, for whoever tapped meant the other.
(() => {
  const MOMENT = 600;
  const RECENT = 10_000; // a finger that pressed so lately is still about there
  const MOVED = 8; // pixels
  const ROWS = "[data-entry], [data-still]";
  let before = new Map();
  let finger = { y: 0, at: -RECENT };
  const movedUntil = new Map(); // by the id of a row, which may be drawn again meanwhile

  document.addEventListener("pointerdown", ({ clientY }) => {
    finger = { y: clientY, at: performance.now() };
  });

  const listOf = (row) => {
    const list = row.closest("section, details");
    return list?.getAttribute("aria-labelledby") ?? list?.id ?? "";
  };
  const shownRows = () =>
    [...document.querySelectorAll(ROWS)].filter((row) => {
      const { top, bottom, height } = row.getBoundingClientRect();
      return height > 0 && bottom > 0 && top < innerHeight;
    });

  /** Remembers where the rows on the screen are. */
  const hold = () => {
    before = new Map(
      shownRows().map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return [row.id, { list: listOf(row), top, bottom }];
      }),
    );
    const focused = document.activeElement?.closest(ROWS)?.id;
    const isRecent = performance.now() - finger.at < RECENT;
    const held = before.get(focused);
    const at = isRecent ? finger.y : held ? (held.top + held.bottom) / 2 : innerHeight / 2;
    const away = ({ top, bottom }) => Math.abs((top + bottom) / 2 - at);
    before = new Map([...before].sort(([, left], [, right]) => away(left) - away(right)));
  };

  const keepPlace = () => {
    for (const [id, { list, top }] of before) {
      const row = document.getElementById(id);
      if (!row?.getClientRects().length || listOf(row) !== list) continue;
      scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" });
      return;
    }
  };

  /** Puts them back there as far as the page can be scrolled. */
  const settle = ({ scrolls = true } = {}) => {
    if (scrolls) keepPlace();
    const moved = shownRows().filter((row) => {
      const was = before.get(row.id);
      return !was || Math.abs(was.top - row.getBoundingClientRect().top) > MOVED;
    });
    for (const { id } of moved) movedUntil.set(id, performance.now() + MOMENT);
    mark();
    setTimeout(mark, MOMENT + 1);
  };
  const mark = () => {
    for (const [id, until] of movedUntil) {
      const isMoved = performance.now() < until;
      document.getElementById(id)?.classList.toggle("has-moved", isMoved);
      if (!isMoved) movedUntil.delete(id);
    }
  };

  // htmx gives what has come the classes that it was sent with.
  document.addEventListener("htmx:afterSettle", mark);

  globalThis.heldStill = { hold, settle };
})();
