"""Applications whose turn may last until the event has begun: the deadline by itself would come too late.

Invariant: only while the sanction is neither granted nor come to nothing.
Rule section: IV (an event is sanctioned before it is played, never afterwards).
"""

from __future__ import annotations

import datetime as dt

from django.utils.translation import gettext as _

from sanctioning.kit.clock import moment
from sanctioning.kit.wording import localised
from sanctioning.sanctions.models import TURNS, Sanction
from tournaments.events.models.event import Event


def too_late_for_the_event(event: Event, sanction: Sanction, at: dt.datetime | None = None) -> str:
    """What is said where the event begins before the turn is over; "" where there is time enough, and of an
    application that waits for nobody."""
    turn, until = TURNS.get(sanction.state), sanction.turn_until
    if turn is None or until is None or until < event.first_day:
        return ""
    days = {"until": localised.day(until), "begins": localised.day(event.first_day)}
    if event.starts_at <= moment(at):
        return _("The event began on %(begins)s, without a sanction.") % days
    if turn.whose == "authority":
        sentence = _("The Managing Executor may take until %(until)s; the event begins on %(begins)s.")
    else:
        sentence = _("The club has until %(until)s; the event begins on %(begins)s.")
    return sentence % days
