"""Badges for those who may have them, and the status lists for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from scoring.certificates.models import Badge, StatusList
from scoring.certificates.permissions import may_see_codes
from scoring.certificates.selectors.certificates import certificate_named


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgeFile:
    """`credential` is the whole badge: a W3C Verifiable Credential as a signed, compact JWT."""

    serial: str
    credential: str


def certificate_badge(*, name: str, asker: Person | None) -> BadgeFile | None:
    """The badge of the certificate of this code or serial, for its owner and the registrar; None where there
    is nothing to see."""
    certificate = certificate_named(text=name)
    if certificate is None or not may_see_codes(asker, today(), certificate.person):
        return None
    badge = Badge.objects.filter(certificate=certificate).first()
    return BadgeFile(serial=certificate.serial, credential=badge.credential) if badge else None


def status_list(*, kind: str, part: int) -> str | None:
    """Which badges are revoked, as it was signed last. One query."""
    rows = StatusList.objects.filter(kind=kind, part=part).exclude(credential="")
    return rows.values_list("credential", flat=True).first()
