"""Who goes on from an event of Military Whist to the next level, and how the next one takes them over."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest
from django.test import Client

from sanctioning.kit.wording.day_formats import english_day
from sanctioning.people.models.person import Person, PrivateData
from scoring.results.selectors.advancing import going_on
from scoring.results.services.advancing import take_over
from tests.cast import JANUARY, MARCH, Cast, sanctioned_event
from tests.support.refusals import refusal_of
from tests.support.team_events import close_and_certify, enter_teams, seat_in_order, signed_in, team_event
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.slips.services.slips import Reported, report_slips, sign_slips

LATER = MARCH + dt.timedelta(days=30)
AREA: dict[str, Any] = {"level": "area", "days": [[15, 15]], "moves": "circle", "pattern": "sample"}


def counted(cast: Cast, game: Game, flags: tuple[int, ...]) -> None:
    """An event of one day with these flags at its end, signed and closed."""
    slips = {
        f"d1-{when}-{table}": {"flags": held}
        for when, row in (("before", (12,) * len(flags)), ("after", flags))
        for table, held in enumerate(row, start=1)
    }
    stack = [Reported(place=place, typed=typed, idempotency_key=place) for place, typed in slips.items()]
    reported = report_slips(by=cast.director, game=game, reported=stack, at=MARCH)
    sign_slips(by=cast.players[0], slips=reported, at=MARCH)


def of_the_area(cast: Cast, event: Event) -> Game:
    """Three teams at their tables, entered before it was said who may."""
    teams = enter_teams(cast, event, 3)
    return seat_in_order(cast, of_level(cast, event, "area"), teams, AREA)


@pytest.fixture
def area(cast: Cast) -> Event:
    """An area of three teams, the second of them first."""
    event = team_event(cast, "military-whist", "alberta-55-plus")
    game = of_the_area(cast, event)
    counted(cast, game, (12, 20, 4))
    close_and_certify(cast, game)
    return event


@pytest.fixture
def nowhere(cast: Cast, area: Event) -> Event:
    """A later event that does not say at which level it is played."""
    return sanctioned_event(cast, name="Zone play-offs", format_slug="military-whist", at=LATER)


@pytest.fixture
def zone(cast: Cast, area: Event, nowhere: Event) -> Event:
    """The play-offs of a zone, at which all of the area may play."""
    for entry in area.entries.select_related("person"):
        PrivateData.objects.update_or_create(
            person=entry.person, defaults={"birth_date": dt.date(1950, 5, 5)}
        )
    Person.objects.filter(entries__event=area).update(home_club=cast.club)
    return of_level(cast, nowhere, "zone")


def of_level(cast: Cast, event: Event, level: str) -> Event:
    conditions = [{"kind": "fifty-five", "level": level}]
    return set_entry_conditions(by=cast.director, event=event, conditions=conditions, at=JANUARY)


def test_two_go_on_and_are_taken_over_with_where_they_come_from(cast: Cast, area: Event, zone: Event) -> None:
    assert [(team.place, team.name) for team in going_on(area)] == [(1, "Team 2"), (2, "Team 1")]
    take = partial(take_over, by=cast.director, event=zone, source=area, at=LATER)
    assert refusal_of(partial(take, origin=" ")).code == "origin-missing"
    taken = take(origin="Area 5")
    assert [(team.name, team.facts) for team in taken] == [
        ("Team 2", {"origin": "Area 5", "place": 1}),
        ("Team 1", {"origin": "Area 5", "place": 2}),
    ]
    at_home = area.teams.get(name="Team 2").members.get(letter="X").entry.person
    assert taken[0].members.get(letter="X").entry.person == at_home
    assert refusal_of(partial(take, origin="Area 5")).code == "nobody-goes-on"


def test_teams_go_on_to_the_level_that_follows_alone(cast: Cast, area: Event, zone: Event) -> None:
    take = partial(take_over, by=cast.director, source=area, origin="Area 5", at=LATER)
    assert refusal_of(partial(take, event=of_level(cast, zone, "provincial"))).code == "other-level"
    Person.objects.filter(entries__event=area).update(home_club=None)
    refused = refusal_of(partial(take, event=of_level(cast, zone, "zone")))
    assert refused.code == "condition-unmet"
    assert not zone.teams.exists()


def test_an_event_that_says_no_level_takes_no_teams(cast: Cast, area: Event, nowhere: Event) -> None:
    """Nobody's age or membership would be looked at, nor how many an area sends (M-5, M-6, M-31)."""
    refused = refusal_of(
        partial(take_over, by=cast.director, event=nowhere, source=area, origin="Area 5", at=LATER)
    )
    assert refused.code == "other-level"
    assert "under Who may enter" in refused.remedy
    assert not nowhere.teams.exists()
    shown = signed_in(cast.director).get(f"/events/{nowhere.slug}/advancing/").content.decode()
    assert "Enter its teams" not in shown
    assert "There is no certified event" in shown


def test_nobody_goes_on_before_the_result_is_certified(cast: Cast) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    counted(cast, of_the_area(cast, event), (12, 20, 4))
    assert going_on(event) == ()
    assert "Not certified yet" in Client().get(f"/events/{event.slug}/advancing/").content.decode()


def test_the_page_of_a_play_off_leads_to_who_holds_it_with_place_and_date(cast: Cast, zone: Event) -> None:
    shown = Client().get(f"/events/{zone.slug}/").content.decode()
    assert f'href="/clubs/{zone.club.slug}/">{zone.club.name}</a>' in shown
    assert zone.place in shown
    assert english_day(zone.first_day) in shown
    people = Client().get(f"/clubs/{zone.club.slug}/").content.decode()
    assert f'href="/players/{cast.director.number}/">{cast.director.name}</a>, director' in people


@pytest.mark.both_databases
def test_the_pages_say_who_goes_on_and_take_them_over(cast: Cast, area: Event, zone: Event) -> None:
    shown = Client().get(f"/events/{area.slug}/").content.decode()
    assert shown.index("Who advances") < shown.index("<li>Team 2</li>") < shown.index("<li>Team 1</li>")
    page, director = f"/events/{zone.slug}/advancing/", signed_in(cast.director)
    assert "Enter its teams" not in Client().get(page).content.decode()
    assert "Enter its teams" in director.get(page).content.decode()
    wrong = director.post(page, {"source": area.slug, "origin": ""})
    assert wrong.status_code == 422
    assert director.post(page, {"source": area.slug, "origin": "Area 5"}).status_code == 302
    assert "Area 5" in Client().get(f"/events/{zone.slug}/teams/").content.decode()


def test_programs_take_teams_over(cast: Cast, area: Event, zone: Event) -> None:
    director, address = signed_in(cast.director), f"/api/v1/events/{zone.slug}/advancing/"
    assert [source["slug"] for source in director.get(address).json()["sources"]] == [area.slug]
    answer = director.post(address, {"from_event": area.slug, "origin": "Area 5"}, "application/json")
    assert answer.status_code == 201
    assert zone.teams.count() == 2
    page = Client().get(f"/api/v1/events/{area.slug}/advancing/").json()
    assert [team["name"] for team in page["goes_on"]] == ["Team 2", "Team 1"]
