"""Certificates of degrees for the registrar to print, singly or many in one file.

Invariants: the file has the pages as they were made, in the order of their serials, and nothing else; only
certificates that stand are printed. The common file is for the printer: signed is each certificate's own.
Rule section: IV (an appropriate certificate for a higher degree).
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from sanctioning.kit.clock import day_of, noon
from sanctioning.kit.lists.word_search import words_sought
from sanctioning.kit.refusals import Refusal
from scoring.certificates.models import Certificate
from scoring.degree_names import full_style

MOST: Final = 60  # in one file, and on one page of the list
RULE: Final = "IV"
LATELY: Final = dt.timedelta(days=62)
LONGEST_SEARCH: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class DegreePaper:
    serial: str
    degree: str
    player: str
    number: str
    issued_on: dt.date
    printed: bool


def degree_papers(*, since: dt.date | None = None, search: str = "") -> tuple[DegreePaper, ...]:
    """The certificates of degrees that stand, issued from a day on, to whom the words name; the latest first.

    At most `MOST`. One query.
    """
    rows = _standing()
    if since is not None:
        rows = rows.filter(issued_at__gte=noon(since) - dt.timedelta(hours=12))
    for word in words_sought(search):
        named = rows.filter(person__family_name__icontains=word) | rows.filter(
            person__given_names__icontains=word
        )
        rows = named | rows.filter(person__number__iexact=word)
    return tuple(map(_paper, rows.order_by("-issued_at", "-number")[:MOST]))


def bound_papers(*, serials: Sequence[str]) -> bytes:
    """The papers of these certificates as one PDF; refuses what is not there to be printed."""
    if not serials:
        raise Refusal(
            code="nothing-chosen",
            sentence=_("No certificate was chosen."),
            rule=RULE,
            remedy=_("Choose the certificates to print."),
            status=422,
        )
    if len(serials) > MOST:
        raise Refusal(
            code="too-many-papers",
            sentence=_("At most %(most)s certificates can be printed at once.") % {"most": MOST},
            rule=RULE,
            remedy=_("Print them in several files."),
            status=422,
        )
    by_serial = {
        certificate.serial: certificate
        for certificate in _standing().filter(number__in=_numbers(serials)).order_by("number")
    }
    missing = [serial for serial in serials if serial not in by_serial or not by_serial[serial].document]
    if missing:
        raise Refusal(
            code="not-printed-yet",
            sentence=_("%(serials)s: there is no certificate to print.")
            % {"serials": ", ".join(missing[:5])},
            rule=RULE,
            remedy=_("A degree's certificate is made within a minute. Try again then."),
        )
    chosen = set(serials)
    return _bound([certificate for serial, certificate in by_serial.items() if serial in chosen])


def _standing() -> QuerySet[Certificate]:
    stands = Certificate.objects.filter(kind=Certificate.Kind.DEGREE, state=Certificate.State.ISSUED)
    return stands.select_related("person__merged_into")


def _numbers(serials: Sequence[str]) -> list[int]:
    digits = [serial.rpartition("-")[2] for serial in serials]
    return [int(number) for number in digits if number.isascii() and number.isdigit() and len(number) < 12]


def _bound(certificates: Sequence[Certificate]) -> bytes:
    import pikepdf  # by whoever binds papers; it takes a tenth of a process's memory

    whole = io.BytesIO()
    with pikepdf.new() as book:
        for certificate in certificates:
            with certificate.document.open("rb") as file, pikepdf.open(io.BytesIO(file.read())) as paper:
                for page in paper.pages:
                    if "/Annots" in page.obj:  # the seal of a signature that this file does not have
                        del page.obj["/Annots"]
                book.pages.extend(paper.pages)
        book.save(whole, deterministic_id=True)
    return whole.getvalue()


def _paper(row: Certificate) -> DegreePaper:
    return DegreePaper(
        serial=row.serial,
        degree=full_style(row.degree, row.card_game),
        player=row.person.identity.name,
        number=row.person.identity.number,
        issued_on=day_of(row.issued_at),
        printed=bool(row.document),
    )
