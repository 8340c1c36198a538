"""Two hundred teams: every page of their event asks the database as often as for eight."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.cast import MARCH, Cast
from tests.support.bid_whist import many_teams
from tests.support.team_events import signed_in
from tests.tournaments.formats.bid_whist.test_bid_floor_pages import drawn, four_hands
from tournaments.events.models.event import Event
from tournaments.slips.event_folders import folder_of
from tournaments.slips.services.slips import Reported, report_slips

FOR_ALL = ("", "live/", "projector/", "bracket/", "teams/", "entries/", "rounds/")
FOR_THE_DIRECTOR = (
    *("teams/", "teams/?q=team+7", "rounds/", "rounds/?q=7", "manage/", "manage/check-in/"),
    *("slips/", "slips/?only=unsigned", "slips/r1-t1/", "prepaid/", "canons/", "games/1/"),
)
FOR_PROGRAMS = ("slips/", "slips/r1-t1/", "teams/", "rounds/", "entries/")


def one_round(cast: Cast, teams: int, day: int) -> Event:
    """The first round drawn, and every sheet of it handed in."""
    event = many_teams(cast, teams)
    game = drawn(cast, event, day)
    tables = folder_of(game).head.rounds[0]
    stack = [
        Reported(place=f"r1-t{at}", typed=four_hands(two), idempotency_key=f"{event.slug}/{at}")
        for at, two in enumerate(tables, start=1)
    ]
    report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
    return event


def asked(event: Event, director: Client) -> Iterator[tuple[str, int]]:
    """How often each page of an event, and each answer to a program, asks the database."""
    pages = [(Client(), f"/events/{event.slug}/{page}") for page in FOR_ALL]
    pages += [(director, f"/events/{event.slug}/{page}") for page in FOR_THE_DIRECTOR]
    pages += [(director, f"/api/v1/events/{event.slug}/{page}") for page in FOR_PROGRAMS]
    for client, address in pages:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200, address
        yield address.replace(event.slug, "event"), len(queries)


def test_two_hundred_teams_ask_as_often_as_eight(cast: Cast, settings: Settings) -> None:
    settings.WAITING_COUNT_SECONDS = 3600  # on a busy machine it would be counted again on the way
    few, many = one_round(cast, 8, 0), one_round(cast, 200, 2)
    director = signed_in(cast.director)
    director.get("/")
    assert dict(asked(many, director)) == dict(asked(few, director))
    page = f"/events/{many.slug}/"
    assert director.get(f"{page}teams/?q=of+137").content.count(b'class="sheet" id="team-') == 1
    assert b"No teams match" in director.get(f"{page}teams/?q=nobody").content
    assert director.get(f"{page}rounds/?q=of+137").content.count(b'class="sheet"') == 1
    slips = director.get(f"/api/v1{page}slips/", {"page": "2"})
    assert (len(slips.json()["lines"]), slips.headers["X-Total-Count"]) == (50, "100")
    assert len(slips.content) < 60_000
