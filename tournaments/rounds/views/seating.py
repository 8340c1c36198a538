"""Where everybody sits, by name: a list for the wall, and a screen that is read from across the room."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.self_renewing import renewed
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import event_at
from tournaments.rounds.models.round import Round
from tournaments.rounds.selectors.rounds import round_at
from tournaments.rounds.selectors.seating import Sits, seating_of

ROWS: Final = 15  # as many fit below each other on a screen
COLUMNS: Final = 4
FEWER_COLUMNS: Final = 3
FEW_ROWS: Final = 10


@require_safe
def seating_list(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """Everybody by name with their table, to be printed and hung up."""
    event, this_round = _confirmed(request, slug, round)
    context = {
        "event": event,
        "round": this_round,
        "seating": seating_of(this_round),
        "tables": len(this_round.tables),
        "section": "calendar",
    }
    return render(request, "tournaments/rounds/seating_list.html", context)


@require_safe
def screen(request: HttpRequest, slug: str, round: int) -> HttpResponse:
    """The same on a big screen, page after page where there are many; it follows whoever is moved."""
    event, this_round = _confirmed(request, slug, round)
    seating = seating_of(this_round)
    context = {"event": event, "round": this_round, "pages": screen_pages(seating)}

    def page(etag: str) -> HttpResponse:
        return render(request, "tournaments/rounds/seating_screen.html", {**context, "etag": etag})

    return renewed(request, hashlib.sha256(repr(seating).encode()).hexdigest(), page)


def _confirmed(request: HttpRequest, slug: str, round_id: int) -> tuple[Event, Round]:
    event = event_at(slug=slug, asker=asker(request))
    this_round = round_at(event, round_id) if event is not None else None
    if event is None or this_round is None or this_round.state != Round.State.OPEN:
        raise Http404(_("There is no such round, or it is not confirmed."))
    this_round.event = event
    return event, this_round


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """Columns of names; in large type where there are `few` rows."""

    columns: tuple[Sequence[Sits], ...]

    @property
    def few(self) -> bool:
        return max(map(len, self.columns), default=0) <= FEW_ROWS


def screen_pages(seating: Sequence[Sits]) -> list[ScreenPage]:
    """All pages about as full as the others, in as few columns as hold them."""
    count = max(1, -(-len(seating) // (ROWS * COLUMNS)))
    return [ScreenPage(tuple(_parts(page, _columns(len(page))))) for page in _parts(seating, count)]


def _columns(names: int) -> int:
    return FEWER_COLUMNS if names <= ROWS * FEWER_COLUMNS else COLUMNS


def _parts(seating: Sequence[Sits], count: int) -> list[Sequence[Sits]]:
    each = -(-len(seating) // count) or 1
    return [seating[first : first + each] for first in range(0, len(seating), each)]
