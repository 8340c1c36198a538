"""`python -m rules_engine random columbus-whist/1 --teams 2..1000 --seed N`: a legal random event."""

import argparse
from collections.abc import Mapping
from random import Random
from typing import Any

from rules_engine.columbus_whist.random.event import random_event
from rules_engine.columbus_whist.reader.event import FEWEST_TEAMS, MOST_TEAMS
from rules_engine.console.arguments import add_detail, add_mishaps, within

_DETAILS = ("bids", "books", "scores", "results")
_OF_BOOKS = ("redeals", "bids", "dealer", "trump", "first_card")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of Columbus Whist's records."""
    parser.add_argument(
        "--teams",
        type=_teams,
        default=(16, 16),
        metavar="N",
        help="an even number, or a range 8..32; 16 by default",
    )
    parser.add_argument("--qualifiers", type=int, metavar="N", help="how many go on; half by default")
    add_mishaps(parser)
    add_detail(parser, _DETAILS, "every bid, books, running scores, or results")


def record(arguments: argparse.Namespace) -> Mapping[str, object]:
    """The record asked for."""
    low, high = arguments.teams
    teams = 2 * Random(arguments.seed).randint(low // 2, high // 2)
    qualifiers = None if arguments.qualifiers is None else min(max(arguments.qualifiers, 0), teams)
    event = random_event(teams, arguments.seed, qualifiers=qualifiers, mishaps=arguments.mishaps)
    return without(event, arguments.detail)


def without(event: dict[str, Any], detail: str) -> dict[str, Any]:
    """The event told in less detail: hands without their bidding, without their books, or no hands at all."""
    games = [game for games in event["rounds"] for game in games]
    games += [game for playoff in event.get("playoffs", []) for game in playoff.get("games", [])]
    for game in games:
        if detail == "results":
            game.pop("hands", None)
        for hand in game.get("hands", []):
            for field in () if detail == "bids" else _OF_BOOKS:
                hand.pop(field, None)
            if detail == "scores":
                hand.pop("books", None)
                hand.pop("stopped", None)
    return event


_ODD = f"an even number of teams from {FEWEST_TEAMS} to {MOST_TEAMS}"
_within = within(FEWEST_TEAMS, MOST_TEAMS, expected="an even number, or a range such as 8..16", beyond=_ODD)


def _teams(text: str) -> tuple[int, int]:
    least, most = _within(text)
    if least % 2 or most % 2:
        raise argparse.ArgumentTypeError(_ODD)
    return least, most
