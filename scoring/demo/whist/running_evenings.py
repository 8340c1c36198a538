"""Two whist evenings under way in the demo season: four pairs of Columbus Whist and six of Bid Whist.

Purpose: their pads and floors can be tried: a round that is over, one in the middle, a sheet to sign, a sheet
to come, and one that tells otherwise than a ruling about it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from rules_engine.bid_whist.random.hands import RandomSheets
from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whist.bid_whist import typed_sheet
from scoring.demo.whist.columbus import sheet_at, signed_sheet
from scoring.demo.whist.slips import Typed, hand_in
from scoring.demo.whist.teams import enter_teams, let_all_in, team_event
from scoring.demo.whoopie.evening import free_executor
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import settle_entry_fees
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.justice.rulings.services.rulings import rule_on
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.event_folders import folder_of

CLUB: Final = 0
COLUMBUS: Final = "Columbus Whist at the Mill 2026"
BID: Final = "Friday Night Special of Bid Whist 2026"
SEED: Final = "1966"
HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)
NAMES: Final = ("Barley", "Oats", "Rye", "Wheat", "Millet", "Maize")


def play_two_evenings(authority: DemoAuthority, day: dt.date) -> None:
    """Both up to the middle of their second round."""
    opens = noon(day, 18)
    _play_columbus(authority, authority.players[:8], opens)
    _play_bid(authority, authority.players[-12:], opens)


def _play_columbus(authority: DemoAuthority, people: Sequence[Person], opens: dt.datetime) -> None:
    event = _begun(authority, COLUMBUS, "columbus-whist", people, opens)
    director, second = authority.directors[CLUB], authority.officers[CLUB]
    game = _seated(authority, event, opens, {"games": 6, "qualifiers": 2, "pot_cents": 500})
    tables = folder_of(game).head.rounds[0]
    first = {
        f"g1-t{table}": signed_sheet(event, "", teams) | {"first-club": "1"}
        for table, teams in enumerate(tables, start=1)
    }
    hand_in(game, director, second, first, opens + HOUR)
    _rule(authority, game, opens + HOUR)
    game = _seated(authority, event, opens + HOUR, None)
    teams = folder_of(game).head.rounds[1][0]
    sheet = {"g2-t1": sheet_at("", teams) | {"first-club": "1"}}
    hand_in(game, director, second, sheet, opens + 2 * HOUR, unsigned=["g2"])


def _play_bid(authority: DemoAuthority, people: Sequence[Person], opens: dt.datetime) -> None:
    event = _begun(authority, BID, "bid-whist", people, opens)
    sheets = RandomSheets(Random(SEED), 0.0)
    for number, due in ((1, 3), (2, 1)):
        at = opens + number * HOUR
        game = _seated(authority, event, at, {"tournament": "friday-night-special"} if number == 1 else None)
        tables = folder_of(game).head.rounds[-1]
        stack: dict[str, Typed] = {}
        for table, (stays, moves) in enumerate(tables[:due], start=1):
            stack |= typed_sheet(f"r{number}-t{table}", sheets.sheet(table, (stays, moves), 0.0))
        hand_in(game, authority.directors[CLUB], authority.officers[CLUB], stack, at, unsigned=["r2"])


def _rule(authority: DemoAuthority, game: Game, at: dt.datetime) -> None:
    """A renege at the first table, whose sheet was read in as it was played."""
    offender = folder_of(game).head.rounds[0][0][0]
    rule_on(
        by=authority.directors[CLUB],
        game=game,
        irregularity="columbus-whist-renege",
        facts={"place": "g1-t1", "team": str(offender), "found": "yes", "hand": "3"},
        what="A diamond was found under the heart that was played to diamonds.",
        reason="The books were turned over, and it was a renege.",
        at=at,
    )


def _begun(
    authority: DemoAuthority, name: str, format_slug: str, people: Sequence[Person], opens: dt.datetime
) -> Event:
    """An event whose pairs are there and have paid."""
    director = authority.directors[CLUB]
    event = team_event(
        authority,
        CLUB,
        opens,
        hours=6,
        paid_after=4 * 24,
        at=opens - 29 * DAY,
        name=name,
        place="The Mill",
        format_slug=format_slug,
    )
    enter_teams(director, event, NAMES[: len(people) // 2], people, opens - 5 * DAY)
    let_all_in(director, event, opens - HOUR / 2)
    entries = list(event.entries.all())
    settle_entry_fees(by=director, event=event, entries=entries, to=Entry.Fee.PAID, at=opens - HOUR / 2)
    return event


def _seated(
    authority: DemoAuthority, event: Event, at: dt.datetime, planned: Mapping[str, Any] | None
) -> Game:
    """The next round, drawn and confirmed."""
    director = authority.directors[CLUB]
    next_round = plan_round(
        by=director, event=event, planned=planned, seed=f"{SEED}, {at:%H}", mode="draw", at=at
    )
    [game] = confirm_round(by=director, round=next_round, at=at)
    if game.acting_executor is None:
        executor = free_executor(authority, game)
        appoint_acting_executor(by=authority.managing, game=game, appointment=executor, at=at)
    return Game.objects.select_related("event").get(pk=game.pk)
