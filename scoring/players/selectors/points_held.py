"""A player's points in a card game by book of the ledger, and the certificates that count for nothing yet."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import starmap
from typing import Final, NamedTuple

from django.db.models import Q, Sum

from sanctioning.identity.same_person import identity_id, own_keys
from sanctioning.kit.request_cache import asked_once
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from scoring.points import NO_POINTS

WON_BEFORE: Final = "won-before"
BROUGHT_FORWARD: Final = "brought-forward"
UNRECORDED_BEFORE: Final = "unrecorded-before"
"""Of what was won, of what is recorded, and of what is neither recorded nor on a certificate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsHeld:
    """Points, and the blue ones among them."""

    points: Decimal = NO_POINTS
    blue: Decimal = NO_POINTS

    @property
    def ordinary(self) -> Decimal:
        """Those that are not blue."""
        return self.points - self.blue

    def plus(self, points: Decimal, blue: Decimal) -> PointsHeld:
        return PointsHeld(points=self.points + points, blue=self.blue + blue)


class DayInBook(NamedTuple):
    """What a day brought in a book, of it what was brought forward from the time before, and of that what is
    on no certificate."""

    day: dt.date
    book: str
    points: Decimal
    blue: Decimal
    before: Decimal | None
    blue_before: Decimal | None
    bare: Decimal | None
    blue_bare: Decimal | None


def points_held_by(person: Person, card_game: str) -> dict[str, PointsHeld]:
    """What stands in each book, and of it what was brought forward from the time before."""
    before = {LedgerEntry.Book.AWARDED: WON_BEFORE, LedgerEntry.Book.RECORDED: BROUGHT_FORWARD}
    held = dict.fromkeys((*LedgerEntry.Book.values, *before.values(), UNRECORDED_BEFORE), PointsHeld())
    for row in days_in_ledger(person, card_game):
        book = LedgerEntry.Book(row.book)
        sign = 1 if book == LedgerEntry.Book.AWARDED else -1
        for name, points, blue in (
            (book, row.points, row.blue),
            (before[book], row.before or NO_POINTS, row.blue_before or NO_POINTS),
            (UNRECORDED_BEFORE, sign * (row.bare or NO_POINTS), sign * (row.blue_bare or NO_POINTS)),
        ):
            held[name] = held[name].plus(points, blue)
    return held


def days_in_ledger(person: Person, card_game: str) -> tuple[DayInBook, ...]:
    """What each day brought in a book, the first day first. One query, once in a page."""
    key = ("days in ledger", identity_id(person), card_game)
    return asked_once(key, lambda: tuple(_days_in_ledger(person, card_game)))


def _days_in_ledger(person: Person, card_game: str) -> Iterator[DayInBook]:
    forward = Q(brought_forward__isnull=False)
    sums = (
        LedgerEntry.objects.filter(person__in=own_keys(person), card_game=card_game)
        .order_by("day", "book")
        .values_list("day", "book")
        .annotate(
            sum_points=Sum("points"),
            sum_blue=Sum("blue"),
            before=Sum("points", filter=forward),
            blue_before=Sum("blue", filter=forward),
            bare=Sum("points", filter=forward & Q(certificate=None)),
            blue_bare=Sum("blue", filter=forward & Q(certificate=None)),
        )
    )
    return starmap(DayInBook, sums)


def certificates_of(person: Person) -> tuple[Certificate, ...]:
    """Every certificate of the player in every card game, the last one first, but those of an import that was
    taken back. One query, once in a page."""
    taken_back = Q(state=Certificate.State.VOID, brought_forward__isnull=False)
    papers = Certificate.objects.filter(~taken_back, person__in=own_keys(person)).select_related(
        "person__merged_into", "award__standing__certification__game__event", "recording__submission"
    )
    in_order = papers.order_by("-issued_at", "-id")
    return asked_once(("certificates of", identity_id(person)), lambda: tuple(in_order))


def is_in_hand(paper: Certificate) -> bool:
    return paper.kind == Certificate.Kind.RATING_POINTS and paper.state == Certificate.State.ISSUED


def in_hand_of(person: Person, card_game: str) -> tuple[Certificate, ...]:
    """The certificates of a card game that count for nothing yet. No query but that of `certificates_of`."""
    papers = certificates_of(person)
    return tuple(paper for paper in papers if paper.card_game == card_game and is_in_hand(paper))


def unrecorded_of(person: Person, card_game: str) -> PointsHeld:
    papers = in_hand_of(person, card_game)
    return PointsHeld(
        points=sum((paper.points for paper in papers), NO_POINTS),
        blue=sum((paper.blue for paper in papers), NO_POINTS),
    )
