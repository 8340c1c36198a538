"""What a player can send in online: own certificates that the system has signed and nobody has recorded."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import day_of
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCertificate:
    """`ready` is false while its paper is with the press: it can be sent when that is signed. One from
    before this system has its serial of then in place of an event."""

    serial: str
    earlier_serial: str
    card_game: str
    card_game_name: str
    event_name: str
    game_name: str
    points: Decimal
    blue: Decimal
    issued_on: dt.date
    ready: bool


def certificates_to_send(*, person: Person) -> tuple[OwnCertificate, ...]:
    """Those of one card game after the other, the oldest first. One query."""
    rows = Certificate.objects.filter(
        person__in=rows_of(person),
        kind=Certificate.Kind.RATING_POINTS,
        state=Certificate.State.ISSUED,
    ).order_by("-card_game", "number")
    return tuple(
        OwnCertificate(
            serial=row.serial,
            earlier_serial=row.earlier_serial,
            card_game=row.card_game,
            card_game_name=row.get_card_game_display(),
            event_name=row.facts.get("event_name", ""),
            game_name=row.facts.get("game_name", ""),
            points=row.points,
            blue=row.blue,
            issued_on=day_of(row.issued_at),
            ready=row.signed_with_id is not None or row.of_earlier_records,
        )
        for row in rows
    )
