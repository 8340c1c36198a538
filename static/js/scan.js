// Squares read by the camera into the field that stands in the form: codes of certificates, one a line; or, with
// data-one, whatever the square says, sent at once as a scanner does with Enter. The reader is the browser's own where it has one; else the vendored one is fetched, once, when the camera is first asked for.
// Without this script, or without a camera, the codes are typed; by http the page says why there is none.
"use strict";
(() => {
  const scanner = document.querySelector("[data-scan]");
  if (!scanner) return;
  const noHttps = document.querySelector("[data-no-https]");
  if (noHttps && !window.isSecureContext) noHttps.hidden = false;
  if (!navigator.mediaDevices) return;
  const field = document.getElementById(scanner.dataset.scan);
  const start = scanner.querySelector("[data-start]");
  const stop = scanner.querySelector("[data-stop]");
  const video = scanner.querySelector("video");
  const said = scanner.querySelector("[data-said]");
  const words = scanner.dataset;
  const every = 200; // milliseconds between two looks
  let reader = null;
  let stream = null;
  let last = "";

  const say = (text, code = "") => {
    said.textContent = text.replace("CODE", code);
  };

  const newReader = async () => {
    const formats = ["qr_code"];
    const known = window.BarcodeDetector ? await window.BarcodeDetector.getSupportedFormats() : [];
    if (known.includes("qr_code")) return new window.BarcodeDetector({ formats });
    const { BarcodeDetector } = await import(words.reader);
    return new BarcodeDetector({ formats });
  };

  const take = (value) => {
    if (value === last) return;
    last = value;
    if (words.one !== undefined) {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.form.requestSubmit();
      return say(words.taken, value);
    }
    const code = /\/check\/([^/]+)\/?$/.exec(value)?.[1];
    if (!code) return say(words.strange);
    const typed = field.value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    if (typed.includes(code)) return say(words.twice, code);
    field.value = [...typed, code, ""].join("\n");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    say(words.taken, code);
  };

  const look = async () => {
    if (!stream) return;
    try {
      if (video.readyState >= 2) for (const barcode of await reader.detect(video)) take(barcode.rawValue);
    } catch {
      /* a frame that cannot be read: the next one may be */
    }
    if (stream) setTimeout(look, every);
  };

  const end = () => {
    if (!stream) return;
    stream.getTracks().forEach((track) => track.stop());
    stream = video.srcObject = null;
    video.hidden = stop.hidden = true;
    start.hidden = false;
    start.focus();
    say(words.ended);
  };

  start.addEventListener("click", async () => {
    start.disabled = true;
    say(words.opening);
    try {
      reader ??= await newReader();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      video.hidden = stop.hidden = false;
      start.hidden = true;
      await video.play();
      stop.focus();
      say(words.ready);
      last = "";
      look();
    } catch {
      end();
      say(words.refused);
    } finally {
      start.disabled = false;
    }
  });
  stop.addEventListener("click", end);
  scanner.addEventListener("keydown", (pressed) => {
    if (pressed.key === "Escape") end();
  });
  addEventListener("pagehide", end);
  scanner.hidden = false;
})();
