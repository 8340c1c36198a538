// A form with data-passkey is sent with what the browser answers to its question: for a new passkey ("make"), or for
// one that the account has ("show"). Whatever the browser says no to is said in words of the form, beside its
// button. Without this script the form is sent without an answer, and the site says what is missing.
"use strict";
(() => {
  const form = document.querySelector("form[data-passkey]");
  if (!form) return;
  const { passkey, question, origin } = form.dataset;
  const button = form.querySelector("button");
  const said = form.querySelector("[data-said]");
  const words = said.dataset;
  const say = (text) => {
    said.textContent = text;
    said.hidden = !text;
  };

  const missing =
    (location.origin !== origin && words.elsewhere) || (!window.PublicKeyCredential && words.unknown) || "";
  if (missing) {
    button.disabled = true;
    return say(missing);
  }

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const known = (credentials = []) => credentials.map((one) => ({ ...one, id: bytes(one.id) }));

  const make = (asked) =>
    navigator.credentials.create({
      publicKey: {
        ...asked,
        challenge: bytes(asked.challenge),
        user: { ...asked.user, id: bytes(asked.user.id) },
        excludeCredentials: known(asked.excludeCredentials),
      },
    });
  const show = (asked) =>
    navigator.credentials.get({
      publicKey: {
        ...asked,
        challenge: bytes(asked.challenge),
        allowCredentials: known(asked.allowCredentials),
      },
    });
  const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"];
  const sent = ({ rawId, type, response }) =>
    JSON.stringify({
      id: text(rawId),
      rawId: text(rawId),
      type,
      response: Object.fromEntries(
        PARTS.filter((part) => response[part]).map((part) => [part, text(response[part])]),
      ),
    });

  const REASONS = { NotAllowedError: "cancelled", AbortError: "cancelled", InvalidStateError: "added" };
  form.addEventListener("submit", async (event) => {
    const name = form.elements.namedItem("name");
    // A name that is missing is said by the site, before a device makes anything.
    if (name && !name.value.trim()) return;
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    say(words.waiting);
    try {
      const answer = await (passkey === "make" ? make : show)(JSON.parse(question));
      form.elements.namedItem("credential").value = sent(answer);
      form.submit();
    } catch (error) {
      say(words[REASONS[error.name]] ?? words.failed);
      button.disabled = false;
      button.focus();
    }
  });
})();
