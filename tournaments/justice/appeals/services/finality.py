"""When a decision is final, and that it takes effect then and not before.

Invariants: final is what the College decided, what nobody took further in time, and what every player waived;
it becomes so once (`Appeal.ended`, guarded), together with its effects.
Rule section: IV, reading 71 (the ruling stands meanwhile).
"""

from __future__ import annotations

import datetime as dt

from sanctioning.kit.audit.services import note
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.appeals.models import Appeal
from tournaments.justice.appeals.notifications import tell_of_finality
from tournaments.justice.appeals.services.effects import take_effect


def run_out(proceedings: Proceedings, day: dt.date) -> bool:
    """Whether the days for the next step are over and nobody took it."""
    last = proceedings.decided
    if last is None or proceedings.waiting is not None or proceedings.course.back_to is not None:
        return False
    return last.appealable_until is None or day > last.appealable_until


def make_final(proceedings: Proceedings, *, at: dt.datetime, by: Person | None, why: str) -> None:
    """End an open appeal with what was decided last, and let it take effect. The caller holds the locks.

    Raises:
        Refusal: what `take_effect` raises.
    """
    last = proceedings.decided
    assert last is not None
    assert last.decided_by is not None
    end_appeal(proceedings.appeal, Appeal.End.FINAL, at=at)
    entry = note(
        by=by,
        at=at,
        action="appeal final",
        thing=proceedings.appeal,
        why=why,
        after={"decision": last.decision, "stands": proceedings.course.standing.what},
    )
    take_effect(proceedings, by=last.decided_by, at=at)
    tell_of_finality(at=at, proceedings=proceedings, entry=entry)


def end_appeal(appeal: Appeal, end: Appeal.End, *, at: dt.datetime) -> None:
    appeal.ended, appeal.ended_at = end, at
    appeal.save(update_fields=["ended", "ended_at"])
