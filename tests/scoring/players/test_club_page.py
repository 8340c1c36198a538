"""The page of a club: what is next, the year so far, and the members by degree."""

from __future__ import annotations

import datetime as dt
import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from sanctioning.kit.clock import noon, today
from scoring.certificates.models import Certificate
from scoring.players.selectors.clubs import club_detail
from scoring.recordings.services.recordings import record_certificates
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, certified, registered_event, sanctioned_event
from tests.fixtures import SignIn
from tournaments.entries.services.entries import enter_event
from tournaments.events.selectors.events import calendar
from tournaments.events.services.changes import cancel_event

MAY = dt.date(2025, 5, 15)


def page_of(client: Client, cast: Cast) -> str:
    return html.unescape(client.get(f"/clubs/{cast.club.slug}/").content.decode())


def in_days(days: int) -> dt.datetime:
    return now() + dt.timedelta(days=days)


def test_the_next_event_is_the_first_that_is_not_called_off(cast: Cast, sign_in: SignIn) -> None:
    off = sanctioned_event(cast, name="Called Off", at=in_days(3))
    cancel_event(by=cast.director, event=off, why="The roof leaks.")
    registered_event(cast, "Not Sanctioned", starts_at=in_days(4), ends_at=in_days(4))
    coming = sanctioned_event(cast, name="The Next One", at=in_days(5))
    later = sanctioned_event(cast, name="A Later One", at=in_days(9))
    enter_event(by=cast.players[0], event=coming, person=cast.players[0])
    for asker in (None, cast.director):
        club = club_detail(slug=cast.club.slug, asker=asker)
        assert club is not None
        assert club.next_event is not None
        assert (club.next_event.slug, club.next_event.entries) == (coming.slug, 1)
        assert later.slug in {line.slug for line in club.to_come}
        assert coming.slug not in {line.slug for line in club.to_come}
    page = page_of(Client(), cast)
    assert page.index("Next event") < page.index("The Next One") < page.index("Later events")
    assert page.index("Later events") < page.index("Called Off") < page.index("A Later One")
    assert "Check-in" not in page
    assert reverse("check-in", args=[coming.slug]) in page_of(sign_in(cast.director), cast)


@pytest.mark.both_databases
def test_the_year_counts_what_was_held_and_what_is_to_come(cast: Cast) -> None:
    new_year = today().replace(month=1, day=1)
    held = sanctioned_event(cast, name="Held", at=now() - dt.timedelta(days=2))
    off = sanctioned_event(cast, name="Off", at=in_days(1))
    cancel_event(by=cast.director, event=off, why="The roof leaks.")
    coming = sanctioned_event(cast, name="Coming", at=in_days(2))
    old = sanctioned_event(cast, name="Last year's", at=noon(new_year - dt.timedelta(days=200)))
    club = club_detail(slug=cast.club.slug)
    assert club is not None
    assert {line.slug for line in club.finished} == {held.slug, old.slug}
    this_year = [event.first_day for event in (held, coming) if event.first_day.year == new_year.year]
    assert club.year is not None
    months = {month.first.month: (month.over, month.to_come) for month in club.year.months}
    assert len(months) == 12
    assert sum(over + to_come for over, to_come in months.values()) == len(this_year)
    assert all(sum(months[day.month]) for day in this_year)
    assert club.year.most == max(map(sum, months.values()))


def test_a_club_without_an_event_this_year_shows_no_year(cast: Cast) -> None:
    sanctioned_event(cast, name="Long Ago", at=MARCH)
    page = page_of(Client(), cast)
    assert "at a glance" not in page
    assert page.index("Finished events") < page.index("Long Ago")
    assert "Next event" not in page


@pytest.mark.both_databases
def test_the_last_few_and_all_of_the_year_are_asked_for(cast: Cast) -> None:
    days = [MARCH + dt.timedelta(days=days) for days in range(4)]
    slugs = [sanctioned_event(cast, name=f"Evening {number}", at=day).slug for number, day in enumerate(days)]
    assert [line.slug for line in calendar(past=2).past] == slugs[:1:-1]
    assert [line.slug for line in calendar(past=1, since=days[1].date()).past] == slugs[:0:-1]
    assert [line.slug for line in calendar(past=2, since=today()).past] == slugs[:1:-1]


def test_members_are_told_by_degree(cast: Cast) -> None:
    event = sanctioned_event(cast)
    certified(cast, event, cast.players[:4])
    certificate = Certificate.objects.get()
    winner = certificate.person
    record_certificates(by=cast.registrar, person=winner, codes=[certificate.code], at=MARCH)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=noon(MAY))
    publish_roster(by=cast.registrar, roster=roster, at=noon(dt.date(2025, 5, 16)))
    page = page_of(Client(), cast)
    assert re.findall(r'scope="rowgroup"[^>]*>\s*(\w[\w ]+\w)\s*<', page) == ["Junior Master"]
    novices = page.split('<details class="without-points">')[1].split("</details>")[0]
    assert re.search(r"Novice\s*<span[^>]*>3", novices)
    assert winner.sort_name not in novices
    assert all(player.sort_name in novices for player in cast.players[:4] if player != winner)
