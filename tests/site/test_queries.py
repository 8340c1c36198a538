"""Lists ask the database as often with three rows as with thirty."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Appointment
from sanctioning.terms.services import end_term
from tests.cast import Cast, certified, sanctioned_event
from tests.fixtures import SignIn
from tests.support.statements import in_full
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import event_at


def queries(path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(path).status_code == 200
    return len(captured)


def more_games(cast: Cast, count: int) -> None:
    event = sanctioned_event(cast, name=f"Event {count}")
    for _ in range(count):
        certified(cast, event, cast.players[:4])


def test_queries_do_not_grow_with_games(cast: Cast) -> None:
    addresses = ["/calendar/", "/clubs/arden-whoopie-club/", f"/players/{cast.players[0].number}/"]
    more_games(cast, 3)
    few = [queries(path) for path in addresses]
    more_games(cast, 27)
    assert [queries(path) for path in addresses] == few


def test_an_event_asks_the_same_with_three_games_and_with_thirty(cast: Cast) -> None:
    more_games(cast, 3)
    more_games(cast, 30)
    assert queries("/events/event-3/") == queries("/events/event-30/")


@pytest.mark.once
def test_a_page_asks_once_who_reads_it(cast: Cast, sign_in: SignIn) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert sign_in(cast.director).get("/me/messages/").context["waiting_count"] == 0
    by_account = re.compile(r'= "sanctioning_person"\."account_id"|"sanctioning_person"\."account_id" = ')
    of_account = [query for query in captured if by_account.search(in_full(query["sql"]))]
    assert len(of_account) == 1


@pytest.mark.once
def test_a_page_asks_once_for_the_offices_of_who_looks(season: Cast, sign_in: SignIn) -> None:
    """Also for a reader whose term ends between two pages."""
    client = sign_in(season.director)
    with CaptureQueriesContext(connection) as captured:
        assert b"Next steps" in client.get("/events/arden-special/").content
    terms = [
        statement
        for query in captured
        if 'FROM "sanctioning_appointment" WHERE' in (statement := in_full(query["sql"]))
    ]
    assert len(terms) == len(set(terms))
    [term] = Appointment.objects.filter(person=season.director)
    yesterday = today() - dt.timedelta(days=1)
    end_term(by=season.managing, appointment=term, last_day=yesterday, why="Moved away.")
    assert b"Next steps" not in client.get("/events/arden-special/").content


@pytest.mark.once
def test_an_event_that_everybody_may_see_is_found_at_once_for_everybody(cast: Cast) -> None:
    """And one that was never granted only by those who may run it, and by who decides on it."""
    event = sanctioned_event(cast)
    with CaptureQueriesContext(connection) as captured:
        assert event_at(slug=event.slug, asker=cast.players[0]) == event
    assert len(captured) == 1
    Event.objects.filter(pk=event.pk).update(sanction=None)
    seen_by = (None, cast.players[0], cast.executor, cast.director, cast.managing)
    visible = [event_at(slug=event.slug, asker=person) for person in seen_by]
    assert visible == [None, None, None, event, event]


@pytest.mark.once
@pytest.mark.parametrize(
    ("role", "most"), [("managing", 36), ("registrar", 30), ("director", 28), ("player", 27)]
)
def test_my_page_asks_so_often_and_no_more(season: Cast, sign_in: SignIn, role: str, most: int) -> None:
    """To be lowered as what is asked for becomes less."""
    person = season.players[0] if role == "player" else getattr(season, role)
    client = sign_in(person)
    client.get("/me/")
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/me/").status_code == 200
    assert len(captured) <= most
