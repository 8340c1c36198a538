// The running total while codes are typed. Without this script the button "See what they bring" does the same.
"use strict";
(() => {
  const form = document.querySelector("[data-forecast]");
  if (!form) return;
  const place = document.getElementById("forecast");
  let waiting = 0;
  let asked = 0;

  const ask = async () => {
    const mine = (asked += 1);
    const data = new FormData(form);
    data.set("act", "look");
    data.delete("form_key"); // it only looks, again and again
    data.delete("papers"); // files are sent with a button only
    if (!String(data.get("number")).trim() || !String(data.get("codes")).trim()) return;
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: data,
        headers: { "X-Part": "forecast" },
      });
      if (answer.ok && mine === asked) place.innerHTML = await answer.text();
    } catch {
      /* no network: the button still works when it is back */
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 500);
  });
  ask(); // whoever was quicker than this script, or came back to a filled form
})();
