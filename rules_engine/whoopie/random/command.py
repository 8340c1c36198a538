"""`python -m rules_engine random --players 3..10 --seed N`: a legal random game as a record."""

import argparse
from collections.abc import Mapping
from random import Random

from rules_engine.console.arguments import add_mishaps, within
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.random.game import random_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of Whoopie's records."""
    parser.add_argument(
        "--players", type=_players, required=True, metavar="N", help="3 to 10, or a range 3..10"
    )
    parser.add_argument("--stanzas", type=_positive, metavar="N", help="how many; one full cycle by default")
    add_mishaps(parser)
    parser.add_argument("--changes", action="store_true", help="let players leave, return and join")
    parser.add_argument(
        "--level", choices=("play", "score"), default="play", help="with the cards, or without"
    )


def record(arguments: argparse.Namespace) -> Mapping[str, object]:
    """The record asked for."""
    low, high = arguments.players
    players = Random(arguments.seed).randint(low, high)
    newcomers = [f"p{number:02d}" for number in range(players + 1, players + 6)]
    game = random_game(
        players,
        arguments.seed,
        stanzas=arguments.stanzas,
        mishaps=arguments.mishaps,
        newcomers=newcomers,
        changes=arguments.changes,
    )
    if arguments.level == "score":
        for stanza in game["stanzas"]:
            del stanza["hands"], stanza["tricks"]
    return game


_players = within(
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    expected="a number from 3 to 10, or a range such as 3..10",
    beyond="a table has from 3 to 10 players",
)


def _positive(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError("a number from 1 to 1000")
    return int(text)
