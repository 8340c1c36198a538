"""Who enters an event of Military Whist, how many of one zone, who sits where at the Provincial Games."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from rules_engine.military_whist.levels import in_order
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import JANUARY, MARCH, Cast
from tests.support.refusals import refusal_of
from tests.support.team_events import EARLY, enter_teams, newcomers, signed_in, team_event, teams_at_once
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.entries.services.entries import enter_event
from tournaments.events.entry_conditions import in_words
from tournaments.events.models.event import Event
from tournaments.formats.documents import TeamFacts
from tournaments.formats.military_whist.entries import admit, director_of
from tournaments.formats.military_whist.format import seated
from tournaments.formats.military_whist.plan import fits
from tournaments.formats.round_seating import ToSeat
from tournaments.formats.slips import TeamHead
from tournaments.rounds.services.rounds import confirm_round, discard_round, plan_round
from tournaments.teams.services.teams import enter_team, withdraw_team

PLAN = {"level": "open", "days": [[2]], "moves": "circle", "pattern": "sample"}


@pytest.fixture
def event(cast: Cast) -> Event:
    return team_event(cast, "military-whist", "alberta-55-plus")


def level(cast: Cast, event: Event, name: str) -> Event:
    conditions = [{"kind": "fifty-five", "level": name}]
    return set_entry_conditions(by=cast.director, event=event, conditions=conditions, at=JANUARY)


def born(cast: Cast, year: int | None, *, member: bool = True) -> Person:
    return register_person(
        by=cast.registrar,
        given_names="Born",
        family_name=f"In {year}",
        home_club=cast.club if member else None,
        birth_date=dt.date(year, 12, 31) if year else None,
        at=JANUARY,
    )


def four(cast: Cast, event: Event, name: str, *, of_age: bool = False, **facts: Any) -> Any:
    people = [born(cast, 1940) for _one in range(4)] if of_age else newcomers(cast, 4)
    players = dict(zip("ABXY", people, strict=True))
    return enter_team(by=cast.director, event=event, name=name, players=players, facts=facts, at=EARLY)


def test_fifty_five_by_the_last_day_of_the_events_year(cast: Cast, event: Event) -> None:
    event = level(cast, event, "area")
    assert in_words(event) == ("55 years old by 31 December.",)
    enter = partial(enter_event, by=cast.director, event=event, at=EARLY)
    year = event.first_day.year
    assert enter(person=born(cast, year - 55)).state == "entered"
    assert enter(person=born(cast, year - 80, member=False)).state == "entered"
    young = refusal_of(partial(enter, person=born(cast, year - 54)))
    assert (young.code, young.sentence) == (
        "condition-unmet",
        f"Born In {year - 54} is not 55 by 31 December {year}.",
    )
    assert str(year - 54) not in str(young.facts)
    unknown = refusal_of(partial(enter, person=born(cast, None)))
    assert unknown.sentence == "The authority does not know the date of birth of Born In None."


def test_active_members_alone_play_at_a_zone(cast: Cast, event: Event) -> None:
    event = level(cast, event, "zone")
    enter = partial(enter_event, by=cast.director, event=event, at=EARLY)
    year = event.first_day.year
    assert enter(person=born(cast, year - 60)).state == "entered"
    stranger = refusal_of(partial(enter, person=born(cast, year - 60, member=False)))
    assert stranger.sentence.endswith("is not an active member of a club.")


def test_a_level_that_there_is_not_is_refused(cast: Cast, event: Event) -> None:
    assert refusal_of(partial(level, cast, event, "national")).code == "condition-unreadable"


def test_the_director_says_the_level_on_the_page(cast: Cast, event: Event) -> None:
    director, page = signed_in(cast.director), f"/events/{event.slug}/manage/conditions/"
    assert "Fifty-five by 31 December" in director.get(page).content.decode()
    assert director.post(page, {"fifty-five_level": "provincial", "age_at_most": ""}).status_code == 302
    event.refresh_from_db()
    assert event.entry_conditions == [{"kind": "fifty-five", "level": "provincial"}]
    assert "selected" in director.get(page).content.decode()


def test_a_zone_sends_two_teams_each_with_its_place(cast: Cast, event: Event) -> None:
    event = level(cast, event, "zone")
    enter = partial(four, cast, event, of_age=True)
    team = enter("First", origin="Zone 3", place=1)
    assert team.facts == {"origin": "Zone 3", "place": 1}
    twice = refusal_of(partial(enter, "Twice", origin="Zone 3", place="1"))
    assert (twice.code, twice.facts) == ("origin-place", {"field": "place"})
    enter("Second", origin="Zone 3", place="2")
    third = refusal_of(partial(enter, "Third", origin="Zone 3", place="3"))
    assert (third.code, third.rule) == ("origin-full", "M-31/ZONE")
    enter("From nowhere")
    assert refusal_of(partial(enter, "Odd", zone="Zone 4")).code == "field-unreadable"


@pytest.mark.parametrize(
    ("name", "may"), [("", True), ("area", True), ("zone", False), ("provincial", False)]
)
def test_a_third_team_of_one_origin_is_refused_on_the_ladder_alone(name: str, may: bool) -> None:
    """An evening that is open, and an area, limit nobody (M-8, M-31)."""
    event = Event(entry_conditions=[{"kind": "fifty-five", "level": name}] if name else [])
    third: TeamFacts = {"origin": "Wetherby"}
    sent = [third] * 2
    if may:
        admit(event, third, sent)
    else:
        assert refusal_of(partial(admit, event, third, sent)).code == "origin-full"


@pytest.mark.parametrize(
    ("level", "planned", "words", "rule"),
    [
        ("", "zone", "This event is not limited to players of the level “zone”.", "M-6/Age Groups"),
        ("", "provincial", "of the level “Provincial Games”.", "M-5/Age Groups"),
        ("zone", "area", "Who may enter says “zone”, but the plan says “area”.", "M-5/Age Groups"),
        (
            "zone",
            "open",
            "Who may enter says “zone”, but the plan says “outside the ladder”.",
            "M-5/Age Groups",
        ),
    ],
)
def test_a_plan_of_another_level_than_who_may_enter_is_refused(
    level: str, planned: str, words: str, rule: str
) -> None:
    """M-5, M-6: ages and membership are looked at wherever the ladder is played."""
    conditions = [{"kind": "fifty-five", "level": level}] if level else []
    event = Event(entry_conditions=conditions, starts_at=MARCH, ends_at=MARCH, time_zone="UTC")
    refusal = refusal_of(partial(fits, event, {**PLAN, "level": planned}))
    assert (refusal.code, refusal.rule) == ("plan-level", rule)
    assert words in refusal.sentence
    assert "Who may enter" in refusal.remedy
    fits(event, {**PLAN, "level": level or "open"})


@pytest.mark.both_databases
def test_the_level_is_said_once_and_the_plan_proposes_it(cast: Cast, event: Event) -> None:
    for name in ("One", "Two"):
        for member in four(cast, event, name).members.select_related("entry"):
            check_in(by=cast.director, entry=member.entry, requirements_met=True, at=MARCH)
    plan = partial(plan_round, by=cast.director, event=event, at=MARCH)
    zone = {**PLAN, "level": "zone", "days": [[15, 15]]}
    assert refusal_of(partial(plan, planned=zone)).code == "plan-level"
    event = level(cast, event, "zone")
    page = signed_in(cast.director).get(f"/events/{event.slug}/rounds/").content.decode()
    assert '<option value="zone" selected>' in page
    this_round = plan(planned=zone)
    for other in ("area", "provincial"):
        assert refusal_of(partial(level, cast, event, other)).code == "plan-level"
    discard_round(by=cast.director, round=this_round, why="The wrong evening.", at=MARCH)
    level(cast, event, "area")


def test_teams_enter_with_their_zones_on_the_page(cast: Cast, event: Event) -> None:
    director, page = signed_in(cast.director), f"/events/{event.slug}/teams/"
    people = newcomers(cast, 4)
    typed = {f"player-{letter}": person.number for letter, person in zip("ABXY", people, strict=True)}
    wrong = director.post(page, {**typed, "name": "Elms", "origin": "Zone 3", "place": "first"})
    assert wrong.status_code == 422
    assert 'value="first"' in wrong.content.decode()
    assert director.post(page, {**typed, "name": "Elms", "origin": "Zone 3", "place": "1"}).status_code == 302
    assert "Zone 3" in director.get(page).content.decode()


def test_zones_sit_in_their_order_first_teams_before_second(cast: Cast, event: Event) -> None:
    for place in (2, 1):
        for zone in (10, 2, 1):
            four(cast, event, f"{zone}/{place}", origin=f"Zone {zone}", place=place)
    for entry in event.entries.all():
        check_in(by=cast.director, entry=entry, requirements_met=True, at=MARCH)
    plan = partial(plan_round, by=cast.director, event=event, planned=PLAN, at=MARCH)
    this_round = plan(mode="order")
    at_home = {
        team.members.get(letter="A").entry.person.number: team.name
        for team in event.teams.prefetch_related("members")
    }
    assert [at_home[table[0]] for table in this_round.tables] == ["1/1", "2/1", "10/1", "1/2", "2/2", "10/2"]


def test_a_zone_that_sent_one_team_leaves_no_empty_table() -> None:
    origins = [("Zone 2", 1), ("Zone 1", 2), ("Zone 1", 1)]
    to_seat = ToSeat(
        units=tuple((f"{origin}/{place}",) for origin, place in origins),
        mode="order",
        preferred=4,
        seed="1966",
        earlier=(),
        teams=tuple(
            TeamHead(number=at, name=origin, players={}, facts={"origin": origin, "place": place})
            for at, (origin, place) in enumerate(origins, start=1)
        ),
    )
    assert seated(to_seat).tables == [["Zone 1/1"], ["Zone 2/1"], ["Zone 1/2"]]
    first, *others = to_seat.teams
    missing = replace(to_seat, teams=(replace(first, facts={}), *others))
    assert refusal_of(lambda: seated(missing)).code == "zone-missing"


def test_zones_stand_in_the_order_of_their_numbers() -> None:
    zones = in_order([f"Zone {zone}" for zone in (8, 1, 10, 2)] + ["North", "Zone 2"])
    assert zones == ("Zone 1", "Zone 2", "Zone 8", "Zone 10", "North")


def test_no_more_teams_are_seated_than_the_movement_has_tables(cast: Cast) -> None:
    event = teams_at_once(cast, "military-whist", "alberta-55-plus", 61)
    plan = partial(plan_round, by=cast.director, event=event, planned=PLAN, at=MARCH)
    assert refusal_of(partial(plan, mode="hand")).code == "too-many-teams"
    refused = refusal_of(plan)
    assert (refused.code, refused.rule) == ("too-many-teams", "M-26/10c")
    assert refused.sentence == "61 teams are checked in; one event of Military Whist seats at most 60."
    withdraw_team(by=cast.director, team=event.teams.get(number=61), at=MARCH)
    this_round = plan()
    assert len(this_round.tables) == 60
    confirm_round(by=cast.director, round=this_round, at=MARCH)
    assert signed_in(cast.director).get(f"/events/{event.slug}/slips/").status_code == 200


def test_the_sixty_first_team_waits_for_a_place(cast: Cast) -> None:
    event = teams_at_once(cast, "military-whist", "alberta-55-plus", 60)
    page = signed_in(cast.director).get(f"/events/{event.slug}/").content.decode()
    assert "<dt>Places</dt><dd>240\xa0players</dd>" in page
    team = four(cast, event, "One too many")
    assert {member.entry.state for member in team.members.select_related("entry")} == {"waiting"}
    withdraw_team(by=cast.director, team=event.teams.get(number=7), at=EARLY)
    assert {member.entry.state for member in team.members.select_related("entry")} == {"entered"}


def test_one_team_alone_is_not_seated(cast: Cast, event: Event) -> None:
    enter_teams(cast, event, 1)
    plan = partial(plan_round, by=cast.director, event=event, planned=PLAN, at=MARCH)
    assert refusal_of(plan).sentence == "4 of at least 8 players are checked in."


@pytest.mark.both_databases
def test_the_zone_activity_director_stands_where_players_look(cast: Cast, event: Event) -> None:
    """M-2: on the page of the event, and on the page to hang up in the hall."""
    set_to = partial(set_entry_conditions, by=cast.director, event=event, at=JANUARY)
    condition = {"kind": "fifty-five", "level": "zone", "director": "Ann Bell", "contact": "403 555 0101"}
    assert (
        refusal_of(partial(set_to, conditions=[{**condition, "director": ""}])).code == "condition-unreadable"
    )
    event = set_to(conditions=[condition])
    asks = "For information ask the Zone Activity Director: Ann Bell, 403 555 0101."
    assert asks in signed_in(cast.director).get(f"/events/{event.slug}/").content.decode()
    assert event.entry_conditions == [condition]
    assert director_of(event) == "Ann Bell, 403 555 0101"
    page = signed_in(cast.director).get(f"/events/{event.slug}/manage/conditions/").content.decode()
    assert 'value="Ann Bell"' in page
