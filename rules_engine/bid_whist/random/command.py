"""`python -m rules_engine random bid-whist/1 --teams 2..512 --seed N`: a legal random tournament."""

import argparse
from collections.abc import Mapping
from random import Random
from typing import Any

from rules_engine.bid_whist.pairing import FEWEST_TEAMS, MOST_TEAMS
from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.bid_whist.timetable import BY_NAME, MAIN_EVENT
from rules_engine.console.arguments import add_detail, add_mishaps, within

_DETAILS = ("calls", "hands", "points")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of Bid Whist's records."""
    parser.add_argument(
        "--teams",
        type=_teams,
        default=(37, 37),
        metavar="N",
        help="2 to 512, or a range 2..512; 37 by default",
    )
    parser.add_argument(
        "--tournament", choices=tuple(BY_NAME), default=MAIN_EVENT, help=f"{MAIN_EVENT} by default"
    )
    add_mishaps(parser)
    add_detail(parser, _DETAILS, "the bidding too, hands, or points of rounds")


def record(arguments: argparse.Namespace) -> Mapping[str, object]:
    """The record asked for."""
    document = random_tournament(
        Random(arguments.seed).randint(*arguments.teams),
        arguments.seed,
        tournament=arguments.tournament,
        mishaps=arguments.mishaps,
    )
    return without(document, arguments.detail)


def without(document: dict[str, Any], detail: str) -> dict[str, Any]:
    """The tournament told in less detail: without the bidding, or by the points of each round alone."""
    games = [game for games in document["rounds"] for game in games]
    games += [game for stage in document["playoff"] for game in stage["games"]]
    games += [document["third"]] if "third" in document else []
    for game in games:
        if detail == "points":
            game.pop("hands", None)
            if game.pop("extra", None) is not None:
                game["ruling"] = "won by one more hand"
        elif detail == "hands":
            for hand in [*game.get("hands", []), *([game["extra"]] if "extra" in game else [])]:
                del hand["calls"], hand["first"]
    return document


_teams = within(
    FEWEST_TEAMS,
    MOST_TEAMS,
    expected="a number from 2 to 512, or a range such as 16..64",
    beyond=f"a tournament has from {FEWEST_TEAMS} to {MOST_TEAMS} teams",
)
