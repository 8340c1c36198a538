"""The Main Event of Bid Whist to its end: two seats decided, the bracket of sixteen, and a suspension.

One pair plays a single hand for the sixteenth seat, one does not come to its match, the losers of the
semi-finals play for the third place; it is certified the same night. Somebody who was loud twice is suspended
from the next event of Bid Whist that he enters, and refused there.
"""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from random import Random
from typing import Final

from rules_engine.bid_whist.random.hands import RandomSheets
from sanctioning.kit.clock import noon
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.demo.authority.applications import sanctioned_event
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whist.bid_whist import CLUB, FEE, HOUR, MINUTE, NAME, PLAYED, typed_hand, typed_sheet
from scoring.demo.whist.slip_stacks import Typed, certify, hand_in
from tournaments.events.models.event import Event
from tournaments.events.terms import EventTerms
from tournaments.formats.slips import Due
from tournaments.games.models import Game
from tournaments.justice.canons.services import note_violation
from tournaments.slips.services.event_slips import folder_of
from tournaments.teams.models.team import TeamMember
from tournaments.teams.services.teams import enter_team

EVENING: Final = noon(PLAYED, 19)
STAGES: Final = (16, 8, 4, 2)
ABSENT: Final = "b16-6"
LOUD: Final = 3
NEXT: Final = dt.date(2026, 12, 19)
SEED: Final = "the bracket"
TIE: Final = "seat-tie"


def play_bracket(authority: DemoAuthority) -> None:
    director, second = authority.directors[CLUB], authority.officers[CLUB]
    game = Game.objects.get(event__name=NAME)
    sheets = RandomSheets(Random(SEED), 0.0)
    hand_in(game, director, second, _ties(game, sheets), EVENING)
    loud = TeamMember.objects.get(team__event=game.event, team__number=LOUD, letter="A").entry.person
    _loud(director, game.event, loud, "He shouted across the hall at the third table.", EVENING - 2 * HOUR)
    for number, teams in enumerate(STAGES, start=1):
        at = EVENING + number * 40 * MINUTE
        hand_in(game, director, second, _matches(game, sheets, teams), at)
    _loud(director, game.event, loud, "He went on shouting at those who played.", EVENING + HOUR)
    certify(game, director, second, EVENING + 4 * HOUR, 10 * MINUTE)
    _refused_at_the_next(authority, loud)


def _ties(game: Game, sheets: RandomSheets) -> dict[str, Typed]:
    """Equal teams inside the field as they were drawn; the two at the last seat by one hand."""
    return {
        place: _decided(due, sheets) for place, due in folder_of(game).due.items() if place.startswith(TIE)
    }


def _decided(due: Due, sheets: RandomSheets) -> Typed:
    if not due.teams:
        return {field.name: str(field.initial) for field in due.fields}
    team, other = due.teams
    hand, points = sheets.hand((team, other), 0.1)
    return {"hands": [typed_hand(hand)], "winner": str(team if points[0] > points[1] else other)}


def _matches(game: Game, sheets: RandomSheets, teams: int) -> dict[str, Typed]:
    """The matches of a stage; beside the final the one for the third place."""
    prefixes = (f"b{teams}-", "third") if teams == STAGES[-1] else (f"b{teams}-",)
    stack: dict[str, Typed] = {}
    for due in folder_of(game).due.values():
        if due.teams and due.place.startswith(prefixes):
            stack |= _match(sheets, due)
    return stack


def _match(sheets: RandomSheets, due: Due) -> dict[str, Typed]:
    team, other = due.teams
    if due.place == ABSENT:
        return {due.place: {"forfeit": str(other)}}
    return typed_sheet(due.place, sheets.sheet(due.table, (team, other), 0.05))


def _loud(by: Person, event: Event, person: Person, what: str, at: dt.datetime) -> None:
    note_violation(by=by, event=event, person=person, kind="disruption", what=what, at=at)


def _refused_at_the_next(authority: DemoAuthority, loud: Person) -> None:
    """An event to come: whoever is suspended is refused there with his partner, others are entered."""
    director = authority.directors[CLUB]
    starts = noon(NEXT, 10)
    event = sanctioned_event(
        authority,
        CLUB,
        name="Christmas Early Bird of Bid Whist 2026",
        place="The Lodge, upper hall",
        starts_at=starts,
        ends_at=starts + 6 * HOUR,
        format_slug="bid-whist",
        terms=EventTerms(entry_fee=FEE),
        at=EVENING + 24 * HOUR,
        paid=EVENING + 30 * HOUR,
    )
    others = sorted(
        (player for player in authority.players if player != loud), key=lambda player: player.number
    )
    at = EVENING + 40 * HOUR
    with suppress(Refusal):
        enter_team(by=director, event=event, name="Loud", players={"A": loud, "B": others[0]}, at=at)
    for number, name in enumerate(("Candles", "Robins"), start=1):
        pair = {"A": others[2 * number], "B": others[2 * number + 1]}
        enter_team(by=director, event=event, name=name, players=pair, at=at)
