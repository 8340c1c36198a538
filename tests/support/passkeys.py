"""A device that makes and shows passkeys, written from WebAuthn and not from the library that the site uses.

Each `Device` is one authenticator with the browser around it: it answers what a page asks, as JSON. What a
dishonest one sends is said by the fields of `Browser`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import struct
from dataclasses import dataclass, field, replace
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def websafe(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass(frozen=True)
class Browser:
    """What the browser says of the page that asks; empty where it is as the question has it."""

    origin: str
    host: str = ""
    challenge: str = ""
    kind: str = ""
    flags: int = USER_PRESENT | USER_VERIFIED
    cross_origin: bool = False


@dataclass
class Device:
    """It keeps one key, and counts its uses if it counts at all."""

    browser: Browser
    counts: bool = True
    uses: int = 0
    id: bytes = field(default_factory=lambda: os.urandom(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def makes(self, question: dict[str, Any], **changed: Any) -> str:
        """The answer to a page that asks for a new passkey."""
        browser = replace(self.browser, **changed)
        client = client_data(browser, "webauthn.create", question["challenge"])
        credential = bytes(16) + struct.pack(">H", len(self.id)) + self.id + self._public_key()
        data = self._data(browser, question["rp"]["id"], browser.flags | ATTESTED) + credential
        attestation = mapped({"fmt": text("none"), "attStmt": mapped({}), "authData": binary(data)})
        return self._answer({"clientDataJSON": client, "attestationObject": attestation})

    def shows(self, question: dict[str, Any], **changed: Any) -> str:
        """The answer to a page that asks for a passkey; None of those it names need be this one."""
        browser = replace(self.browser, **changed)
        client = client_data(browser, "webauthn.get", question["challenge"])
        self.uses += self.counts
        data = self._data(browser, question["rpId"], browser.flags)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer({"clientDataJSON": client, "authenticatorData": data, "signature": signature})

    def copied(self) -> Device:
        return replace(self)

    def _data(self, browser: Browser, host: str, flags: int) -> bytes:
        hashed = hashlib.sha256((browser.host or host).encode()).digest()
        return hashed + struct.pack(">BI", flags, self.uses)

    def _public_key(self) -> bytes:
        """As COSE has it: an elliptic key (2) for ES256 (-7), on the curve P-256 (1)."""
        point = self.key.public_key().public_numbers()
        x, y = (binary(number.to_bytes(32, "big")) for number in (point.x, point.y))
        return b"\xa5\x01\x02\x03\x26\x20\x01\x21" + x + b"\x22" + y

    def _answer(self, response: dict[str, bytes]) -> str:
        parts = {name: websafe(part) for name, part in response.items()}
        return json.dumps(
            {"id": websafe(self.id), "rawId": websafe(self.id), "type": "public-key", "response": parts}
        )


def client_data(browser: Browser, kind: str, challenge: str) -> bytes:
    said = {
        "type": browser.kind or kind,
        "challenge": browser.challenge or challenge,
        "origin": browser.origin,
        "crossOrigin": browser.cross_origin,
    }
    return json.dumps(said).encode()


def head(kind: int, length: int) -> bytes:
    """The head of something in CBOR, up to 65,535 long."""
    if length < 24:
        return bytes([kind << 5 | length])
    return bytes([kind << 5 | 24, length]) if length < 256 else struct.pack(">BH", kind << 5 | 25, length)


def binary(data: bytes) -> bytes:
    return head(2, len(data)) + data


def text(letters: str) -> bytes:
    return head(3, len(letters)) + letters.encode()


def mapped(members: dict[str, bytes]) -> bytes:
    return head(5, len(members)) + b"".join(text(name) + member for name, member in members.items())
