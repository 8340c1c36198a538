"""Tournaments of Bid Whist for tests: seated as a record of the engine has them, sheets typed as it tells."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.demo.whist.bid_whist import typed_hand
from tests.cast import MARCH, Cast
from tests.support.kept_steps import kept_step
from tests.support.team_events import enter_teams, team_event, teams_at_once
from tournaments.entries.services.check_in import settle_entry_fee
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.models import Slip
from tournaments.slips.services.slips import Reported, report_slips
from tournaments.teams.models.team import Team

RULESET: Final = "cardsharks"
MAIN: Final = {"tournament": "main-event"}


@kept_step
def tournament_of(cast: Cast, count: int) -> tuple[Event, list[Team]]:
    """An event with so many pairs, all of them there and paid."""
    event = team_event(cast, "bid-whist", RULESET)
    return event, enter_teams(cast, event, count)


def pay_all(cast: Cast, event: Event) -> None:
    for entry in event.entries.all():
        settle_entry_fee(by=cast.director, entry=entry, to="paid", at=MARCH)


@kept_step
def seat_round(
    cast: Cast, event: Event, teams: Sequence[Team], games: Sequence[Mapping[str, Any]], *, why: str = ""
) -> Game:
    """The next round as the games of a record have it, by hand; `why` it begins before the last is over."""
    leads = {team.number: team.members.get(letter="A").entry.person.number for team in teams}
    tables = [
        [f"{'+' if game.get('picked') == number else ''}{leads[number]}" for number in game["teams"]]
        for game in sorted(games, key=lambda game: game["table"])
    ]
    first = not event.games.exists()
    new_round = plan_round(
        by=cast.director, event=event, planned=MAIN if first else None, mode="hand", tables=tables, at=MARCH
    )
    [game] = confirm_round(by=cast.director, round=new_round, why=why, at=MARCH)
    if not first:
        return game
    executor = cast.executor_appointment
    return appoint_acting_executor(by=cast.managing, game=game, appointment=executor, at=MARCH)


def report_round(cast: Cast, game: Game, number: int, games: Sequence[Mapping[str, Any]]) -> list[Slip]:
    """The sheets of a round as the games of a record tell them, in one stack."""
    stack = [typed for game in games for typed in sheets(f"r{number}-t{game['table']}", game)]
    return report_slips(by=cast.director, game=game, reported=stack, at=MARCH)


def sheets(place: str, game: Mapping[str, Any]) -> list[Reported]:
    """A game of a record as it is typed: its sheet and, where the round was tied, one hand more."""
    stack = [Reported(place=place, typed=sheet_typed(game), idempotency_key=place)]
    if "extra" in game:
        more = f"{place}-more"
        typed = {"hands": [hand_typed(game["extra"])], "winner": str(game["winner"])}
        stack.append(Reported(place=more, typed=typed, idempotency_key=more))
    return stack


def sheet_typed(game: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a sheet as somebody types a game of a record into them."""
    if "forfeit" in game:
        gone = game["forfeit"]
        return {"forfeit": str(gone[0]) if len(gone) == 1 else "both"}
    typed: dict[str, Any] = {"signed": "both", "brought": str(game["teams"][1])}
    typed["hands"] = [hand_typed(hand) for hand in game["hands"]]
    if "extra" not in game:
        typed["winner"] = str(game["winner"])
    return typed


def hand_typed(hand: Mapping[str, Any]) -> dict[str, str]:
    """A hand of a record as it is typed, with its bidding."""
    called = {"first": str(hand["first"]), "calls": ", ".join(hand["calls"])} if hand.get("calls") else {}
    return typed_hand(hand) | called


def decider_typed(decider: Mapping[str, Any]) -> dict[str, Any]:
    """How equal teams of a record were told apart, as it is typed."""
    if decider["by"] == "hand":
        return {"hands": [hand_typed(decider["hand"])], "winner": str(decider["order"][0])}
    places = {f"order-{team}": str(at) for at, team in enumerate(decider["order"], start=1)}
    return {**places, "why": "The Director has decided."}


def many_teams(cast: Cast, count: int, at: dt.datetime = MARCH) -> Event:
    """An event with so many pairs, written at once."""
    return teams_at_once(cast, "bid-whist", RULESET, count, at)
