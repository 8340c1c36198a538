// Puts what was typed before the session was lost back into the form that it was typed in.
(() => {
  const notice = document.querySelector("[data-kept]");
  const fallback = notice.querySelector("[data-kept-form]");
  const fields = JSON.parse(document.getElementById("kept-fields").textContent);
  const action = new URL(fallback.action).pathname;

  const typed = new Map();
  for (const [name, value] of fields) typed.set(name, [...(typed.get(name) || []), value]);

  const leadsThere = (form) =>
    new URL(form.action || location.href).pathname === action ||
    [...form.querySelectorAll("[formaction]")].some(
      (button) => new URL(button.formAction).pathname === action,
    );
  const alike = (form) =>
    [...form.elements].filter(
      (control) => control.type === "hidden" && (typed.get(control.name) || []).includes(control.value),
    ).length;
  const form = [...document.forms]
    .filter((candidate) => candidate !== fallback && candidate.method === "post" && leadsThere(candidate))
    .sort((left, right) => alike(right) - alike(left))[0];
  if (!form) return;

  const left = new Map([...typed].map(([name, values]) => [name, [...values]]));
  for (const control of form.elements) {
    if (!control.name || control.name === "csrfmiddlewaretoken" || control.type === "file") continue;
    const values = typed.get(control.name);
    if (control.type === "checkbox" || control.type === "radio") {
      control.checked = Boolean(values && values.includes(control.value));
    } else if (control.type === "select-multiple") {
      for (const option of control.options)
        option.selected = Boolean(values && values.includes(option.value));
    } else if (values && control.tagName !== "BUTTON" && control.type !== "submit") {
      const next = left.get(control.name);
      control.value = next.length ? next.shift() : control.value;
      if (control.value && control.type !== "hidden") control.closest("details")?.setAttribute("open", "");
    }
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  fallback.hidden = true;
  notice.querySelector("[data-kept-filled]").hidden = false;
})();
