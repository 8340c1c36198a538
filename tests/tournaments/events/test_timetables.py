"""The timetable on the page of an event, and what a program reads of it."""

from __future__ import annotations

import datetime as dt

from django.test import Client

from tests.cast import Cast, sanctioned_event
from tests.support.bid_whist import seat_round, tournament_of
from tests.tournaments.formats.bid_whist.test_bid_canons import PLAYED


def test_the_page_of_an_event_has_the_times_of_its_book_and_of_its_rounds(cast: Cast) -> None:
    event, teams = tournament_of(cast, 2)
    minutes = {title: (at - event.starts_at) // dt.timedelta(minutes=1) for title, at in _told(event.slug)}
    assert list(minutes.values()) == [-60, -15, 0, 15]
    seat_round(cast, event, teams, [PLAYED])
    event.rounds.update(starts_at=event.starts_at + dt.timedelta(minutes=20))
    assert [title for title, _at in _told(event.slug)][-2:] == ["The doors close", "round 1"]
    event.time_zone = "America/New_York"
    event.save()
    page = Client().get(f"/events/{event.slug}/").content.decode()
    starts = event.starts_at.astimezone(dt.timezone(dt.timedelta(hours=-5)))
    assert f"{starts:%H:%M}</time>" in page.split('id="timetable"')[1]


def test_an_event_of_tables_has_none(cast: Cast) -> None:
    event = sanctioned_event(cast)
    assert _told(event.slug) == []
    assert 'id="timetable"' not in Client().get(f"/events/{event.slug}/").content.decode()


def _told(slug: str) -> list[tuple[str, dt.datetime]]:
    lines = Client().get(f"/api/v1/events/{slug}/").json()["timetable"]
    return [(line["title"], dt.datetime.fromisoformat(line["at"])) for line in lines]
