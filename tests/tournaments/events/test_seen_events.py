"""Whether somebody sees an event is told of the event itself where that is enough."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sanctioning.kit.clock import noon, today
from sanctioning.people.models.person import Person
from scoring.results.selectors.games import game_detail
from tests.cast import Cast, cast, open_table, registered_event, sanctioned_event
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import is_seen_by, visible_events
from tournaments.events.services.events import apply_for_sanction
from tournaments.games.models import Game
from tournaments.tables.selectors.stanzas import stanza_history
from tournaments.tables.selectors.table import table_of_game

__all__ = ["cast"]

TOMORROW = today() + dt.timedelta(days=1)
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def planned(cast: Cast, name: str) -> Event:
    """Nobody sanctioned it yet."""
    return registered_event(cast, name, starts_at=noon(TOMORROW, 14), ends_at=noon(TOMORROW, 20), at=None)


def test_it_is_seen_by_whom_the_list_shows_it(cast: Cast) -> None:
    askers: list[Person | None] = [None, cast.players[0], cast.director, cast.managing]
    seen = {}
    applied = planned(cast, "Applied for")
    apply_for_sanction(
        by=cast.director, event=applied, level=cast.levels["open"], event_type=cast.types["club-game"]
    )
    for event in (sanctioned_event(cast), planned(cast, "Planned"), applied):
        for asker in askers:
            seen[event.name, asker] = is_seen_by(asker, Event.objects.get(pk=event.pk))
            assert seen[event.name, asker] == visible_events(asker).filter(pk=event.pk).exists()
    for name in ("Planned", "Applied for"):
        assert [seen[name, asker] for asker in askers] == [False, False, True, True]


def test_nothing_is_asked_where_everybody_sees_it(cast: Cast) -> None:
    event = Event.objects.select_related("sanction").get(pk=sanctioned_event(cast).pk)
    with CaptureQueriesContext(connection) as captured:
        assert is_seen_by(None, event)
    assert len(captured) == 0


def test_a_game_that_came_without_its_event_is_shown_too(cast: Cast) -> None:
    event = sanctioned_event(cast)
    game = open_table(cast, event, cast.players[:4])
    assert table_of_game(game=Game.objects.get(pk=game.pk)) is not None
    assert game_detail(event_slug=event.slug, number=game.number) is not None
    assert stanza_history(game=Game.objects.get(pk=game.pk), number=1) is None
    Event.objects.filter(pk=event.pk).update(sanction=None)
    assert table_of_game(game=Game.objects.get(pk=game.pk)) is None
    assert game_detail(event_slug=event.slug, number=game.number) is None
