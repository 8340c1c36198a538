"""Applications whose time is over, looked for by the clock."""

from __future__ import annotations

import contextlib
import datetime as dt

from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.sanctions.models import TURNS, Sanction
from sanctioning.sanctions.services.applications import expire_sanction

LAPSING = [state for state, turn in TURNS.items() if turn.lapses]


def expire_what_is_over(*, at: dt.datetime | None = None) -> int:
    """Each in a transaction of its own; one that was answered or paid meanwhile stays. Gives how many."""
    at = moment(at)
    over = Sanction.objects.filter(state__in=LAPSING, turn_until__lt=day_of(at)).order_by("pk")
    expired = 0
    for sanction in over.select_related("club"):
        with contextlib.suppress(Refusal):
            expire_sanction(sanction=sanction, at=at)
            expired += 1
    return expired
