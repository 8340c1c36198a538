"""The floor in pieces, each with a stamp of its own: a page that is open is sent those that it does not have.

Invariants: a piece with the same stamp looks the same, but for its minutes, which the page counts on; what a
page has it says itself, so any process can answer; where tables came or went, the whole floor is drawn.
Terms: mark (what stands in a drawn piece for what differs each time that it is sent).
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.directing.selectors.floor import QUIET_AFTER, FloorTable
from tournaments.directing.views.cards import FloorCard
from tournaments.events.models.event import Event

HAS: Final = "X-Floor-Has"
"""The header in which a page says what it has: the order of its tables, then the stamp of each piece."""
STAMP: Final = 8
LONG_AGO: Final = 180  # minutes after which the hour is shown
MARKS: Final = {name: f"\ue000{name}\ue000" for name in ("beside", "minutes", "form")}
EVENTS_KEPT: Final = 20

_Kept = dict[str, tuple[object, str]]
_kept: Final[OrderedDict[tuple[object, ...], _Kept]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Piece:
    """`html` has marks for whatever is no part of the stamp."""

    html: str
    minutes: str = ""
    form: str = ""

    @property
    def stamp(self) -> str:
        content = f"{self.html}{bool(self.form)}"
        return hashlib.sha256(content.encode()).hexdigest()[:STAMP]

    def sent(self, *, alone: bool = False) -> SafeString:
        beside = f'data-stamp="{self.stamp}"' + (' hx-swap-oob="true"' if alone else "")
        filled = self.html.replace(MARKS["beside"], beside)
        filled = filled.replace(MARKS["minutes"], self.minutes).replace(MARKS["form"], self.form)
        return mark_safe(filled)

    def __str__(self) -> str:
        return self.sent()

    def __html__(self) -> str:
        return self.sent()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """`order` differs where the tables are others, or stand in another order."""

    head: Piece
    tables: tuple[Piece, ...]
    free: Piece
    lists: Piece
    order: str
    now: int
    renew_at: int | None

    def __iter__(self) -> Iterator[Piece]:
        return iter((self.head, *self.tables, self.free, self.lists))

    def changes_for(self, has: str) -> list[SafeString] | None:
        """What a page that has this lacks; None where it needs the whole floor."""
        order, stamps = has[:STAMP], has[STAMP:]
        held = [stamps[at : at + STAMP] for at in range(0, len(stamps), STAMP)]
        pieces = list(self)
        if not has or order != self.order or len(held) != len(pieces):
            return None
        return [
            piece.sent(alone=True) for piece, stamp in zip(pieces, held, strict=True) if piece.stamp != stamp
        ]


def pieces_of(
    request: HttpRequest, event: Event, context: dict[str, object], cards: Sequence[FloorCard]
) -> Pieces:
    """The floor as `context` has it."""
    now = timezone.now()
    language = get_language()
    order = stamp_of_order([card.label for card in cards], language)

    def drawn(name: str) -> Piece:
        template = f"tournaments/directing/floor_{name}.html"
        return Piece(render_to_string(template, {**context, "marks": MARKS}))

    return Pieces(
        head=drawn("head"),
        tables=tuple(_tables(request, event, cards)),
        free=drawn("free"),
        lists=drawn("lists"),
        order=order,
        now=int(now.timestamp()),
        renew_at=_renew_at([card.on for card in cards], now),
    )


def stamp_of_order(labels: Iterable[str], language: str | None) -> str:
    return hashlib.sha256(f"{language} {' '.join(labels)}".encode()).hexdigest()[:STAMP]


def _tables(request: HttpRequest, event: Event, cards: Sequence[FloorCard]) -> Iterator[Piece]:
    """Each table is drawn again only where it has changed since this process drew it last."""
    page = (event.pk, event.slug, event.time_zone, get_language(), timezone.now().date())
    before, after = _kept.get(page, {}), _Kept()
    for card in cards:
        look = replace(card, on=replace(card.on, minutes=_about(card.on.minutes)))
        kept = before.get(card.label)
        html = kept[1] if kept is not None and kept[0] == look else _draw_table(event, look)
        after[card.label] = (look, html)
        minutes = "" if card.on.minutes is None else str(card.on.minutes)
        form = (
            render_to_string(
                "tournaments/directing/floor_split.html", {"event": event, "card": card}, request
            )
            if card.split
            else ""
        )
        yield Piece(html, minutes, form)
    _kept[page] = after
    _kept.move_to_end(page)
    while len(_kept) > EVENTS_KEPT:
        _kept.popitem(last=False)


def _about(minutes: int | None) -> int | None:
    """What a drawn table says of its minutes, which it does not hold itself."""
    if minutes is None:
        return None
    return LONG_AGO + 1 if minutes > LONG_AGO else 0


def _draw_table(event: Event, card: FloorCard) -> str:
    table = card.on.table
    context = {
        "event": event,
        "card": card,
        "since": table.last_report or table.starts_at,
        "counted_from": _("min since the last report")
        if table.last_report
        else _("min since it was to begin"),
        "marks": MARKS,
    }
    return render_to_string("tournaments/directing/floor_table.html", context)


def _renew_at(tables: Iterable[FloorTable], now: dt.datetime) -> int | None:
    """When a table will look different though nothing happens: it begins, is quiet, or has been for hours."""
    moments = [
        (floor_table.table.last_report or floor_table.table.starts_at) + dt.timedelta(minutes=minutes)
        for floor_table in tables
        if floor_table.table.live
        for minutes in (0, QUIET_AFTER, LONG_AGO + 1)
    ]
    coming = [moment for moment in moments if moment > now]
    return int(min(coming).timestamp()) + 1 if coming else None
