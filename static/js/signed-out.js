"use strict";
// What a page does once nobody is signed in on it any more: the sign-in page that comes in place of a part is
// never shown in it. The part stays as it was seen last, and a notice leads to the sign-in and back. The page
// hears `signed-out` then, and `signed-in` once its part comes again.
(() => {
  const { signIn } = document.currentScript.dataset;
  let notice = null;

  const show = () => {
    if (notice) return;
    notice = document.getElementById("signed-out").content.firstElementChild.cloneNode(true);
    (document.querySelector("[data-notices]") ?? document.body).append(notice);
    document.dispatchEvent(new CustomEvent("signed-out"));
  };
  const hide = () => {
    if (!notice) return;
    notice.remove();
    notice = null;
    document.dispatchEvent(new CustomEvent("signed-in"));
  };

  /** Whether an answer to a page that wants its part is the sign-in page: it came from there, or is a page
   * that has no such part. */
  const isSignIn = (address, text, part = null) => {
    if (address && new URL(address, location.href).pathname.startsWith(signIn)) return true;
    if (!part || !/^\s*<!doctype/i.test(text)) return false;
    return new DOMParser().parseFromString(text, "text/html").querySelector("[data-follows]") === null;
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    const part = elt.matches("[data-follows]") && requestConfig.verb === "get" ? elt : null;
    if (isSignIn(xhr.responseURL, xhr.responseText, part)) {
      event.detail.shouldSwap = false;
      // A form that was sent is kept, and filled in on the way back.
      if (requestConfig.verb === "get") show();
      else location.assign(xhr.responseURL);
    } else if (part && xhr.status && xhr.status < 400) hide();
  });

  globalThis.signedOut = { isSignIn, show, hide };
})();
