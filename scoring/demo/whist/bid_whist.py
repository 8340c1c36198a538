"""Bid Whist in the demo season: pairs that enter, rounds whose sheets come to the desk, ties and matches."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from rules_engine.bid_whist.random.hands import RandomSheets
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.facts import read_facts
from scoring.demo.whist.slips import Typed, hand_in
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in_all, settle_entry_fees
from tournaments.events.models.event import Event
from tournaments.formats.bid_whist.calls_to_play import call_of_round
from tournaments.formats.lateness import AGO, BEGINS, NOW
from tournaments.formats.slips import Due
from tournaments.games.models import Game
from tournaments.slips.event_folders import folder_of
from tournaments.teams.services.teams import enter_team

MINUTES_PLAYED: Final = "20"
LATE: Final = 2
FINAL: Final = 2
TIE: Final = "seat-tie"
MINUTE, DAY = dt.timedelta(minutes=1), dt.timedelta(days=1)
FACTS: Final = read_facts("whist")
NAMES: Final[list[str]] = FACTS["teams"]
GUESTS: Final[list[str]] = FACTS["guests"]


def register_guests(authority: DemoAuthority, at: dt.datetime) -> list[Person]:
    return [
        register_person(by=authority.registrar, given_names=given, family_name=family, at=at)
        for given, family in (name.split() for name in GUESTS)
    ]


def enter_pairs(
    by: Person, event: Event, players: Sequence[Person], guests: Sequence[Person], at: dt.datetime
) -> list[Person]:
    """All pairs but the late ones, days before the event; gives everybody who plays in one."""
    people = [*players, *guests]
    for number, name in enumerate(NAMES[:-LATE]):
        pair = dict(zip("AB", people[2 * number : 2 * number + 2], strict=True))
        enter_team(by=by, event=event, name=name, players=pair, at=at - (4 + number % 25) * DAY)
    return people


def take_in(by: Person, event: Event, at: dt.datetime) -> None:
    """Whoever is not yet there comes, and pays who has not prepaid."""
    came = list(event.entries.filter(checked_in_at__isnull=True))
    owing = [entry for entry in came if entry.fee_state == Entry.Fee.UNPAID]
    settle_entry_fees(by=by, event=event, entries=owing, to="paid", at=at)
    check_in_all(by=by, event=event, entries=came, at=at)


def random_sheets(seed: str, mishaps: float) -> RandomSheets:
    return RandomSheets(Random(seed), float(mishaps))


def play_bid_round(
    game: Game, by: Person, second: Person, sheets: RandomSheets, number: int, at: dt.datetime
) -> None:
    """The director calls the round; every table plays its four hands, and its sheet comes to the desk in one
    stack and is signed by another."""
    tables = folder_of(game).head.rounds[-1]
    call = call_of_round(number)
    stack: dict[str, Typed] = {call: {BEGINS: NOW, AGO: MINUTES_PLAYED}} if number > 1 else {}
    for table, (stays, moves) in enumerate(tables, start=1):
        played = sheets.sheet(table, (stays, moves), (moves - stays) / 200)
        stack |= typed_sheet(f"r{number}-t{table}", played)
    hand_in(game, by, second, stack, at + 5 * MINUTE, unsigned=[call])


def play_ties(game: Game, by: Person, second: Person, sheets: RandomSheets, at: dt.datetime) -> None:
    """Equal teams inside the field as they were drawn; the two at the last seat by one hand."""
    due_slips = folder_of(game).due.items()
    ties = {place: _decided(due, sheets) for place, due in due_slips if place.startswith(TIE)}
    hand_in(game, by, second, ties, at)


def _decided(due: Due, sheets: RandomSheets) -> Typed:
    if not due.teams:
        return {field.name: str(field.initial) for field in due.fields}
    team, other = due.teams
    hand, points = sheets.hand((team, other), 0.1)
    return {"hands": [typed_hand(hand)], "winner": str(team if points[0] > points[1] else other)}


def play_stage(
    game: Game,
    by: Person,
    second: Person,
    sheets: RandomSheets,
    teams: int,
    at: dt.datetime,
    absent: str = "",
) -> None:
    """The matches of a stage, to one of which a pair does not come; beside the final the one for the third
    place."""
    prefixes = (f"b{teams}-", "third") if teams == FINAL else (f"b{teams}-",)
    stack: dict[str, Typed] = {}
    for due in folder_of(game).due.values():
        if due.teams and due.place.startswith(prefixes):
            team, other = due.teams
            if due.place == absent:
                stack[due.place] = {"forfeit": str(other)}
            else:
                stack |= typed_sheet(due.place, sheets.sheet(due.table, (team, other), 0.05))
    hand_in(game, by, second, stack, at)


def typed_sheet(place: str, played: Mapping[str, Any]) -> dict[str, Typed]:
    """A game as a table hands it in: its sheet and, where it was tied, one hand more."""
    sheet = {"hands": _hands(played["hands"]), "signed": "both", "brought": str(played["teams"][1])}
    if "extra" not in played:
        return {place: {**sheet, "winner": str(played["winner"])}}
    more = {"hands": _hands([played["extra"]]), "winner": str(played["winner"])}
    return {place: sheet, f"{place}-more": more}


def _hands(hands: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    return [typed_hand(hand) for hand in hands]


def typed_hand(hand: Mapping[str, Any]) -> dict[str, str]:
    written = {"by": str(hand["bidder"]), "bid": str(hand["bid"])} if "bid" in hand else {}
    if "renege" not in hand:
        return {**written, "end": "set" if "set" in hand else str(hand["made"])}
    called = hand["renege"]
    fault = "book-turned-again" if called.get("warned") else called["fault"]
    improper = {"said": str(called["improper"])} if "improper" in called else {}
    return {**written, "end": "renege", "fault": fault, "against": str(called["by"]), **improper}
