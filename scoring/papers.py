"""From the books to the printed papers: facts in, bytes out.

Invariant: a certificate is made from the facts written when it was issued, a roster from its own lines.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from sanctioning.clock import day_of
from sanctioning.selectors.installation import is_demo
from scoring.documents import certificate_pdf, degree_certificate_pdf, roster_pdf
from scoring.documents.facts import CertificateFacts, DegreeCertificateFacts, RosterFacts
from scoring.models import Certificate, Roster
from scoring.selectors.roster_sheets import lines

DAYS = ("played_on", "certified_on", "issued_on", "recorded_on")
TENTHS = ("points", "blue_points")


def certificate_bytes(certificate: Certificate) -> bytes:
    """The paper before it is signed, from the certificate's facts alone."""
    facts = {name: _read(name, value) for name, value in certificate.facts.items()}
    if certificate.kind == Certificate.Kind.DEGREE:
        return degree_certificate_pdf(DegreeCertificateFacts(**facts))
    return certificate_pdf(CertificateFacts(**facts))


def roster_bytes(roster: Roster) -> bytes:
    return roster_pdf(facts_of_roster(roster))


def facts_of_roster(roster: Roster) -> RosterFacts:
    keeper = roster.published_by or roster.compiled_by
    return RosterFacts(
        as_of=roster.as_of,
        lines=tuple(lines(roster)),
        published_on=day_of(roster.published_at) if roster.published_at else None,
        serial=roster.serial if roster.published else "",
        inputs_hash=roster.inputs_hash,
        registrar=keeper.name if keeper else "",
        demo=is_demo(),
    )


def _read(name: str, value: Any) -> Any:
    if name in DAYS:
        return dt.date.fromisoformat(value)
    return Decimal(value) if name in TENTHS else value
