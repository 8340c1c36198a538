"""The public check of a certificate by its code, and the paper itself for those who may have it.

Invariant: the check says whether the code is genuine and in which state its certificate is, and nothing
that is private: no name, no number of a person.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated

from django.db.models.functions import Upper
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.kit.check_characters import normal_code
from sanctioning.kit.clock import day_of, today
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.permissions import may_record, may_see_codes
from scoring.points import NO_POINTS

SENTENCES = {
    Certificate.State.ISSUED: _lazy("Genuine. It can be recorded."),
    Certificate.State.RECORDED: _lazy("Genuine. Its points have been recorded."),
    Certificate.State.VOID: _lazy("This certificate was issued but is void."),
    Certificate.State.REPLACED: _lazy("This certificate was issued and replaced by another."),
    Certificate.State.MUTILATED: _lazy(
        "This certificate was issued but is mutilated. It cannot be recorded."
    ),
}
KINDS = {"RPC": Certificate.Kind.RATING_POINTS, "DC": Certificate.Kind.DEGREE}
DEGREE_SENTENCE = _lazy("Genuine. It certifies a degree of proficiency.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateCheck:
    """`genuine` is false for a code that was never given; `well_formed` tells a slip from a stranger.
    `code` is empty where somebody asked by a serial from before this system.
    """

    code: str
    well_formed: bool
    genuine: bool
    sentence: str
    kind: str = ""
    card_game: str = ""
    serial: str = ""
    earlier_serial: str = ""
    state: Annotated[str, Certificate.State, ""] = ""
    degree: str = ""
    points: Decimal = NO_POINTS
    blue: Decimal = NO_POINTS
    issued_on: dt.date | None = None


def certificate_check(*, code: str) -> CertificateCheck:
    """What anybody may know of a certificate. One query."""
    normal = normal_code(code)
    if normal is None and (of_earlier_records := _of_earlier_records([code])):
        # By its code a certificate can be recorded, and a serial may be guessed.
        return replace(_check_of(of_earlier_records[0]), code="")
    if normal is None:
        return CertificateCheck(
            code=code[:40],
            well_formed=False,
            genuine=False,
            sentence=_(
                "This is not a certificate code. Compare it with the certificate, character by character."
            ),
        )
    certificate = Certificate.objects.filter(code=normal).first()
    if certificate is None:
        return CertificateCheck(
            code=normal,
            well_formed=True,
            genuine=False,
            sentence=_("No certificate with this code was ever issued."),
        )
    return _check_of(certificate)


def _check_of(certificate: Certificate) -> CertificateCheck:
    degree = certificate.kind == Certificate.Kind.DEGREE and certificate.state == Certificate.State.ISSUED
    return CertificateCheck(
        code=certificate.code,
        well_formed=True,
        genuine=True,
        sentence=DEGREE_SENTENCE if degree else SENTENCES[Certificate.State(certificate.state)],
        kind=certificate.get_kind_display(),
        card_game=certificate.get_card_game_display(),
        serial=certificate.serial,
        earlier_serial=certificate.earlier_serial,
        state=certificate.state,
        degree=certificate.degree,
        points=certificate.points,
        blue=certificate.blue,
        issued_on=day_of(certificate.issued_at),
    )


def codes_meant(typed: Sequence[str]) -> list[str]:
    """What was typed, with the code in place of each serial from before this system. One query at most."""
    serials = [text for text in typed if normal_code(text) is None]
    code_of = {paper.earlier_serial.upper(): paper.code for paper in _of_earlier_records(serials)}
    return [code_of.get(_as_serial(text), text) for text in typed]


def _of_earlier_records(serials: Sequence[str]) -> list[Certificate]:
    wanted = [_as_serial(serial) for serial in serials if serial.strip()]
    if not wanted:
        return []
    papers = Certificate.objects.exclude(earlier_serial="").exclude(state=Certificate.State.VOID)
    return list(papers.annotate(capitals=Upper("earlier_serial")).filter(capitals__in=wanted))


def _as_serial(text: str) -> str:
    return " ".join(text.split()).upper()


def papers_of(person: Person) -> list[tuple[str, str]]:
    """The printed certificates of a person: name of the file, and where it is kept. One query."""
    printed = Certificate.objects.filter(person__in=rows_of(person)).exclude(document="")
    return [(f"{certificate.serial}.pdf", certificate.document.name or "") for certificate in printed]


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateCard:
    """What the registrar sees of a certificate; the acts are those that its state allows."""

    serial: str
    earlier_serial: str
    code: str
    kind: str
    card_game: str
    player: str
    player_number: str
    state: Annotated[str, Certificate.State]
    points: Decimal
    blue: Decimal
    degree: str
    issued_on: dt.date
    event_name: str
    game_name: str
    replaces: str
    replaced_by: str
    printed: bool
    signed: bool
    may_mark: bool
    may_replace: bool


def certificate_named(*, text: str) -> Certificate | None:
    """The certificate of this code or serial, however it was typed."""
    rows = Certificate.objects.select_related("person__merged_into", "replaces", "replacement")
    code = normal_code(text)
    if code is not None:
        return rows.filter(code=code).first()
    if of_earlier_records := _of_earlier_records([text]):
        return rows.get(pk=of_earlier_records[0].pk)
    prefix, _, number = text.strip().upper().partition("-")
    if prefix not in KINDS or not (number.isascii() and number.isdigit() and len(number) < 12):
        return None
    return rows.filter(kind=KINDS[prefix], number=int(number)).first()


def holder_of_paper(code: str) -> Person | None:
    """Whose certificate has this code. One query."""
    papers = Certificate.objects.select_related("person__merged_into")
    paper = papers.filter(code=normal_code(code) or "").first()
    return paper.person.identity if paper else None


def certificate_card(*, text: str, asker: Person | None) -> CertificateCard | None:
    """One certificate by code or serial, for those who record; None for others."""
    certificate = certificate_named(text=text) if may_record(asker, today()) else None
    if certificate is None:
        return None
    points = certificate.kind == Certificate.Kind.RATING_POINTS
    replacement = getattr(certificate, "replacement", None)
    return CertificateCard(
        serial=certificate.serial,
        earlier_serial=certificate.earlier_serial,
        code=certificate.code,
        kind=certificate.get_kind_display(),
        card_game=certificate.get_card_game_display(),
        player=certificate.person.identity.name,
        player_number=certificate.person.identity.number,
        state=certificate.state,
        points=certificate.points,
        blue=certificate.blue,
        degree=certificate.degree,
        issued_on=day_of(certificate.issued_at),
        event_name=certificate.facts.get("event_name", ""),
        game_name=certificate.facts.get("game_name", ""),
        replaces=certificate.replaces.serial if certificate.replaces else "",
        replaced_by=replacement.serial if replacement else "",
        printed=bool(certificate.document),
        signed=certificate.signed_with_id is not None,
        may_mark=points
        and not certificate.of_earlier_records
        and certificate.state == Certificate.State.ISSUED,
        may_replace=points
        and not certificate.of_earlier_records
        and certificate.state in (Certificate.State.ISSUED, Certificate.State.MUTILATED)
        and certificate.replaces_id is None,
    )


def certificate_document(*, serial: str, asker: Person | None) -> bytes | None:
    """The PDF of a certificate, for its owner and the registrar; None where there is nothing to see."""
    certificate = certificate_named(text=serial)
    if (
        certificate is None
        or not certificate.document
        or not may_see_codes(asker, today(), certificate.person)
    ):
        return None
    with certificate.document.open("rb") as file:
        return bytes(file.read())


def waits_for_press(*, serial: str, person: Person) -> bool:
    """Whether the certificate is the person's own and its paper is not made yet."""
    certificate = _own_paper(serial, person)
    return certificate is not None and not certificate.document


def waits_for_badge(*, serial: str, person: Person) -> bool:
    """Whether the certificate is the person's own and its badge is not made yet."""
    certificate = _own_paper(serial, person)
    return certificate is not None and not hasattr(certificate, "badge")


def _own_paper(serial: str, person: Person) -> Certificate | None:
    """A certificate of the person that this system printed or will print."""
    certificate = certificate_named(text=serial)
    own = (
        certificate is not None
        and certificate.serial == serial
        and not certificate.of_earlier_records
        and same_person(certificate.person, person)
    )
    return certificate if own else None
