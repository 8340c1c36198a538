"""Who may read the trail."""

from __future__ import annotations

import datetime as dt

from django.utils.translation import gettext as _

from sanctioning.kit.clock import today
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, require
from sanctioning.people.models.person import Person


def may_read_trail(person: Person | None, day: dt.date) -> bool:
    """Every act of everybody, with what it changed."""
    return holds(person, day, Office.MANAGING_EXECUTOR)


def require_may_read_trail(person: Person) -> None:
    """Raises:
    Refusal: `not-allowed`.
    """
    require(
        may_read_trail(person, today()),
        what=_("read the whole audit trail"),
        who=_("the Managing Executor"),
        rule="Section IV",
    )
