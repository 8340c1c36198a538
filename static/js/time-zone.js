// The time zone of the browser stands in the field for one, where the site knows it, and the currency of its
// territory in the field for that; both can be changed. A currency that somebody typed stays.
"use strict";
(() => {
  const zone = document.querySelector("[data-propose-zone]");
  const currency = document.querySelector("[data-propose-currency]");
  if (!zone || !currency) return;
  const known = (name) => [...zone.list.options].find((option) => option.value === name);
  const propose = () => {
    const proposed = known(zone.value)?.dataset.currency;
    if (proposed) currency.value = proposed;
  };
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (known(here)) zone.value = here;
  propose();
  zone.addEventListener("input", propose);
  currency.addEventListener("input", () => zone.removeEventListener("input", propose));
})();
