"use strict";
// Whoever sent a form that was not taken comes to the first field that is wrong, or to what says why, asks or answers.
(() => {
  const field = document.querySelector("main [aria-invalid='true']:not([disabled])");
  field?.closest("details")?.setAttribute("open", "");
  const place = field ?? document.querySelector("#refusal, #doubles, #meant");
  if (place && !place.matches("input, select, textarea")) place.tabIndex = -1;
  place?.focus();
})();
