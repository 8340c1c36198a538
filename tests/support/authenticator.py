"""An authenticator app, written from RFC 6238 and not from the library that the site uses."""

from __future__ import annotations

import base64
import hmac
import struct
import time


def code_of(secret: str, at: float | None = None) -> str:
    """The six figures that an app shows for a key at that moment."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    step = int((time.time() if at is None else at) // 30)
    digest = hmac.digest(key, struct.pack(">Q", step), "sha1")
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"
