"""The calendar: found by place, month, open places; files for calendar programs that follow what changes."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from sanctioning.clubs.models import Club
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.kit.clock import noon, today
from sanctioning.kit.lists.lists import ask
from sanctioning.people.models.person import Person
from tests.cast import JANUARY, Cast, open_table, sanctioned_event
from tests.support.keyed import keyed
from tournaments.entries.services.entries import enter_event
from tournaments.entries.services.withdrawals import withdraw
from tournaments.events.models.event import Event
from tournaments.events.personal_calendar import diary_of
from tournaments.events.selectors.calendar import events, month_of
from tournaments.events.services.changes import cancel_event, change_event
from tournaments.events.services.feeds import end_feed, renew_feed
from tournaments.games.models import Game

DAY = dt.timedelta(days=1)
SOON = noon(today() + 15 * DAY)


@pytest.fixture
def evening(cast: Cast) -> Event:
    """An event to come, at nineteen in London."""
    return sanctioned_event(cast, name="Evening at Arden", at=SOON + dt.timedelta(hours=5))


def names_in_calendar(**query: str) -> list[str]:
    source = events(asker=None, when=query.get("when", ""), month=query.get("month", ""))
    return [line.name for line in ask(source, query).lines]


def read(path: str) -> Any:
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return Calendar.from_ical(answer.content)


class TestSearch:
    def test_a_place_is_a_town_a_hall_or_a_club(self, cast: Cast, evening: Event) -> None:
        for place in ("arden", "HALL", "Whoopie Club", "arden hall"):
            assert names_in_calendar(place=place) == [evening.name]
        assert names_in_calendar(place="Ludlow") == []
        assert names_in_calendar(search="evening") == [evening.name]
        assert names_in_calendar(level="open") == [evening.name]
        assert names_in_calendar(level="restricted") == []

    def test_what_is_over_is_found_where_it_is_asked_for(self, cast: Cast, evening: Event) -> None:
        past = sanctioned_event(cast, name="Long ago")
        assert names_in_calendar() == [evening.name]
        assert names_in_calendar(when="over") == [past.name]
        assert names_in_calendar(when="all") == [past.name, evening.name]
        assert names_in_calendar(month="2025-03") == [past.name]
        assert names_in_calendar(month="2025-04") == []

    @pytest.mark.both_databases
    def test_open_places_are_free_seats_while_entries_are_open(self, cast: Cast, evening: Event) -> None:
        assert names_in_calendar(places="on") == [evening.name]
        Event.objects.filter(pk=evening.pk).update(capacity=3)
        for player in cast.players[:3]:
            assert names_in_calendar(places="on") == [evening.name]
            enter_event(by=player, event=Event.objects.get(pk=evening.pk), person=player)
        assert names_in_calendar(places="on") == []
        assert ask(events(asker=None), {}).lines[0].places == 0
        Event.objects.filter(pk=evening.pk).update(capacity=4, entries_until=today() - DAY)
        assert names_in_calendar(places="on") == []

    @pytest.mark.both_databases
    def test_a_month_shows_an_event_on_each_of_its_days(self, cast: Cast) -> None:
        event = sanctioned_event(cast)
        Event.objects.filter(pk=event.pk).update(
            starts_at=noon(dt.date(2025, 3, 31)), ends_at=noon(dt.date(2025, 4, 2))
        )
        march = month_of(asker=None, first=dt.date(2025, 3, 1), query={})
        april = month_of(asker=None, first=dt.date(2025, 4, 1), query={})
        days = [
            [day.day.day for week in month.weeks for day in week if day.events] for month in (march, april)
        ]
        assert days == [[31], [1, 2]]
        assert month_of(asker=None, first=dt.date(2025, 4, 1), query={"place": "Ludlow"}).found == 0
        assert (march.before, march.after) == (dt.date(2025, 2, 1), dt.date(2025, 4, 1))
        assert Client().get("/calendar/month/2025-13/").status_code == 404
        assert event.name in Client().get("/calendar/month/2025-03/").content.decode()


class TestFeeds:
    def test_an_event_stands_in_its_own_zone_which_the_file_describes(self, evening: Event) -> None:
        calendar = read(f"/events/{evening.slug}/event.ics")
        [entry] = calendar.walk("VEVENT")
        begins = entry["dtstart"].dt
        assert begins == evening.starts_at
        assert begins.replace(tzinfo=None) == evening.starts_at.astimezone(
            ZoneInfo(evening.time_zone)
        ).replace(tzinfo=None)
        assert entry["dtstart"].params["TZID"] == "Europe/London"
        assert [zone["tzid"] for zone in calendar.walk("VTIMEZONE")] == ["Europe/London"]
        assert (entry["status"], entry["sequence"]) == ("CONFIRMED", 0)
        assert entry["url"] == f"http://testserver/events/{evening.slug}/"

    def test_a_change_counts_and_a_cancelled_event_says_so_under_the_same_name(
        self, cast: Cast, evening: Event
    ) -> None:
        path = f"/events/{evening.slug}/event.ics"
        [before] = read(path).walk("VEVENT")
        change_event(
            by=cast.director, event=evening, changes={"place": "Ludlow"}, notice="Fire.", at=SOON - 4 * DAY
        )
        [moved] = read(path).walk("VEVENT")
        cancel_event(by=cast.director, event=evening, why="The hall burnt down.", at=SOON - 3 * DAY)
        [off] = read(path).walk("VEVENT")
        assert before["uid"] == moved["uid"] == off["uid"]
        assert [entry["sequence"] for entry in (before, moved, off)] == [0, 1, 2]
        assert [entry["status"] for entry in (before, moved, off)] == ["CONFIRMED", "CONFIRMED", "CANCELLED"]
        assert moved["location"] == "Ludlow"
        assert before["dtstamp"].dt < moved["dtstamp"].dt < off["dtstamp"].dt
        assert "The hall burnt down." in off["description"]

    @pytest.mark.both_databases
    def test_all_of_a_club_and_of_a_search_each_have_a_feed(self, cast: Cast, evening: Event) -> None:
        other = club_of_ludlow(cast)
        for path, count in (
            ("/calendar/events.ics", 1),
            ("/calendar/events.ics?place=Arden", 1),
            ("/calendar/events.ics?place=Ludlow", 0),
            ("/calendar/events.ics?level=restricted", 0),
            (f"/clubs/{cast.club.slug}/events.ics", 1),
            (f"/clubs/{other.slug}/events.ics", 0),
        ):
            assert len(read(path).walk("VEVENT")) == count, path
        assert Client().get("/clubs/none/events.ics").status_code == 404

    def test_a_program_that_has_it_is_not_sent_it_again(self, evening: Event) -> None:
        client = Client()
        first = client.get("/calendar/events.ics")
        again = client.get("/calendar/events.ics", headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    @pytest.mark.both_databases
    def test_an_event_without_a_sanction_is_in_no_feed(self, evening: Event) -> None:
        Event.objects.filter(pk=evening.pk).update(sanction=None)
        assert read("/calendar/events.ics").walk("VEVENT") == []
        assert Client().get(f"/events/{evening.slug}/event.ics").status_code == 404


class TestOwnDates:
    def own(self, person: Person) -> list[tuple[str, bool]]:
        return [(date.title, date.called_off) for date in diary_of(person)]

    def test_entries_games_to_rule_and_events_to_run(self, cast: Cast, evening: Event) -> None:
        ash = cast.players[0]
        entry = enter_event(by=ash, event=evening, person=ash)
        open_table(cast, evening, cast.players[:4], at=SOON)
        assert self.own(ash) == [("Evening at Arden", False)]
        [(title, _)] = self.own(cast.executor)
        assert title.startswith("Acting Executor: Evening at Arden, ")
        assert self.own(cast.director) == [("You run: Evening at Arden", False)]
        assert self.own(cast.outsider) == []
        withdraw(by=ash, entry=entry, sure=True)
        assert self.own(ash) == [("Evening at Arden", True)]

    def test_a_game_that_is_void_is_not_there_to_rule(self, cast: Cast, evening: Event) -> None:
        game = open_table(cast, evening, cast.players[:4], at=SOON)
        Game.objects.filter(pk=game.pk).update(state=Game.State.VOID)
        assert self.own(cast.executor) == []

    @pytest.mark.both_databases
    def test_the_link_is_shown_once_renewed_and_ended(self, cast: Cast, evening: Event) -> None:
        ash = cast.players[0]
        enter_event(by=ash, event=evening, person=ash)
        client = Client()
        assert ash.account is not None
        client.force_login(ash.account)
        shown = client.post("/me/calendar/", {"act": "renew"}).context["address"]
        path = shown.removeprefix("http://testserver")
        assert path not in client.get("/me/calendar/").content.decode()
        [entry] = read(path).walk("VEVENT")
        assert entry["summary"] == "Evening at Arden"
        secret = renew_feed(by=ash)
        assert Client().get(path).status_code == 404
        assert len(read(f"/calendar/own/{secret}.ics").walk("VEVENT")) == 1
        end_feed(by=ash)
        end_feed(by=ash)
        assert Client().get(f"/calendar/own/{secret}.ics").status_code == 404

    def test_the_link_of_a_closed_account_leads_nowhere(self, cast: Cast) -> None:
        ash = cast.players[0]
        secret = renew_feed(by=ash)
        assert ash.account is not None
        ash.account.is_active = False
        ash.account.save()
        assert Client().get(f"/calendar/own/{secret}.ics").status_code == 404

    @pytest.mark.both_databases
    def test_programs_do_the_same(self, cast: Cast, evening: Event) -> None:
        ash = cast.players[0]
        enter_event(by=ash, event=evening, person=ash)
        client = Client()
        assert ash.account is not None
        client.force_login(ash.account)
        [date] = client.get("/api/v1/me/calendar/").json()
        assert date["title"] == "Evening at Arden"
        address = client.post("/api/v1/me/calendar/", **keyed()).json()["address"]
        assert len(read(address.removeprefix("http://testserver")).walk("VEVENT")) == 1
        assert client.delete("/api/v1/me/calendar/").status_code == 204
        listed = client.get("/api/v1/events/?place=arden&sort=-name")
        assert [row["name"] for row in listed.json()] == ["Evening at Arden"]
        assert listed["X-Total-Count"] == "1"
        assert client.get("/api/v1/events/?sort=secret").status_code == 400


def club_of_ludlow(cast: Cast) -> Club:
    club = register_club(by=cast.managing, name="Ludlow Card Circle", place="Ludlow", at=JANUARY)
    approve_club(by=cast.managing, club=club, at=JANUARY)
    return club
