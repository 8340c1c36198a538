"use strict";
// A button that is drawn again under a finger hears no click: what the network brings is drawn after the tap.
(() => {
  const LIFTED = 300; // a click may come so much later than its finger is lifted, in milliseconds
  const HELD = 3000; // whoever presses longer does not tap
  const due = new Set();
  let isPressed = false;
  let timer = 0;

  const end = () => {
    clearTimeout(timer);
    isPressed = false;
    const acts = [...due];
    due.clear();
    for (const act of acts) act();
  };
  const endWithin = (time) => {
    clearTimeout(timer);
    timer = setTimeout(end, time);
  };
  addEventListener(
    "pointerdown",
    () => {
      isPressed = true;
      endWithin(HELD);
    },
    true,
  );
  addEventListener("pointerup", () => isPressed && endWithin(LIFTED), true);
  addEventListener("pointercancel", end, true);
  addEventListener(
    "click",
    () => {
      // What the click itself draws is drawn at once.
      isPressed = false;
      endWithin(0);
    },
    true,
  );

  globalThis.taps = {
    pressed: () => isPressed,
    /** Acts now, or once after the tap that has begun. */
    after: (act) => {
      if (isPressed) due.add(act);
      else act();
    },
  };
})();
