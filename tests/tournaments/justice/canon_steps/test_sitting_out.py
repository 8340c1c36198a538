"""Who is suspended by a canon sits out the next event that they enter, once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest

from sanctioning.kit.messages.models import Message
from tests.cast import MARCH, Cast
from tests.support.kept_steps import kept_step
from tests.support.refusals import refused
from tests.tournaments.justice.canons.test_canons import (
    GAME,
    enter,
    events,
    late,
    named_by,
    suspended,
)
from tournaments.directing.services.moving_players import add_player
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.entries import withdraw_entry
from tournaments.entries.services.restoring import restore_entry
from tournaments.events.models.event import Event
from tournaments.events.services.changes import cancel_event
from tournaments.formats.registry import registered
from tournaments.justice.canons.models import SatOut
from tournaments.justice.canons.selectors import own_canons
from tournaments.teams.services.invitations import invite_team
from tournaments.teams.services.substitutes import substitute
from tournaments.teams.services.teams import enter_team

DAY = dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def canon_game() -> Iterator[None]:
    with registered(GAME):
        yield


@pytest.fixture
@kept_step
def weekends(cast: Cast) -> list[Event]:
    """Four events of the game, a week apart."""
    return events(cast)


def test_a_suspension_is_from_the_next_event_entered_and_is_served_once(
    cast: Cast, weekends: list[Event]
) -> None:
    ash = cast.players[0]
    step = suspended(cast, weekends[0], ash)
    assert (step.step, step.rule) == ("suspension", "B-48/Canon 3")
    refusal = refused("suspended", invite_team, event=weekends[2], **named_by(ash, cast))
    assert "the next event they enter, which is Weekend 2" in refusal.sentence
    assert refusal.rule == "B-48/Canon 3"
    assert not weekends[2].entries.exists()
    assert SatOut.objects.get().event == weekends[2]
    refused("suspended", invite_team, event=weekends[2], **named_by(ash, cast))
    assert SatOut.objects.count() == 1
    assert enter(cast, weekends[3], ash).state == "entered"
    shown = own_canons(ash)
    assert shown is not None
    assert [(line.title, line.events, line.owed) for line in shown.sits_out] == [
        ("Canon Game", ("Weekend 2",), 0)
    ]
    assert {message.to for message in Message.objects.filter(kind="event-sat-out")} == {ash, cast.director}


def test_an_earlier_day_takes_the_place_of_a_later_one(cast: Cast, weekends: list[Event]) -> None:
    ash = cast.players[0]
    suspended(cast, weekends[0], ash)
    refused("suspended", invite_team, event=weekends[3], **named_by(ash, cast))
    refused("suspended", invite_team, event=weekends[1], **named_by(ash, cast))
    assert enter(cast, weekends[3], ash).state == "entered"


def test_who_is_entered_already_is_not_checked_in_and_whoever_runs_it_is_told(
    cast: Cast, weekends: list[Event]
) -> None:
    ash = cast.players[0]
    entry = enter(cast, weekends[1], ash)
    suspended(cast, weekends[0], ash)
    assert SatOut.objects.get().event == weekends[1]
    assert Message.objects.filter(kind="event-sat-out", to=cast.director).exists()
    refused("suspended", check_in, by=cast.director, entry=entry)
    withdraw_entry(by=ash, entry=entry, at=MARCH)
    refused("suspended", restore_entry, by=cast.director, entry=entry)
    assert enter(cast, weekends[2], ash).state == "entered"


def test_a_cancelled_event_serves_nothing(cast: Cast, weekends: list[Event]) -> None:
    ash = cast.players[0]
    suspended(cast, weekends[0], ash)
    refused("suspended", invite_team, event=weekends[1], **named_by(ash, cast))
    cancel_event(by=cast.director, event=weekends[1], why="No hall.", at=MARCH)
    refused("suspended", invite_team, event=weekends[2], **named_by(ash, cast))
    assert enter(cast, weekends[3], ash).state == "entered"


def test_a_team_with_a_suspended_player_is_refused_whole_and_it_counts(
    cast: Cast, weekends: list[Event]
) -> None:
    ash, birch = cast.players[:2]
    suspended(cast, weekends[0], ash)
    team: dict[str, Any] = {"by": cast.director, "name": "Trees", "players": {"A": birch, "B": ash}}
    refused("suspended", enter_team, event=weekends[1], **team)
    assert not weekends[1].teams.exists()
    assert SatOut.objects.get().event == weekends[1]
    assert enter_team(event=weekends[2], at=MARCH, **team).number == 1


def test_a_suspended_substitute_or_player_at_the_door_is_refused_and_it_counts(
    cast: Cast, weekends: list[Event]
) -> None:
    ash, birch, cedar = cast.players[:3]
    suspended(cast, weekends[0], ash)
    late(cast, weekends[0], ash, kind="disruption", what="Once more.")
    team = enter_team(
        by=cast.director, event=weekends[1], name="Trees", players={"A": birch, "B": cedar}, at=MARCH
    )
    arguments: dict[str, Any] = {
        "team": team,
        "letter": "A",
        "comes": ash,
        "why": "Birch is ill.",
        "at": MARCH,
    }
    refused("suspended", substitute, by=cast.director, **arguments)
    assert [sat_out.event for sat_out in SatOut.objects.all()] == [weekends[1]]
    refused("suspended", add_player, by=cast.director, event=weekends[2], person=ash, at=MARCH)
    assert [sat_out.event for sat_out in SatOut.objects.all()] == [weekends[1], weekends[2]]
    assert enter(cast, weekends[3], ash).state == "entered"
    assert team.members.get(until__isnull=True, letter="A").entry.person == birch
