"""Who comes late: what a game's own book says of it by the clock, as data.

Purpose: whoever runs an event notes who came, and when; the format asks its engine what follows, and the
site proposes it.
Terms: came (to register, or to his seat), sitting (a round, or a stage of a playoff, which counts on after
the rounds), call (the director says that it begins), after (how long after the moment that counts: the start
of the event, in a later sitting its call), forfeited (a game that is lost without play).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.formats.fields import Body, Said
from tournaments.formats.slips import EventHead, Standing

REGISTERED: Final = 0
"""Where a round is named: none, somebody came to register."""
AT_THE_START: Final = (REGISTERED, 1)
"""What counts from the start of the event."""
BEGINS: Final = "begins"
NOW: Final = "now"
TAKEN_BACK: Final = "taken-back"
AGO: Final = "ago"
"""On the slip of a call: the field that says whether the sitting begins, its two answers, and so many minutes
before the slip was handed in."""


class Came(NamedTuple):
    """`round` is the one for which somebody came to his seat, or `REGISTERED`."""

    round: int
    after: dt.timedelta


class Lost(NamedTuple):
    """What is handed in where a game is lost: at which place, and what is typed there; nothing where that
    stands there already, or where the game was `played` and its sheet is not written over."""

    place: str
    typed: Body | None
    played: bool = False


class Sitting(NamedTuple):
    """`call` is the place of the slip by which it is called, "" where it counts from the start of the event;
    `sheets` are by team the places of its own game's sheet; `unseated` says what becomes of a late team that
    has none."""

    number: int
    title: Said
    call: str
    sheets: Mapping[int, str]
    unseated: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """By `rule`, a violation of the canon `kind`, with the step of its ladder; without one a game is lost."""

    rule: str
    words: Said
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """`rule` is the section by which somebody is late for a sitting, or to register; `late` is None for who
    came in time; `sittings` are those so far, in their order; `lost` says how what stands on a sheet becomes
    a game lost by a team."""

    rule: Callable[[int], str]
    late: Callable[[Came], Late | None]
    sittings: Callable[[EventHead, Standing], Sequence[Sitting]]
    lost: Callable[[Standing, str, int], Lost]
