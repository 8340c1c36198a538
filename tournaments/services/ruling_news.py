"""Who is told of a ruling."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from sanctioning.models import AuditEntry, Person
from sanctioning.services.post import send
from tournaments.models import GamePlayer, Ruling
from tournaments.services.news import game_path


def tell_of_ruling(
    *, by: Person, at: dt.datetime, ruling: Ruling, concerned: Iterable[GamePlayer], entry: AuditEntry
) -> None:
    """Those concerned read what was ruled and why, and where to find it."""
    send(
        to=[player.person for player in concerned],
        kind="ruling-given",
        about=ruling,
        occasion=entry.pk,
        path=game_path(ruling.game, "ruling", number=ruling.number),
        context={"by": by, "event": ruling.game.event},
        at=at,
    )
