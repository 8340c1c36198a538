"""Pages ask the database as often for thirty rows as for three."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanctioning.clock import noon
from sanctioning.models import Person
from scoring.models import Certificate
from scoring.selectors.certificates import certificate_check
from scoring.selectors.clubs import club_detail, clubs
from scoring.selectors.games import game_detail
from scoring.selectors.players import people_named, player_detail
from scoring.selectors.results import event_detail, latest_results
from scoring.selectors.rosters import roster_detail, rosters
from scoring.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tournaments.selectors import calendar
from tournaments.services.entries import enter_event

MAY = dt.date(2025, 5, 15)


def grow(cast: Cast, events: int, games: int) -> None:
    """More events, games and entries of the same people."""
    have = cast.club.events.count()
    for number in range(have, have + events):
        event = sanctioned_event(cast, name=f"Evening {number}")
        for player in cast.players:
            enter_event(by=player, event=event, person=player, at=MARCH)
        for _ in range(games):
            certified(cast, event, cast.players[:4])


def count(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert ask() is not None
    return len(queries)


def asks_of(cast: Cast, asker: Person | None) -> dict[str, Callable[[], Any]]:
    return {
        "calendar": lambda: calendar(asker=asker, day=MAY, past=99),
        "latest results": lambda: latest_results(limit=99),
        "event": lambda: event_detail(slug="evening-0", asker=asker),
        "game": lambda: game_detail(event_slug="evening-0", number=1, asker=asker),
        "player": lambda: player_detail(number=cast.players[0].number, asker=asker),
        "people": lambda: people_named(text="a"),
        "clubs": clubs,
        "club": lambda: club_detail(slug=cast.club.slug, asker=asker),
        "rosters": lambda: rosters(asker=asker),
        "roster": lambda: roster_detail(as_of=MAY, asker=asker),
        "check": lambda: certificate_check(code=Certificate.objects.all()[0].code),
    }


def test_no_selector_asks_more_for_thirty_than_for_three(cast: Cast) -> None:
    askers = {"nobody": None, "player": cast.players[0], "registrar": cast.registrar}
    asks = {(who, name): ask for who, asker in askers.items() for name, ask in asks_of(cast, asker).items()}
    grow(cast, events=1, games=3)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    publish_roster(by=cast.registrar, roster=roster, at=noon(dt.date(2025, 5, 16)))
    three = {name: count(ask) for name, ask in asks.items()}
    grow(cast, events=9, games=3)
    assert {name: count(ask) for name, ask in asks.items()} == three
    assert len(latest_results(limit=99)) == 30
    assert max(three.values()) <= 12


def test_certifying_asks_as_often_for_ten_players_as_for_three(cast: Cast) -> None:
    """Certificates are numbered, posted and issued in rows; only their jobs and trail come one by one."""
    event = sanctioned_event(cast)
    with CaptureQueriesContext(connection) as few:
        certified(cast, event, cast.players[:3], name="sample-3-players")
    with CaptureQueriesContext(connection) as many:
        certified(cast, event, cast.players[:10], name="sample-10-players")
    extra_certificates = Certificate.objects.count() - 2
    assert len(many) - len(few) <= 8 * extra_certificates
