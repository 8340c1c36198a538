"""From a certificate to the bytes of its paper, by the facts written when it was issued."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from scoring.certificates.documents.certificates import certificate_pdf, degree_certificate_pdf
from scoring.certificates.documents.facts import CertificateFacts, DegreeCertificateFacts
from scoring.certificates.models import Certificate

DAYS = ("played_on", "certified_on", "issued_on", "recorded_on")


TENTHS = ("points", "blue_points")


def certificate_bytes(certificate: Certificate) -> bytes:
    """The paper before it is signed, from the certificate's facts alone."""
    facts = {name: _read(name, value) for name, value in certificate.facts.items()}
    if certificate.kind == Certificate.Kind.DEGREE:
        return degree_certificate_pdf(DegreeCertificateFacts(**facts))
    return certificate_pdf(CertificateFacts(**facts))


def _read(name: str, value: Any) -> Any:
    if name in DAYS:
        return dt.date.fromisoformat(value)
    return Decimal(value) if name in TENTHS else value
