"""Registration at the tournament itself, where a format has rules for it: the late fee, and the doors.

Invariants: a player enters himself until the start; from the first day on whoever runs the event registers
at the door, without a reason while the doors are open and with one after.
What a late entry costs is said by the rules of the game, such as `rules_engine.bid_whist.entries.LATE_FEE`.
Terms: door (`tournaments.formats.format.Door`).
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.money import NOTHING, of_hundredths
from sanctioning.kit.refusals import Refusal
from tournaments.events.models.event import Event
from tournaments.formats.format import Door
from tournaments.formats.registry import format_named

JUST_AFTER: Final = dt.timedelta(minutes=1)


def at_the_door(event: Event, at: dt.datetime) -> Door | None:
    """The door, on a day on which there is one."""
    door = format_named(event.format).door
    return door if door is not None and event.local_day(at) >= event.first_day else None


def late_fee(event: Event, at: dt.datetime) -> Decimal:
    """What a player pays more who registers now."""
    door = format_named(event.format).door
    return NOTHING if door is None else of_hundredths(door.late_fee(at - event.starts_at))


def doors_are_open(event: Event, at: dt.datetime) -> bool:
    """Whether teams may still come to the door by right; never where the format has none."""
    door = at_the_door(event, at)
    return door is not None and door.bar(at - event.starts_at, False) is None


def entry_ends(event: Event) -> bool:
    """Whether there comes a moment after which somebody enters only for a reason."""
    return event.entries_until is not None or format_named(event.format).door is not None


def late_fee_of(event: Event) -> Decimal:
    """What a player pays more who registers once the event has begun, as it is announced."""
    return late_fee(event, event.starts_at + JUST_AFTER)


def admitted_late(door: Door, event: Event, at: dt.datetime, why: str) -> bool:
    """Whether the doors are closed, and he is let in all the same; refused where no reason says so.

    Raises:
        Refusal: `doors-closed`.
    """
    after = at - event.starts_at
    closed = door.bar(after, False)
    if closed is None:
        return False
    rule, sentence = closed
    if door.bar(after, bool(why.strip())) is not None:
        raise Refusal(
            code="doors-closed",
            sentence=sentence,
            rule=rule,
            remedy=_("Only the Director can let somebody in now. Write the reason."),
            status=422,
            facts={"field": "late_for"},
        )
    return True
