"""Certificates as a list, for who records them.

Invariant: a constant number of queries a page."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from sanctioning.kit.clock import day_of, today
from sanctioning.kit.lists.filters import one_of, since, until, words
from sanctioning.kit.lists.lists import Filter, ListSource
from sanctioning.kit.lists.word_search import words_sought
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.certificates.permissions import may_record
from scoring.certificates.selectors.certificates import KINDS
from scoring.list_filters import by_card_game


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateRow:
    serial: str
    earlier_serial: str
    card_game: str
    kind: str
    player: str
    player_number: str
    degree: str
    points: Decimal
    blue: Decimal
    state: str
    issued_on: dt.date
    printed: bool


def certificates(*, asker: Person | None) -> ListSource[Certificate, CertificateRow]:
    """Every certificate that was issued, for who records them. Two queries a page."""
    rows = Certificate.objects.select_related("person__merged_into")
    return ListSource(
        rows=rows if may_record(asker, today()) else rows.none(),
        lines=lambda page: tuple(map(_certificate_row, page)),
        sorts={
            "serial": ("kind", "number"),
            "player": ("person__family_name", "person__given_names"),
            "points": ("points",),
            "state": ("state", "kind", "number"),
            "issued": ("issued_at",),
        },
        order="-issued",
        filters=(
            _serial_or_name(),
            one_of("kind", _("Kind"), "kind", Certificate.Kind.choices, all_words=_("all kinds")),
            by_card_game(),
            one_of("state", _("State"), "state", Certificate.State.choices, all_words=_("all states")),
            since("since", _("Issued from"), "issued_at__date"),
            until("until", _("Issued until"), "issued_at__date"),
        ),
    )


def _serial_or_name() -> Filter[Certificate]:
    def narrow(certificates: QuerySet[Certificate], text: str) -> QuerySet[Certificate]:
        for word in words_sought(text):
            condition = Q(person__given_names__icontains=word) | Q(person__family_name__icontains=word)
            condition |= Q(person__number__iexact=word)
            condition |= Q(earlier_serial__iexact=word)
            kind, _dash, number = word.upper().partition("-")
            if kind in KINDS and number.isascii() and number.isdigit() and len(number) < 10:
                condition |= Q(kind=KINDS[kind], number=int(number))
            certificates = certificates.filter(condition)
        return certificates

    return Filter(name="search", field=words("search", _("Serial, name or number")).field, narrow=narrow)


def _certificate_row(row: Certificate) -> CertificateRow:
    return CertificateRow(
        serial=row.serial,
        earlier_serial=row.earlier_serial,
        card_game=row.get_card_game_display(),
        kind=row.get_kind_display(),
        player=row.person.identity.sort_name,
        player_number=row.person.identity.number,
        degree=row.degree,
        points=row.points,
        blue=row.blue,
        state=row.state,
        issued_on=day_of(row.issued_at),
        printed=bool(row.document),
    )
