"use strict";
// The account menu closes by Escape, and when something else is clicked. Before an account signs out, the names
// on its pads leave the device; stanzas and taps at the door that wait to be sent are said, and stay.
(() => {
  const menu = document.querySelector(".account");
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  const { account, shared } = document.documentElement.dataset;
  const device = shared === undefined ? localStorage : sessionStorage;
  const pads = () =>
    Object.keys(device).filter((name) => /^saas-(pad|door)\//.test(name) && name.endsWith(`@${account}`));
  const kept = (name) => {
    try {
      return JSON.parse(device.getItem(name)) ?? {};
    } catch {
      return {};
    }
  };
  const waits = ({ queue, draft }) => Boolean(queue?.length || draft?.undo?.length);

  const strip = (name) => {
    const { pad, ...rest } = kept(name);
    if (waits(rest)) device.setItem(name, JSON.stringify({ ...rest, pad: null }));
    else device.removeItem(name);
  };

  const question = (all, { stanzas, taps, signOut }) => {
    const waiting = all.filter((name) => waits(kept(name)));
    const kinds = { "saas-pad/": stanzas, "saas-door/": taps };
    const said = Object.keys(kinds).filter((kind) => waiting.some((name) => name.startsWith(kind)));
    return said.length ? [...said.map((kind) => kinds[kind]), signOut].join(" ") : "";
  };

  for (const form of document.querySelectorAll("[data-sign-out]")) {
    form.addEventListener("submit", (event) => {
      const all = pads();
      const asked = question(all, form.dataset);
      if (asked && !confirm(asked)) return event.preventDefault();
      if (shared === undefined) all.forEach(strip);
      else sessionStorage.clear();
      for (const pages of ["pad-pages", "door-pages"]) globalThis.caches?.delete(pages);
    });
  }
})();
