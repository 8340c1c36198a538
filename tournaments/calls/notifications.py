"""Who is told of a call."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.identity.lookup import holders_of
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.events.addresses import game_path


def tell_of_call(*, by: Person | None, at: dt.datetime, call: Call, entry: AuditEntry) -> None:
    """The Acting Executor hears that a table calls him; where there is none, who appoints one."""
    game = call.game
    executor = game.acting_executor
    send(
        to=executor.person if executor else holders_of(day_of(at), Office.MANAGING_EXECUTOR),
        kind="executor-called" if executor else "call-without-executor",
        about=call,
        occasion=entry.pk,
        path=game_path(game, "calls") if executor else reverse("event-executors", args=[game.event.slug]),
        context={"by": by, "event": game.event},
        at=at,
    )
