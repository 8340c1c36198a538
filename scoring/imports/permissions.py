"""Who imports the past: the registrar prepares, the Managing Executor decides what the books take over."""

from __future__ import annotations

import datetime as dt

from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds, is_managing_executor
from sanctioning.people.models.person import Person


def may_prepare_import(person: Person | None, day: dt.date) -> bool:
    """See imports, upload a file and have it checked."""
    return holds(person, day, Office.REGISTRAR, Office.MANAGING_EXECUTOR)


def may_write_import(person: Person | None, day: dt.date, *, decided: bool) -> bool:
    """Write what was checked, and take it back. What is `decided` is the Managing Executor's alone."""
    return is_managing_executor(person, day) if decided else may_prepare_import(person, day)
