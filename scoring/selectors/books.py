"""The books as lists: entries of the ledger, certificates, who holds which degree.

Invariants: of a person no more than the public sees but for the registrar, who finds certificates by name; a
constant number of queries a page.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from rules_engine.card_games import CARD_GAMES
from rules_engine.degrees import DEGREES
from sanctioning.clock import day_of, today
from sanctioning.identity import rows_of
from sanctioning.list_filters import NAME_OR_NUMBER, kind_of, one_of, since, until, words
from sanctioning.lists import Filter, Source
from sanctioning.models import Person
from sanctioning.names import public_name, shown
from sanctioning.selectors.people import person_numbered, words_sought
from scoring.degrees import full_style
from scoring.models import Certificate, DegreeHeld, LedgerEntry
from scoring.models.card_game import card_game_choices
from scoring.permissions import may_record
from scoring.selectors.certificates import KINDS
from scoring.selectors.players import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    number: int
    day: dt.date
    card_game: str
    book: str
    book_words: str
    player: str
    player_number: str
    points: Decimal
    blue: Decimal
    reason: str
    corrects: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateRow:
    serial: str
    card_game: str
    kind: str
    player: str
    player_number: str
    degree: str
    points: Decimal
    blue: Decimal
    state: str
    issued_on: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderLine:
    name: str
    number: str
    club_name: str
    degree: str
    since: dt.date


@dataclass(frozen=True, slots=True, kw_only=True)
class DegreeStep:
    """One degree of the scale, and how many hold it as their highest, by the slug of each card game."""

    name: str
    points: Decimal
    blue: Decimal
    holders: Mapping[str, int]


def ledger() -> Source[LedgerEntry, LedgerLine]:
    """Every entry of the ledger. Two queries a page."""
    rows = LedgerEntry.objects.select_related("person", *shown("person"), "corrects")
    return Source(
        rows=rows,
        lines=lambda entries: tuple(map(_ledger_line, entries)),
        sorts={
            "number": ("number",),
            "day": ("day", "number"),
            "points": ("points_tenths",),
            "blue": ("blue_tenths",),
        },
        order="-number",
        filters=(
            by_number(),
            one_of("book", _("Book"), "book", LedgerEntry.Book.choices, all_words=_("both books")),
            by_card_game(),
            kind_of(
                "kind",
                _("Kind"),
                {
                    "corrections": (_("corrections only"), Q(corrects__isnull=False)),
                    "first": (_("without corrections"), Q(corrects__isnull=True)),
                },
                all_words=_("all entries"),
            ),
            since("since", _("From"), "day"),
            until("until", _("Until"), "day"),
        ),
    )


def by_card_game() -> Filter[Any]:
    return one_of(
        "card_game", _("Card game"), "card_game", card_game_choices(), all_words=_("all card games")
    )


def by_number() -> Filter[LedgerEntry]:
    """Entries of the player with that number."""

    def narrow(entries: QuerySet[LedgerEntry], number: str) -> QuerySet[LedgerEntry]:
        person = person_numbered(number=number)
        return entries.filter(person__in=rows_of(person)) if person else entries.none()

    field = forms.CharField(label=_("Player's number"), required=False, max_length=20)
    return Filter(name="player", field=field, narrow=narrow)


def certificates(*, asker: Person | None) -> Source[Certificate, CertificateRow]:
    """Every certificate that was issued, for who records them. Two queries a page."""
    rows = Certificate.objects.select_related("person__merged_into")
    return Source(
        rows=rows if may_record(asker, today()) else rows.none(),
        lines=lambda found: tuple(map(_certificate_row, found)),
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


def holders() -> Source[DegreeHeld, HolderLine]:
    """Who holds which degree now, of those who let their names be listed; the highest of each card game."""
    people = listed()
    held = DegreeHeld.objects.filter(until=None).filter(
        Q(person__in=people) | Q(person__merged_into__in=people)
    )
    higher = Q(
        person__degrees__until=None,
        person__degrees__card_game=F("card_game"),
        person__degrees__rank__gt=F("rank"),
    )
    return Source(
        rows=held.exclude(pk__in=held.filter(higher).values("pk")).select_related(
            "person__home_club", "person__merged_into__home_club"
        ),
        lines=lambda found: tuple(map(_holder, found)),
        sorts={
            "degree": ("rank", "since"),
            "name": ("person__family_name", "person__given_names"),
            "since": ("since",),
        },
        order="-degree",
        filters=(
            words(
                "search",
                NAME_OR_NUMBER,
                "person__given_names",
                "person__family_name",
                numbers=("person__number",),
            ),
            one_of(
                "degree",
                _("Degree"),
                "rank",
                [(str(rank), degree.name) for rank, degree in enumerate(DEGREES)],
                all_words=_("all degrees"),
            ),
            by_card_game(),
        ),
    )


def scale() -> tuple[DegreeStep, ...]:
    """The degrees, the highest first, with how many hold each as their highest. One query."""
    held = DegreeHeld.objects.filter(until=None).order_by()
    highest: dict[tuple[int, str], int] = {}
    for row, kept, card_game, rank in held.values_list("person", "person__merged_into", "card_game", "rank"):
        whose = (kept or row, card_game)
        highest[whose] = max(rank, highest.get(whose, rank))
    count = Counter((card_game, rank) for (_person, card_game), rank in highest.items())
    steps = (
        DegreeStep(
            name=degree.name,
            points=degree.points,
            blue=degree.blue,
            holders={card_game: count[card_game, rank] for card_game in CARD_GAMES},
        )
        for rank, degree in enumerate(DEGREES)
    )
    return tuple(steps)[::-1]


def _serial_or_name() -> Filter[Certificate]:
    def narrow(found: QuerySet[Certificate], text: str) -> QuerySet[Certificate]:
        for word in words_sought(text):
            said = Q(person__given_names__icontains=word) | Q(person__family_name__icontains=word)
            said |= Q(person__number__iexact=word)
            kind, _dash, number = word.upper().partition("-")
            if kind in KINDS and number.isascii() and number.isdigit() and len(number) < 10:
                said |= Q(kind=KINDS[kind], number=int(number))
            found = found.filter(said)
        return found

    return Filter(name="search", field=words("search", _("Serial, name or number")).field, narrow=narrow)


def _ledger_line(entry: LedgerEntry) -> LedgerLine:
    return LedgerLine(
        number=entry.number,
        day=entry.day,
        card_game=entry.get_card_game_display(),
        book=entry.book,
        book_words=entry.get_book_display(),
        player=public_name(entry.person),
        player_number=entry.person.identity.number,
        points=entry.points,
        blue=entry.blue,
        reason=entry.reason,
        corrects=entry.corrects.number if entry.corrects else 0,
    )


def _certificate_row(row: Certificate) -> CertificateRow:
    return CertificateRow(
        serial=row.serial,
        card_game=row.get_card_game_display(),
        kind=row.get_kind_display(),
        player=row.person.identity.sort_name,
        player_number=row.person.identity.number,
        degree=row.degree,
        points=row.points,
        blue=row.blue,
        state=row.state,
        issued_on=day_of(row.issued_at),
    )


def _holder(row: DegreeHeld) -> HolderLine:
    person = row.person.identity
    return HolderLine(
        name=person.sort_name,
        number=person.number,
        club_name=person.home_club.name if person.home_club else "",
        degree=full_style(row.degree, row.card_game),
        since=row.since,
    )
