"""The ledger as lists: entries of the ledger, certificates, who holds which degree.

Invariants: of a person no more than the public sees but for the registrar, who finds certificates by name; a
constant number of queries a page.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sanctioning.identity.names import public_name, shown
from sanctioning.kit.lists.filters import kind_of, one_of, since, until
from sanctioning.kit.lists.lists import ListSource
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.reasons import in_words
from scoring.list_filters import by_card_game, by_number


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
    brought_forward: bool


def ledger() -> ListSource[LedgerEntry, LedgerLine]:
    """Every entry of the ledger. Two queries a page."""
    rows = LedgerEntry.objects.select_related("person", *shown("person"), "corrects")
    return ListSource(
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
            one_of("book", _("Account"), "book", LedgerEntry.Book.choices, all_words=_("won and recorded")),
            by_card_game(),
            kind_of(
                "kind",
                _("Kind"),
                {
                    "corrections": (_("corrections only"), Q(corrects__isnull=False)),
                    "first": (_("without corrections"), Q(corrects__isnull=True)),
                    "brought-forward": (_("brought forward"), Q(brought_forward__isnull=False)),
                },
                all_words=_("all entries"),
            ),
            since("since", _("From"), "day"),
            until("until", _("Until"), "day"),
        ),
    )


def _ledger_line(entry: LedgerEntry) -> LedgerLine:
    return LedgerLine(
        number=entry.number,
        day=entry.day,
        card_game=entry.get_card_game_display(),
        book=entry.book,
        book_words=_book_words(entry),
        player=public_name(entry.person),
        player_number=entry.person.identity.number,
        points=entry.points,
        blue=entry.blue,
        reason=in_words(entry.reason),
        corrects=entry.corrects.number if entry.corrects else 0,
        brought_forward=entry.brought_forward_id is not None,
    )


def _book_words(entry: LedgerEntry) -> str:
    """The book, and whether it comes from the time before."""
    if entry.brought_forward_id is None:
        return entry.get_book_display()
    return gettext("%(book)s, brought forward") % {"book": entry.get_book_display()}
