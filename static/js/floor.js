// Drags players to tables by mouse, pen or finger, and keeps the keyboard's place. Every drop sends a form of
// the page.
"use strict";
(() => {
  const FAR = 6; // pixels after which a press is a drag
  const EDGE = 70; // pixels from the edge of the screen within which a lifted player scrolls the page
  const form = document.getElementById("drag");
  let held = null;
  let ghost = null;
  let lastDrag = 0;

  const dropUnder = (event) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
  const unmark = () =>
    document.querySelectorAll("[data-drop].over").forEach((place) => place.classList.remove("over"));

  const lift = (chip) => {
    ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.textContent = chip.querySelector(".who").firstChild.textContent.trim();
    document.body.append(ghost);
    document.body.classList.add("dragging");
    chip.classList.add("lifted");
  };
  const scroll = () => {
    if (!ghost) return;
    if (held.at < EDGE) window.scrollBy({ top: -12, behavior: "instant" });
    if (held.at > window.innerHeight - EDGE) window.scrollBy({ top: 12, behavior: "instant" });
    requestAnimationFrame(scroll);
  };
  const letGo = () => {
    ghost?.remove();
    ghost = null;
    unmark();
    document.body.classList.remove("dragging");
    held?.chip.classList.remove("lifted");
    held = null;
  };
  const drop = (chip, place, under) => {
    const beside = under?.closest("[data-player]");
    const from = chip.closest("[data-drop]");
    if (!place || place === from) return;
    const act = place.dataset.drop;
    form.elements.player.value = chip.dataset.player;
    form.elements.game.value = place.dataset.game || "";
    form.elements.left_of.value = act === "place" && beside ? beside.dataset.player : "";
    // Each drop is an act of its own.
    form.elements.form_key.value = globalThis.newKey();
    window.htmx.ajax("POST", form.dataset[act], {
      source: form,
      target: "#floor",
      swap: "outerHTML",
      values: Object.fromEntries(new FormData(form)),
    });
  };

  document.addEventListener("pointerdown", (event) => {
    lastDrag = 0; // whatever is pressed anew is clicked in its own right
    const chip = event.target.closest("a[data-player]");
    if (!chip || event.button !== 0) return;
    // A finger scrolls, but not on the grip.
    if (event.pointerType === "touch" && !event.target.closest(".grip")) return;
    held = { chip, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    held.at = event.clientY;
    if (!ghost) {
      lift(held.chip);
      requestAnimationFrame(scroll);
    }
    ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY + 12}px)`;
    unmark();
    dropUnder(event)?.classList.add("over");
  });
  document.addEventListener("pointerup", (event) => {
    if (!held) return;
    if (ghost) {
      lastDrag = Date.now();
      drop(held.chip, dropUnder(event), document.elementFromPoint(event.clientX, event.clientY));
    }
    letGo();
  });
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (held) letGo();
      else closePanel();
    }
  });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest("[data-player]")) event.preventDefault();
  });
  // The click that ends a drag opens nothing.
  document.addEventListener(
    "click",
    (event) => {
      if (event.target.closest("[data-player]") && Date.now() - lastDrag < 300) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (event.target.closest("[data-close-panel]")) {
        event.preventDefault();
        closePanel();
      }
    },
    true,
  );

  // The page says what it has, and is sent what it lacks; it counts the minutes on by the server's clock.
  const at = () => document.getElementById("floor-at");
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id !== "floor") return;
    const stamps = [...document.querySelectorAll("#floor [data-stamp]")].map((piece) => piece.dataset.stamp);
    event.detail.headers["If-None-Match"] = `"${at().dataset.etag}"`;
    // A header holds no more; so great a floor is sent whole.
    if (stamps.length < 900) event.detail.headers["X-Floor-Has"] = at().dataset.tables + stamps.join("");
  });
  let drawn = "";
  let ahead = 0;
  const count = () => {
    const now = Date.now() / 1000;
    if (drawn !== at().dataset.now) {
      drawn = at().dataset.now;
      ahead = now - drawn;
    }
    for (const place of document.querySelectorAll("#floor [data-since]")) {
      const minutes = `${Math.max(0, Math.floor((now - ahead - place.dataset.since) / 60))}`;
      if (place.textContent !== minutes) place.textContent = minutes;
    }
  };
  document.addEventListener("htmx:afterSwap", count);
  document.addEventListener("htmx:oobAfterSwap", count);
  setInterval(count, 5000);
  count();

  // What somebody opened stays open when its piece comes again.
  let open = [];
  const keepOpen = () => {
    open = [...document.querySelectorAll("#floor [data-kept-open][open]")].map(({ id }) => id);
  };
  const openAgain = () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  };
  document.addEventListener("htmx:beforeSwap", keepOpen);
  for (const moment of ["htmx:oobAfterSwap", "htmx:afterSwap", "htmx:afterSettle"])
    document.addEventListener(moment, openAgain);

  let opener = "";
  const closePanel = () => {
    const panel = document.getElementById("panel");
    if (!panel.firstElementChild) return;
    panel.replaceChildren();
    document.getElementById(opener)?.focus();
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "panel") opener = event.detail.elt.id;
  });
  // While somebody is lifted the tables stay where they are; the next time round they are renewed.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (ghost && event.detail.requestConfig.verb === "get") event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const place =
      event.detail.requestConfig?.verb === "post"
        ? document.getElementById("said")
        : event.detail.target?.id === "panel"
          ? event.detail.target
          : null;
    const said = place?.querySelector("[data-focus], [role=alert]");
    if (!said) return;
    said.focus({ preventScroll: true });
    // What is asked about it stands below a refusal.
    const asked = place.querySelector(".sheet .actions") ?? said;
    asked.scrollIntoView({ block: "nearest", behavior: "instant" });
    said.scrollIntoView({ block: "nearest", behavior: "instant" });
  });
})();
