"use strict";
// Whoever sent a form that was not taken comes to the first field that is wrong, or to what says why.
(() => {
  const field = document.querySelector("main [aria-invalid='true']:not([disabled])");
  field?.closest("details")?.setAttribute("open", "");
  const place = field ?? document.getElementById("refusal");
  if (place && !place.matches("input, select, textarea")) place.tabIndex = -1;
  place?.focus();
})();
