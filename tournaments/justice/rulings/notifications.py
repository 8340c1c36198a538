"""Who is told of a ruling."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.events.addresses import game_path
from tournaments.games.models import GamePlayer
from tournaments.justice.rulings.models import Ruling


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
