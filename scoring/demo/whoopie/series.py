"""The series of the demo season: which events count, and the playoff and consolation that come of them."""

from __future__ import annotations

import datetime as dt
from typing import Final

from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import club_game
from scoring.demo.authority.founding import DemoAuthority
from scoring.series.selectors import order_of
from scoring.series.services.places import draw_for_places, settle_places
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event
from tournaments.series.models import Series
from tournaments.series.services import add_to_series

CLUB: Final = 1
COUNTING: Final = ("Ludlow Winter Open 2026", "Ludlow Summer Special 2026")
PLAYOFF: Final = dt.date(2026, 12, 5)
SEED: Final = "1966"
DAY = dt.timedelta(days=1)


def join_series(event: Event, by: Person, at: dt.datetime) -> None:
    """Put an event into the series, if it is one of those that count."""
    if event.name in COUNTING:
        part = Event.SeriesPart.ORDINARY
        add_to_series(by=by, event=event, series=Series.objects.get(), part=part, at=at)


def settle_all_places(by: Person, series: Series, at: dt.datetime) -> None:
    """Drawn where tied."""
    while order_of(series).open:
        series = draw_for_places(by=by, series=series, seed=SEED, at=at)
    settle_places(by=by, series=series, at=at)


def event_of_series(authority: DemoAuthority, series: Series, part: str, at: dt.datetime) -> None:
    """The playoff or the consolation, entered by those who have a place there."""
    event = club_game(
        authority,
        CLUB,
        f"Ludlow {part.capitalize()} 2026",
        "Assembly Rooms, Ludlow",
        noon(PLAYOFF, 17),
        at,
        level="series-playoff-consolation",
    )
    director = authority.directors[CLUB]
    event = add_to_series(by=director, event=event, series=series, part=part, at=at + 8 * DAY)
    for qualifier in series.qualifiers.filter(part=part, state="qualified").select_related("person"):
        enter_event(by=qualifier.person, event=event, person=qualifier.person, at=at + 9 * DAY)
