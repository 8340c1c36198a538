"""The calendar of a season as a poster: what is on it, and the paper itself."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from sanctioning.kit.clock import today
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.people.models.person import Person
from tests.cast import Cast, sanctioned_event
from tests.support.papers import words_of
from tournaments.events.models.event import Event
from tournaments.events.services.changes import cancel_event
from tournaments.seasons.posters import POSTER_JOB, WantedPoster, printed_poster
from tournaments.seasons.selectors import PosterDay, poster_of_club, poster_of_series
from tournaments.series.services import add_to_series, announce_series

pytestmark = pytest.mark.both_databases

POSTER = "/clubs/arden-whoopie-club/calendar.pdf"
JANUARY = dt.date(today().year + 1, 1, 1)
"""Of next year, so that all of it is to come."""


def on(cast: Cast, name: str, first: dt.date, *, days: int = 1, place: str = "Town Hall, Arden") -> Event:
    event = sanctioned_event(cast, name=name)
    begins = dt.datetime.combine(first, dt.time(19, 30), tzinfo=dt.UTC)
    Event.objects.filter(pk=event.pk).update(
        starts_at=begins, ends_at=begins + dt.timedelta(days=days - 1, hours=3), place=place
    )
    event.refresh_from_db()
    return event


def test_it_shows_each_event_to_come_and_marks_its_days(cast: Cast) -> None:
    on(cast, "First", JANUARY.replace(day=8))
    on(cast, "Weekend", JANUARY.replace(month=3, day=30), days=3)
    cancel_event(by=cast.director, event=on(cast, "Off", JANUARY.replace(day=9)), why="No hall.")
    sanctioned_event(cast, name="Long ago")
    poster = poster_of_club(cast.club)
    assert [(month.first.month, [event.name for event in month.events]) for month in poster.months] == [
        (1, ["First"]),
        (3, ["Weekend"]),
    ]
    assert poster.place == "Town Hall, Arden"
    assert {event.place for month in poster.months for event in month.events} == {""}
    marked = [
        (month.first.month, day.number)
        for month in poster.months
        for week in month.weeks
        for day in week
        if day.marked
    ]
    assert marked == [(1, 8), (3, 30), (3, 31)]
    weeks = poster.months[0].weeks
    assert all(len(week) == 7 for week in weeks)
    assert weeks[0].index(PosterDay(1, False)) == JANUARY.weekday()


def test_places_that_differ_are_named_and_what_has_no_room_is_counted(cast: Cast) -> None:
    on(cast, "First", JANUARY)
    on(cast, "Second", JANUARY.replace(day=20), place="The Swan, Arden")
    on(cast, "In a year", JANUARY.replace(year=JANUARY.year + 1, day=2))
    poster = poster_of_club(cast.club)
    assert poster.place == ""
    assert [event.place for event in poster.months[0].events] == ["Town Hall, Arden", "The Swan, Arden"]
    assert (len(poster.months), poster.left_out) == (1, 1)


def test_a_series_has_all_its_events(cast: Cast) -> None:
    series = announce_series(by=cast.director, club=cast.club, name="Winter", basis="points", playoff=8)
    add_to_series(by=cast.director, event=on(cast, "First", JANUARY), series=series, part="ordinary")
    on(cast, "See also", JANUARY)
    poster = poster_of_series(series)
    assert [event.name for month in poster.months for event in month.events] == ["First"]
    assert poster.title == "Winter"


def test_it_is_printed_once_and_again_when_the_calendar_changes(cast: Cast, client: Client) -> None:
    empty = client.get(POSTER, follow=True)
    assert "No coming events have been announced yet" in empty.content.decode()
    on(cast, "First", JANUARY)
    assert client.get(POSTER).status_code == 202
    assert run_waiting(POSTER_JOB) == 1
    first = client.get(POSTER)
    assert first["Content-Type"] == "application/pdf"
    assert client.get(POSTER).content == first.content
    (page,) = words_of(first.content)
    assert "Arden Whoopie Club" in page
    assert f"January {JANUARY.year}" in page
    on(cast, "Second", JANUARY)
    assert client.get(POSTER).status_code == 202
    assert client.get("/clubs/nowhere/calendar.pdf").status_code == 404
    assert client.get("/series/nowhere/calendar.pdf").status_code == 404


def test_its_job_knows_who_asked_for_it(cast: Cast) -> None:
    on(cast, "First", JANUARY)
    asker, wanted = Person.objects.get(pk=cast.director.pk), WantedPoster(club=cast.club)
    assert printed_poster(asker=asker, wanted=wanted, poster=wanted.read()) is None
    assert Job.objects.get(kind=POSTER_JOB).created_by == cast.director.account
