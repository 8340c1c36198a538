"""A Saturday Main Event of Bid Whist: thirty-seven pairs, two of them late, four rounds in and signed.

The rounds are drawn one after the other, an odd team's guest with each; what is left is the playoff.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from random import Random
from typing import Any, Final

from rules_engine.bid_whist.random.hands import RandomSheets
from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from scoring.demo.authority.applications import sanctioned_event
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.authority.law import adopt_book
from scoring.demo.facts import read_facts
from scoring.demo.whist.slip_stacks import Typed, hand_in
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in_all, settle_entry_fees
from tournaments.entries.services.prepaid_drawing import draw_refund
from tournaments.events.models.event import Event
from tournaments.events.terms import EventTerms
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.formats.bid_whist.calls_to_play import call_of_round
from tournaments.formats.lateness import AGO, BEGINS, NOW
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round, seat_round_again
from tournaments.slips.services.event_slips import folder_of
from tournaments.teams.services.teams import enter_team

PLAYED: Final = dt.date(2026, 11, 14)
NAME: Final = "Saturday Main Event of Bid Whist 2026"
CLUB: Final = 0
SEED: Final = "Main Event 1966"
PLAN: Final = {"tournament": "main-event"}
ROUNDS: Final = 4
MINUTES_PLAYED: Final = "20"
TEAMS: Final = 37
LATE: Final = 2
PREPAID: Final = 12
FEE: Final = Decimal(50)
MISHAPS: Final = 0.5
HOUR, MINUTE = dt.timedelta(hours=1), dt.timedelta(minutes=1)
FACTS: Final = read_facts("whist")
NAMES: Final[list[str]] = FACTS["teams"]
GUESTS: Final[list[str]] = FACTS["guests"]


def play_bid_whist(authority: DemoAuthority) -> None:
    """The Main Event up to its standings: the seeds wait for the equal teams among them."""
    starts = noon(PLAYED, 14)
    director, second = authority.directors[CLUB], authority.officers[CLUB]
    event = _event(authority, starts)
    people = _pairs(authority, starts - 400 * HOUR)
    for at in range(TEAMS - LATE):
        days = 4 + at % 25
        _enter(event, director, people, at, starts - days * 24 * HOUR)
    _draw_refund(event, director, starts)
    _take_in(event, director, starts - 20 * MINUTE)
    next_round = plan_round(by=director, event=event, planned=PLAN, seed=SEED, at=starts - 10 * MINUTE)
    for at in range(TEAMS - LATE, TEAMS):
        _enter(event, director, people, at, starts + (at % 10) * MINUTE)
    _take_in(event, director, starts + 12 * MINUTE)
    why = f"Teams {TEAMS - 1} and {TEAMS} came before the doors closed."
    next_round = seat_round_again(
        by=director, round=next_round, why=why, mode="draw", at=starts + 16 * MINUTE
    )
    [game] = confirm_round(by=director, round=next_round, at=starts + 17 * MINUTE)
    appoint_acting_executor(by=authority.managing, game=game, appointment=authority.executors[1], at=starts)
    sheets = RandomSheets(Random(SEED), MISHAPS)
    for number in range(1, ROUNDS + 1):
        begins = starts + number * HOUR
        if number > 1:
            next_round = plan_round(
                by=director, event=event, seed=f"{SEED}, {number}", at=begins - 20 * MINUTE
            )
            confirm_round(by=director, round=next_round, at=begins - 19 * MINUTE)
        _play_round(game, director, second, sheets, number, begins)


def _play_round(
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
    hand_in(game, by, second, stack, at + 5 * MINUTE, unsigned=(call,))


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


def _enter(event: Event, by: Person, people: Sequence[Person], at: int, entered: dt.datetime) -> None:
    pair = {"A": people[2 * at], "B": people[2 * at + 1]}
    enter_team(by=by, event=event, name=NAMES[at], players=pair, at=entered)


def _draw_refund(event: Event, by: Person, starts: dt.datetime) -> None:
    """Some pay days before, and are in the drawing that is held before the doors open."""
    early = list(event.entries.order_by("pk")[:PREPAID])
    settle_entry_fees(by=by, event=event, entries=early, to="paid", at=starts - 96 * HOUR)
    draw_refund(by=by, event=event, seed=SEED, at=starts - HOUR)


def _take_in(event: Event, by: Person, at: dt.datetime) -> None:
    """Whoever is not yet there comes, and pays who has not prepaid."""
    came = list(event.entries.filter(checked_in_at__isnull=True))
    owing = [entry for entry in came if entry.fee_state == Entry.Fee.UNPAID]
    settle_entry_fees(by=by, event=event, entries=owing, to="paid", at=at)
    check_in_all(by=by, event=event, entries=came, at=at)


def _pairs(authority: DemoAuthority, at: dt.datetime) -> list[Person]:
    """Everybody who plays in the season, and as many guests as the pairs need."""
    known = sorted(authority.players, key=lambda player: player.number)
    guests = []
    for name in GUESTS[: 2 * TEAMS - len(known)]:
        given, family = name.split()
        guests.append(register_person(by=authority.registrar, given_names=given, family_name=family, at=at))
    return [*known, *guests]


def _event(authority: DemoAuthority, starts: dt.datetime) -> Event:
    adopt_book(
        authority,
        slug="cardsharks",
        format_slug="bid-whist",
        title="Cardsharks' Bid Whist guide",
        sections=[*map(str, range(1, 8))],
        at=starts - 720 * HOUR,
    )
    return sanctioned_event(
        authority,
        CLUB,
        name=NAME,
        place="The Lodge, upper hall",
        starts_at=starts,
        ends_at=starts + 9 * HOUR,
        format_slug="bid-whist",
        terms=EventTerms(entry_fee=FEE, entries_until=PLAYED - dt.timedelta(days=3)),
        at=starts - 710 * HOUR,
        paid=starts - 700 * HOUR,
    )
