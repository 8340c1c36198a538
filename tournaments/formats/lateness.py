"""Who comes late: what a game's own book says of it by the clock, as data.

Purpose: whoever runs an event notes who came, and when; the format asks its engine what follows, and the
house proposes it.
Terms: came (to register, or to his seat in a round), after (how long after the moment that counts: the start
of the event, in a later round its call), forfeited (a game that is lost without play).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tournaments.formats.fields import Said
from tournaments.formats.slips import EventHead, Standing

REGISTERED: Final = 0
"""Where a round is named: none, somebody came to register."""
AT_THE_START: Final = (REGISTERED, 1)
"""What counts from the start of the event."""


class Came(NamedTuple):
    """`round` is the one for which somebody came to his seat, or `REGISTERED`."""

    round: int
    after: dt.timedelta


class Lost(NamedTuple):
    """What is handed in where a game is lost: at which place, and what is typed there; nothing where that
    stands there already."""

    place: str
    typed: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """By `rule`, a violation of the canon `kind`, with the step of its ladder; without one a game is lost."""

    rule: str
    words: Said
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """`rule` is the section by which somebody is late for a round, or to register; `late` is None for who
    came in time; `lost` says how a round's game of a team is written as lost, None where it has none;
    `unseated` what becomes of a late team that has none."""

    rule: Callable[[int], str]
    late: Callable[[Came], Late | None]
    lost: Callable[[EventHead, Standing, int, int], Lost | None]
    unseated: Said
