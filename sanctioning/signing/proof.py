"""Whether a PDF is a paper of the Authority, byte for byte, by the published keys alone.

Purpose: the offline proof behind `manage.py verify_certificate`, the check page and the registrar's desk.
Invariants: it reads no database and no network; a paper is genuine only if every byte is as it was signed,
those of the signature itself included; nothing of the file is interpreted before that is proven.
Terms: gap (the one place that a signature cannot cover: where it stands itself), certificate (a published
key in its X.509 dress).
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from asn1crypto import cms, pem, x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from sanctioning.signing.attachment import ATTACHMENT

RANGE = re.compile(rb"/ByteRange ?\[ ?(\d{1,9}) (\d{1,9}) (\d{1,9}) (\d{1,9}) ?\]")
MARKS = (b"/ByteRange", b"/ETSI.CAdES.detached")
GAP = re.compile(rb"<[0-9A-F]+>")


class Verdict(Enum):
    GENUINE = "genuine"
    CHANGED = "changed"
    UNKNOWN_KEY = "unknown key"
    UNSIGNED = "unsigned"


SENTENCES = {
    Verdict.GENUINE: "Genuine: every byte is as the Authority signed it.",
    Verdict.CHANGED: "Mutilated: this file was changed after it was signed.",
    Verdict.UNKNOWN_KEY: "Not proven: this file is signed with a key that the Authority has not published.",
    Verdict.UNSIGNED: "Not proven: this file carries no signature of the Authority.",
}


@dataclass(frozen=True, slots=True)
class Proof:
    """`document` is what the paper itself says (see `facts.canonical`); empty unless genuine."""

    verdict: Verdict
    fingerprint: str = ""
    document: dict[str, Any] = field(default_factory=dict)

    @property
    def genuine(self) -> bool:
        return self.verdict is Verdict.GENUINE

    @property
    def sentence(self) -> str:
        return SENTENCES[self.verdict]


class _Changed(Exception):
    """The file is not as it was signed."""


def prove(data: bytes, published: Sequence[str]) -> Proof:
    """The verdict on a file by these published keys, each a certificate in PEM."""
    bounds = _signed_ranges(data)
    if bounds is None:
        return Proof(Verdict.CHANGED if any(mark in data for mark in MARKS) else Verdict.UNSIGNED)
    known = {fingerprint(certificate): certificate for certificate in map(_certificate, published)}
    try:
        der, signer = _signature(data, bounds)
        _require_sound(data, bounds, der, signer)
    except Exception:  # one changed byte can break the reading anywhere, and every way says the same
        return Proof(Verdict.CHANGED)
    print_of_key = fingerprint(signer)
    if print_of_key not in known:
        return Proof(Verdict.UNKNOWN_KEY, print_of_key)
    if known[print_of_key].dump() != signer.dump():
        return Proof(Verdict.CHANGED)
    return Proof(Verdict.GENUINE, print_of_key, _document(data))


def fingerprint(certificate: x509.Certificate) -> str:
    """The SHA-256 of the public key, in hexadecimal."""
    return hashlib.sha256(certificate.public_key.dump()).hexdigest()


def fingerprint_of(certificate_pem: str) -> str:
    return fingerprint(_certificate(certificate_pem))


def split_pem(text: str) -> list[str]:
    """The certificates of a published list, one by one."""
    return re.findall(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", text, re.DOTALL)


def _certificate(text: str) -> x509.Certificate:
    return x509.Certificate.load(pem.unarmor(text.strip().encode())[2], strict=True)


def _signed_ranges(data: bytes) -> tuple[int, int, int, int] | None:
    """The signed bytes as start and length, twice; None where nothing is signed."""
    ranges = [match for match in RANGE.finditer(data) if match[1] == b"0"]
    if not ranges:
        return None
    first, length, second, rest = (int(number) for number in ranges[-1].groups())
    return first, length, second, rest


def _signature(data: bytes, bounds: tuple[int, int, int, int]) -> tuple[bytes, x509.Certificate]:
    """The signature and the certificate of its key, out of the gap."""
    _, length, second, rest = bounds
    if not length < second or second + rest != len(data):
        raise _Changed
    gap = data[length:second]
    if not GAP.fullmatch(gap) or len(gap) % 2:
        raise _Changed
    padded = bytes.fromhex(gap[1:-1].decode())
    der = padded[: _length_of(padded)]
    if any(padded[len(der) :]):
        raise _Changed
    signed = cms.ContentInfo.load(der, strict=True)["content"]
    return der, signed["certificates"][0].chosen


def _length_of(der: bytes) -> int:
    """How long the outermost value is: two bytes of length follow its tag, as in every signature of ours."""
    if der[:2] != b"\x30\x82":
        raise _Changed
    return 4 + int.from_bytes(der[2:4], "big")


def _require_sound(
    data: bytes, bounds: tuple[int, int, int, int], der: bytes, signer: x509.Certificate
) -> None:
    """Raise unless the signature is written just as the Authority writes it, and fits the bytes."""
    _, length, second, _ = bounds
    signer_info = cms.ContentInfo.load(der, strict=True)["content"]["signer_infos"][0]
    attributes, signature = signer_info["signed_attrs"], signer_info["signature"].native
    if _as_written(signer, attributes, signature) != der:
        raise _Changed
    values = {attribute["type"].dotted: attribute["values"] for attribute in attributes}
    digest = hashlib.sha256(data[:length])
    digest.update(data[second:])
    message_digest = cms.CMSAttributeType.unmap("message_digest")
    if values[message_digest][0].native != digest.digest():
        raise _Changed
    key = serialization.load_der_public_key(signer.public_key.dump())
    if not isinstance(key, ec.EllipticCurvePublicKey) or _spelt_out(key) != signer.public_key.dump():
        raise _Changed
    key.verify(signature, attributes.untag().dump(), ec.ECDSA(hashes.SHA256()))


def _spelt_out(key: ec.EllipticCurvePublicKey) -> bytes:
    """The key in its one usual spelling; others of the same key would pass as another key."""
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def _as_written(signer: x509.Certificate, attributes: cms.CMSAttributes, signature: bytes) -> bytes:
    """The signature written afresh from its parts; the attributes are covered by the signature itself."""
    info = cms.SignerInfo(
        {
            "version": "v1",
            "sid": cms.SignerIdentifier(
                {
                    "issuer_and_serial_number": cms.IssuerAndSerialNumber(
                        {"issuer": signer.issuer, "serial_number": signer.serial_number}
                    )
                }
            ),
            "digest_algorithm": {"algorithm": "sha256"},
            "signed_attrs": attributes,
            "signature_algorithm": {"algorithm": "sha256_ecdsa"},
            "signature": signature,
        }
    )
    written = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": [{"algorithm": "sha256"}],
            "encap_content_info": {"content_type": "data"},
            "certificates": [signer],
            "signer_infos": [info],
        }
    )
    return bytes(cms.ContentInfo({"content_type": "signed_data", "content": written}).dump())


def _document(genuine: bytes) -> dict[str, Any]:
    """What the paper says, from the file attached to it; only for bytes that are proven.

    What reads PDFs is loaded here, for most files never come this far.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(genuine)) as pdf:
        document: dict[str, Any] = json.loads(pdf.attachments[ATTACHMENT].get_file().read_bytes())
    return document
