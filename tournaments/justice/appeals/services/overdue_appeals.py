"""What the clock does for appeals: gives overdue steps to others, ends what nobody took further, reminds.

Invariants: each appeal in a transaction of its own, checked again under its locks; done twice it is done once
(messages are told apart by the last day that they speak of); one that cannot be ended keeps no other waiting.
Rule section: IV, reading 71.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Iterable
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef

from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.appeals.notifications import remind, remind_parties, tell_overdue
from tournaments.justice.appeals.services.finality import make_final, run_out
from tournaments.justice.appeals.services.locks import locked_proceedings
from tournaments.justice.appeals.services.steps import OVERDUE, assign, hand_over

BEFORE: Final = dt.timedelta(days=2)
log = logging.getLogger(__name__)


def move_appeals_on(*, at: dt.datetime | None = None) -> int:
    """Everything that is due by the day; gives how many appeals it looked into."""
    at = moment(at)
    day = day_of(at)
    waiting = AppealStep.objects.waiting().filter(appeal=OuterRef("pk"))
    still = Appeal.objects.filter(ended="").order_by("pk")
    due = [
        (_give_to_another, still.filter(Exists(waiting.filter(until__lt=day)))),
        (_assign, still.filter(Exists(waiting.filter(judge__isnull=True).exclude(office="College")))),
        (_end, still.exclude(Exists(waiting))),
        (_remind, still.filter(Exists(waiting.filter(until__lte=day + BEFORE, until__gte=day)))),
    ]
    return sum(_each(appeals, act, at) for act, appeals in due)


def _each(appeals: Iterable[Appeal], act: Callable[[Proceedings, dt.datetime], None], at: dt.datetime) -> int:
    done = 0
    for appeal in appeals:
        try:
            with transaction.atomic():
                act(locked_proceedings(appeal), at)
            done += 1
        except Refusal as refusal:
            log.error("appeal %s cannot be moved on: %s", appeal.label, refusal)
    return done


def _give_to_another(proceedings: Proceedings, at: dt.datetime) -> None:
    step = proceedings.waiting
    if step is None or step.until >= day_of(at):
        return
    until = step.until
    if step.office != AppealStep.Office.COLLEGE:
        hand_over(proceedings, step, by=None, why=OVERDUE, at=at)
    tell_overdue(proceedings=proceedings, step=step, until=until, at=at)


def _assign(proceedings: Proceedings, at: dt.datetime) -> None:
    """Somebody may have been appointed, or a conflict may be over."""
    step = proceedings.waiting
    if step is not None and step.judge is None:
        assign(proceedings, step, at=at)


def _end(proceedings: Proceedings, at: dt.datetime) -> None:
    step = proceedings.decided
    if run_out(proceedings, day_of(at)):
        make_final(proceedings, at=at, by=None, why="Nobody took the next step in time.")
    elif step is not None and step.appealable_until and step.appealable_until <= day_of(at) + BEFORE:
        remind_parties(proceedings=proceedings, step=step, at=at)


def _remind(proceedings: Proceedings, at: dt.datetime) -> None:
    if proceedings.waiting is not None:
        remind(proceedings=proceedings, step=proceedings.waiting, at=at)
