"""The public check of a certificate by its code, and the paper itself for those who may have it.

Invariant: the check says whether the code is genuine and in which state its certificate is, and nothing
that is private: no name, no number of a person.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from sanctioning.clock import day_of, today
from sanctioning.codes import normal_code
from sanctioning.identity import rows_of
from sanctioning.models import Person
from scoring.models import Certificate
from scoring.permissions import may_see_codes
from scoring.selectors.results import NO_POINTS

SENTENCES = {
    Certificate.State.ISSUED: "Genuine. It may be recorded.",
    Certificate.State.RECORDED: "Genuine. Its points have been recorded.",
    Certificate.State.VOID: "This certificate was issued and is void.",
    Certificate.State.REPLACED: "This certificate was issued and replaced by another.",
    Certificate.State.MUTILATED: "This certificate was issued and is mutilated; it cannot be recorded.",
}
DEGREE_SENTENCE = "Genuine. It certifies a degree of proficiency."


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateCheck:
    """`genuine` is false for a code that was never given; `well_formed` tells a slip from a stranger."""

    code: str
    well_formed: bool
    genuine: bool
    sentence: str
    kind: str = ""
    serial: str = ""
    state: str = ""
    degree: str = ""
    points: Decimal = NO_POINTS
    blue: Decimal = NO_POINTS
    issued_on: dt.date | None = None


def certificate_check(*, code: str) -> CertificateCheck:
    """What anybody may know of a certificate. One query."""
    normal = normal_code(code)
    if normal is None:
        return CertificateCheck(
            code=code[:40],
            well_formed=False,
            genuine=False,
            sentence="This is no code of a certificate: compare it with the paper, symbol by symbol.",
        )
    found = Certificate.objects.filter(code=normal).first()
    if found is None:
        return CertificateCheck(
            code=normal,
            well_formed=True,
            genuine=False,
            sentence="No certificate with this code was ever issued.",
        )
    degree = found.kind == Certificate.Kind.DEGREE and found.state == Certificate.State.ISSUED
    return CertificateCheck(
        code=normal,
        well_formed=True,
        genuine=True,
        sentence=DEGREE_SENTENCE if degree else SENTENCES[Certificate.State(found.state)],
        kind=found.get_kind_display(),
        serial=found.serial,
        state=found.state,
        degree=found.degree,
        points=found.points,
        blue=found.blue,
        issued_on=day_of(found.issued_at),
    )


def papers_of(person: Person) -> list[tuple[str, str]]:
    """The printed certificates of a person: name of the file, and where it is kept. One query."""
    printed = Certificate.objects.filter(person__in=rows_of(person)).exclude(document="")
    return [(f"{one.serial}.pdf", one.document.name or "") for one in printed]


def certificate_document(*, serial: str, asker: Person | None) -> bytes | None:
    """The PDF of a certificate, for its owner and the registrar; None where there is nothing to see."""
    prefix, _, number = serial.partition("-")
    kinds = {"RPC": Certificate.Kind.RATING_POINTS, "DC": Certificate.Kind.DEGREE}
    if prefix not in kinds or not (number.isascii() and number.isdigit()):
        return None
    found = (
        Certificate.objects.select_related("person").filter(kind=kinds[prefix], number=int(number)).first()
    )
    if found is None or not found.document or not may_see_codes(asker, today(), found.person):
        return None
    with found.document.open("rb") as file:
        return bytes(file.read())
