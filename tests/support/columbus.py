"""Events of Columbus Whist for tests: seated as a record of the engine says, its games as their slips."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.columbus_whist.game import late
from tests.cast import MARCH, Cast, sanctioned_event
from tests.support.kept_steps import kept_step
from tests.support.team_events import enter_teams, team_event
from tournaments.events.models.event import Event
from tournaments.executors.services.appointing import appoint_acting_executor
from tournaments.games.models import Game
from tournaments.rounds.services.rounds import confirm_round, plan_round
from tournaments.slips.models import Slip
from tournaments.slips.services.slips import report_slip, sign_slip
from tournaments.teams.models.team import Team

RULESET = "columbus-first-club-2016"
PLAN = {"games": 6, "qualifiers": 2, "pot_cents": 500}
LATER = MARCH + dt.timedelta(days=2)
Pairings = Sequence[Sequence[int]]


@kept_step
def columbus_event(cast: Cast, teams: int) -> tuple[Event, list[Team]]:
    event = team_event(cast, "columbus-whist", RULESET)
    return event, enter_teams(cast, event, teams)


def second_event(cast: Cast, teams: int) -> tuple[Event, list[Team]]:
    """A further event, two days later, by the rules that are in force already."""
    event = sanctioned_event(cast, name="A second evening", format_slug="columbus-whist", at=LATER)
    return event, enter_teams(cast, event, teams)


@kept_step
def seat(cast: Cast, event: Event, teams: Sequence[Team], pairings: Pairings, **plan: Any) -> Game:
    """One round, as these numbers of teams meet."""
    at = event.starts_at - dt.timedelta(hours=2)
    leads = {team.number: team.members.get(letter="A", until=None).entry.person.number for team in teams}
    tables = [[leads[number] for number in table] for table in pairings]
    planned = {**PLAN, **plan}
    new_round = plan_round(by=cast.director, event=event, planned=planned, mode="hand", tables=tables, at=at)
    [game] = confirm_round(by=cast.director, round=new_round, why="Typed in later.", at=at)
    if game.acting_executor is None:
        appointed = cast.executor_appointment
        game = appoint_acting_executor(by=cast.managing, game=game, appointment=appointed, at=at)
    return game


def hand_in(game: Game, place: str, teams: Sequence[Team], typed: Mapping[str, Any]) -> Slip:
    """What the first of two teams reports and the second signs."""
    reporter, signer = (team.members.get(letter="A").entry.person for team in teams)
    slip = report_slip(
        by=reporter, game=game, place=place, typed=typed, idempotency_key=f"{game.pk}/{place}", at=MARCH
    )
    sign_slip(by=signer, slip=slip, at=MARCH)
    return slip


def typed_of(game: Mapping[str, Any], leaver: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The slip of a game of a record; `leaver` left in it."""
    teams = game["teams"]
    hands = game.get("hands", [])
    tardy = [team for team, at in zip(teams, game.get("ready", (0, 0)), strict=True) if late(at)]
    typed: dict[str, Any] = {
        "hands": [_hand(teams, hand) for hand in hands],
        "wrong": [
            _wrong(number, hand, wrong)
            for number, hand in enumerate(hands, start=1)
            for wrong in _all_wrong(hand)
        ],
        "ending": game.get("ending"),
        "winner": game.get("winner") and str(game["winner"]),
        "first-club": str(game["first_club"]) if "first_club" in game else None,
    }
    if tardy:
        typed["late"] = str(tardy[0]) if len(tardy) == 1 else "both"
    if leaver is not None:
        typed["left"] = str(teams.index(leaver["team"]) + 1)
    for team, points in zip(teams, game.get("points", ()), strict=False):
        typed[f"points-{team}"] = points
    return typed


def _hand(teams: Sequence[int], hand: Mapping[str, Any]) -> dict[str, Any]:
    typed: dict[str, Any] = {"bid": hand["bid"], "by": str(hand["by"])}
    if "bids" in hand:
        typed["bids"] = " ".join(map(_call, hand["bids"]))
    side = teams.index(hand["by"])
    if "books" in hand:
        typed["books"] = hand["books"][side]
    if hand.get("stopped"):
        typed["others"] = hand["books"][1 - side]
    for team, points in zip(teams, hand.get("score", ()), strict=False):
        typed[f"score-{team}"] = points
    return typed | {
        column: hand[name] for name, column in (("trump", "trump"), ("first_card", "first")) if name in hand
    }


def _call(call: Any) -> str:
    if isinstance(call, str):
        return call
    if call["fault"] == "out-of-turn":
        return f"{call['bid']}@{call['seat']}"
    return f"{call['bid']}({call['said']})" if "said" in call else f"{call['bid']}!"


def _all_wrong(hand: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*hand.get("redeals", ()), *hand.get("incidents", ())]


def _wrong(number: int, hand: Mapping[str, Any], wrong: Mapping[str, Any]) -> dict[str, Any]:
    """Of conduct a sheet names the team, a record need not: here it is that of the bidders."""
    typed: dict[str, Any] = {"hand": number, "kind": wrong["kind"]}
    if wrong["kind"] == "conduct":
        typed["by"] = str(hand["by"])
    if "by" in wrong:
        typed["by"] = str(wrong["by"])
    if "found" in wrong:
        typed["found"] = "yes" if wrong["found"] else "no"
    names = (("choice", "choice"), ("turned_by", "turned"), ("note", "note"))
    return typed | {column: wrong[name] for name, column in names if name in wrong}
