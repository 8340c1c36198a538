"""The signed head: how far ledger, trail and certificates go and what they come to, as one line of text.

Purpose: whoever kept such a line, from a mail or from the page of the keys, can show later that the rows
were rewritten, whatever became of the database. Invariants: pure bytes and text, no database and no clock; a
line is read only if its signature fits it; blank space and line breaks inside it mean nothing, as mails break
lines. Terms: head (the line), book (ledger, trail or certificates), fingerprint (of the key that signed).
"""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import email
import email.policy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

FORMAT: Final = "saas-head/1"
_HASH: Final = r"([0-9a-f]{64})"
_SEALED: Final = rf"(\d{{1,18}})\s+(\d{{1,18}})\s+{_HASH}"
LINE: Final = re.compile(
    rf"saas-head/1\s+(\d{{1,18}})\s+at\s+([0-9T:.+-]{{20,40}})\s+ledger\s+(\d{{1,18}})\s+{_HASH}"
    rf"\s+trail\s+{_SEALED}\s+certificates\s+{_SEALED}\s+key\s+{_HASH}\s+signed\s+([A-Za-z0-9_=-]{{80,120}})"
)


class HeadNotGenuine(Exception):
    """Not a line that a published key signed; says why."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A book by the rows up to the last one: its number, how many there are, and the hash of all of them."""

    last: int
    count: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    number: int
    at: dt.datetime
    ledger_number: int
    ledger_hash: str
    trail: Sealed
    certificates: Sealed
    fingerprint: str

    @property
    def said(self) -> str:
        """What is signed."""
        trail, certificates = self.trail, self.certificates
        return (
            f"{FORMAT} {self.number} at {self.at.astimezone(dt.UTC).isoformat(timespec='microseconds')} "
            f"ledger {self.ledger_number} {self.ledger_hash} "
            f"trail {trail.last} {trail.count} {trail.hash} "
            f"certificates {certificates.last} {certificates.count} {certificates.hash} "
            f"key {self.fingerprint}"
        )


def signed_line(head: Head, *, private_pem: bytes, passphrase: str) -> str:
    """The line of this head with its signature."""
    encrypted = b"ENCRYPTED" in private_pem
    key = serialization.load_pem_private_key(private_pem, passphrase.encode() if encrypted else None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError("Heads are signed with a key of the Authority, on P-256.")
    signature = key.sign(head.said.encode(), ec.ECDSA(hashes.SHA256()))
    return f"{head.said} signed {base64.urlsafe_b64encode(signature).decode()}"


def read_head(line: str, published: Mapping[str, str]) -> Head:
    """What a line says; `published` are the certificates (PEM) of the keys by their fingerprints."""
    match = LINE.fullmatch(line.strip())
    if match is None:
        raise HeadNotGenuine("is not a signed head")
    number, at, ledger, ledger_hash, *sealed, fingerprint, signature = match.groups()
    try:
        head = Head(
            number=int(number),
            at=dt.datetime.fromisoformat(at),
            ledger_number=int(ledger),
            ledger_hash=ledger_hash,
            trail=Sealed(int(sealed[0]), int(sealed[1]), sealed[2]),
            certificates=Sealed(int(sealed[3]), int(sealed[4]), sealed[5]),
            fingerprint=fingerprint,
        )
        signed = base64.urlsafe_b64decode(signature)
    except (ValueError, binascii.Error):
        raise HeadNotGenuine("is not a signed head") from None
    if fingerprint not in published:
        raise HeadNotGenuine(f"is signed with the key {fingerprint}, which is not published")
    key = x509.load_pem_x509_certificate(published[fingerprint].encode()).public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey):
        raise HeadNotGenuine("is signed with a key of another kind")
    try:
        key.verify(signed, head.said.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise HeadNotGenuine("does not fit its signature") from None
    return head


def lines_in(data: bytes) -> list[str]:
    """Every head in a file: a mail as it was sent, or any text that has such lines."""
    texts = [data.decode(errors="replace"), *_texts_of_mail(data)]
    lines = (" ".join(match[0].split()) for text in texts for match in LINE.finditer(text))
    return list(dict.fromkeys(lines))


def _texts_of_mail(data: bytes) -> Iterator[str]:
    """The texts of a mail, decoded; of a file of many mails, those of each."""
    for mail in re.split(rb"(?m)^From .*$", data):
        for part in email.message_from_bytes(mail.lstrip(), policy=email.policy.default).walk():
            if part.get_content_maintype() == "text":
                yield str(part.get_content())
