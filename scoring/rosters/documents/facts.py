"""What a printed roster says, as frozen data.

Invariant: the same facts give the same bytes, in every process and on every day."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.press.letterhead import authority_name
from scoring.rosters.lines import RosterLine

TEMPLATES = Path(__file__).resolve().parent / "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterTotal:
    """The sum over some lines of a roster."""

    label: str
    players: int
    points: Decimal
    blue_points: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterFacts:
    """One roster: the points of a card game recorded as of a 15 May or a 15 November."""

    as_of: date
    lines: tuple[RosterLine, ...]  # in any order; the document sorts
    published_on: date | None = None  # None: a working copy, says so on every page
    serial: str = ""  # "Roster 1966/2"; empty for a working copy
    inputs_hash: str = ""  # of what it was compiled from; printed at the end
    registrar: str = ""
    brought_forward: Decimal = Decimal("0.0")  # of the points, what comes from the time before this system
    club: str = ""  # the part of one club; `lines` are its members
    card_game: str = WHOOPIE.name
    demo: bool = False
    authority: str = field(default_factory=authority_name)


def total(label: str, lines: Iterable[RosterLine]) -> RosterTotal:
    held = list(lines)
    return RosterTotal(
        label=label,
        players=len(held),
        points=sum((line.points for line in held), Decimal("0.0")),
        blue_points=sum((line.blue_points for line in held), Decimal("0.0")),
    )


def grouped(
    lines: Iterable[RosterLine], key: Callable[[RosterLine], str]
) -> list[tuple[str, list[RosterLine]]]:
    """Lines by a label, in the order in which the labels first appear."""
    groups: dict[str, list[RosterLine]] = {}
    for line in lines:
        groups.setdefault(key(line), []).append(line)
    return list(groups.items())
