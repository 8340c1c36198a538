/* Keeps what is typed into a slip on this device until the server has it, and sends it once by its key when
   the network is back. */
(() => {
  const PREFIX = "saas-slip:";
  const AGAIN = 3000;
  // The slip has a key of its own; that of the form belongs to the page, and one that was used is refused.
  const OWN = ["csrfmiddlewaretoken", "form_key", "replaces"];
  const { account, shared } = document.documentElement.dataset;
  const device = shared === undefined ? localStorage : sessionStorage;
  const nameOf = (address) => `${PREFIX}${new URL(address, location.href).pathname}@${account}`;
  const read = (name) => {
    try {
      return JSON.parse(device.getItem(name));
    } catch {
      return null;
    }
  };

  // In the list stands which version the server has: what is older than it is kept no longer.
  for (const line of document.querySelectorAll("[data-slip-version]")) {
    const name = nameOf(line.dataset.slipAddress);
    if (read(name) && read(name).version !== line.dataset.slipVersion) device.removeItem(name);
  }
  const form = document.querySelector("form[data-slip]");
  if (!form) return;

  const name = nameOf(location.href);
  const notice = document.querySelector("[data-slip-waits]");
  const { refused } = form.dataset;
  const version = form.elements.replaces.value;

  const keep = (more) => {
    const fields = [...new FormData(form)].filter(([field]) => !OWN.includes(field));
    try {
      device.setItem(name, JSON.stringify({ version, fields, ...more }));
    } catch {
      /* A device that keeps nothing sends as any form does. */
    }
  };
  // Rows that the page does not offer by itself go along unseen.
  const fill = (fields) => {
    for (const [field, value] of fields) {
      const control = form.elements.namedItem(field);
      if (control) {
        control.value = value;
        continue;
      }
      const unseen = Object.assign(document.createElement("input"), { type: "hidden", name: field, value });
      form.append(unseen);
    }
  };
  const send = async () => {
    keep({ waits: true });
    try {
      await fetch(location.href, { method: "HEAD", cache: "no-store", redirect: "manual" });
    } catch {
      notice.hidden = false;
      setTimeout(send, AGAIN);
      return;
    }
    HTMLFormElement.prototype.submit.call(form);
  };

  const before = read(name);
  if (before && (before.version !== version || refused)) device.removeItem(name);
  else if (before) {
    fill(before.fields);
    if (before.waits) send();
  }
  form.addEventListener("input", () => keep({}));
  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.name) return;
    event.preventDefault();
    send();
  });
})();
