"use strict";
// A key under which something is sent, so that sent twice it is done once. By http, as phones in a room come
// to a site without a certificate, browsers make no UUID.
globalThis.newKey = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("-");
