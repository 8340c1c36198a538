"""Several applications in one act: sent in, approved or withdrawn together, and told of in one message.

Invariant: all of them take the step or none does; each is decided by the same rules as alone.
Terms: together (of one club, sent in by one person at one moment, for the same level, type and game).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from django.db import transaction

from sanctioning.kit.clock import moment
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.notifications import told_together
from sanctioning.sanctions.selectors import applied_for_together
from sanctioning.sanctions.services.applications import (
    approve_sanction,
    submit_sanction,
    withdraw_sanction,
)


@transaction.atomic
def submit_together(
    *, by: Person, sanctions: Sequence[Sanction], at: dt.datetime | None = None
) -> list[Sanction]:
    """Send in drafts; at one moment, by which they are known to belong together.

    Raises:
        Refusal: what `submit_sanction` raises.
    """
    at = moment(at)
    return _each(sanctions, lambda sanction: submit_sanction(by=by, sanction=sanction, at=at))


@transaction.atomic
def approve_together(*, by: Person, sanction: Sanction, at: dt.datetime | None = None) -> list[Sanction]:
    """Approve an application and all that were applied for with it and wait as it does.

    Raises:
        Refusal: what `approve_sanction` raises.
    """
    at = moment(at)
    return _each(
        applied_for_together(sanction), lambda waiting: approve_sanction(by=by, sanction=waiting, at=at)
    )


@transaction.atomic
def withdraw_together(
    *, by: Person, sanction: Sanction, why: str = "", at: dt.datetime | None = None
) -> list[Sanction]:
    """Take an application back with all that were applied for with it and wait as it does.

    Raises:
        Refusal: what `withdraw_sanction` raises.
    """
    at = moment(at)
    return _each(
        applied_for_together(sanction),
        lambda waiting: withdraw_sanction(by=by, sanction=waiting, why=why, at=at),
    )


def _each(sanctions: Sequence[Sanction], step: Callable[[Sanction], Sanction]) -> list[Sanction]:
    with told_together():
        return [step(sanction) for sanction in sanctions]
