"""`python -m rules_engine random military-whist/1 --tables 2..60 --seed N`: a legal random event."""

import argparse
from collections.abc import Mapping
from random import Random
from typing import Any

from rules_engine.console.arguments import add_detail, add_mishaps, within
from rules_engine.military_whist.levels import BY_NAME
from rules_engine.military_whist.movement import FEWEST_TABLES, MOST_HANDS, MOST_TABLES, ORDERS
from rules_engine.military_whist.random.event import random_event

_DETAILS = ("tricks", "flags", "counts")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of Military Whist's records."""
    parser.add_argument(
        "--tables",
        type=_tables,
        default=(16, 16),
        metavar="N",
        help="2 to 60, or a range 2..60; 16 by default",
    )
    parser.add_argument("--level", choices=tuple(BY_NAME), default="open", help="open by default")
    parser.add_argument(
        "--days", type=_days, metavar="15+15,20", help="hands of each session of each day; the level's own"
    )
    parser.add_argument("--moves", choices=ORDERS, default="circle", help="how pairs move; circle by default")
    add_mishaps(parser)
    add_detail(parser, _DETAILS, "tricks, flags that moved, or counts of the day")


def record(arguments: argparse.Namespace) -> Mapping[str, object]:
    """The record asked for."""
    event = random_event(
        Random(arguments.seed).randint(*arguments.tables),
        arguments.seed,
        level=arguments.level,
        days=arguments.days,
        moves=arguments.moves,
        mishaps=arguments.mishaps,
    )
    return without(event, arguments.detail)


def without(event: dict[str, Any], detail: str) -> dict[str, Any]:
    """The event told in less detail: without the tricks, or by the counts of each day alone."""
    for day in event["days"]:
        if detail == "counts":
            del day["hands"]
        elif detail == "flags":
            for hand in day["hands"]:
                del hand["tricks"]
                hand.pop("incidents", None)
    return event


_tables = within(
    FEWEST_TABLES,
    MOST_TABLES,
    expected="a number from 2 to 60, or a range such as 8..16",
    beyond=f"an event has from {FEWEST_TABLES} to {MOST_TABLES} tables",
)


def _days(text: str) -> tuple[tuple[int, ...], ...]:
    try:
        days = tuple(tuple(int(hands) for hands in day.split("+")) for day in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError("sessions such as 15+15,20") from None
    if min(map(min, days)) < 1 or sum(map(sum, days)) > MOST_HANDS:
        raise argparse.ArgumentTypeError(f"sessions of at least one hand, {MOST_HANDS} together at most")
    return days
