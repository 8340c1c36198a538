// A part of a page that renews itself stays as it is while somebody is typing in it, so that nothing typed is
// lost.
"use strict";
(() => {
  const changed = (field) => {
    if (field.type === "hidden" || field.type === "submit") return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    const given = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, given);
  };
  const busy = (part) => {
    const at = document.activeElement;
    const writing = part.contains(at) && at.matches("input, select, textarea");
    return (
      writing ||
      part.querySelector("details[open]") !== null ||
      [...part.querySelectorAll("input, select, textarea")].some(changed)
    );
  };
  const say = (waits) => {
    const kept = document.getElementById("kept");
    if (kept) kept.hidden = !waits;
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.shouldSwap) return;
    event.detail.shouldSwap = !busy(event.detail.target);
    say(!event.detail.shouldSwap);
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (!busy(event.detail.target)) return;
    event.detail.shouldSwap = false;
    say(true);
  });
})();
