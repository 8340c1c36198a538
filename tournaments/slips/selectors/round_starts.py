"""When a round, or a stage of a playoff, began: as its director called it, else as its seats stood.

Purpose: the clock on the floor and what lateness brings count from the same moment.
Terms: as in `tournaments.formats.lateness`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from tournaments.events.models.event import Event
from tournaments.formats.lateness import AGO, BEGINS, NOW
from tournaments.rounds.models.round import Round
from tournaments.slips.models import Slip


def called_at(slips: Mapping[str, Slip], call: str) -> dt.datetime | None:
    """When the director called to begin; None where he has not, or took it back."""
    slip = slips.get(call)
    if slip is None or slip.body[BEGINS] != NOW:
        return None
    return slip.received_at - dt.timedelta(minutes=slip.body.get(AGO, 0))


def confirmed_rounds(event: Event) -> dict[int, Round]:
    """By number. One query."""
    return {confirmed.number: confirmed for confirmed in event.rounds.confirmed()}
