// The time zone of the browser stands in the field for one, where the site knows it; it can be changed.
"use strict";
(() => {
  const field = document.querySelector("[data-propose-zone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field && [...field.list.options].some((option) => option.value === zone)) field.value = zone;
})();
