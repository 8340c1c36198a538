"""Steps that many tests begin with: kept in a process, and put back row by row where they come again.

Purpose: an event with its sanction takes 50 ms through the services, and most tests begin with one; put back
it takes 1 ms.
Invariants: a step is kept when it is taken for the second time, and put back only where the database holds
the cast and what the same steps made after it, and nothing else was written since: SQLite counts every row
that is written, and the last entry of the trail tells what was rolled back. Elsewhere it is taken. Whoever
asks gets instances of his own either way, and a step that changes what it was given is always taken, as is
one whose rows the database refuses at once.
Terms: step (a function with what it was given), course (the steps since the cast).
"""

from __future__ import annotations

import datetime as dt
import pickle
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from sanctioning.kit.audit.models import AuditEntry
from tests.support.kept import PARAMETERS, Rows, all_rows, batched, quoted, stored

P = ParamSpec("P")
T = TypeVar("T")
Course = tuple[Hashable, ...]
Statement = tuple[str, list[Any]]
PLAIN: Final = (str, int, bool, float, Decimal, dt.date, dt.datetime, dt.timedelta, type(None))


class NotPlain(Exception):
    """What was given to a step cannot be told from something else."""


@dataclass(frozen=True, slots=True)
class Step:
    statements: list[Statement]
    made: bytes


@dataclass(frozen=True, slots=True)
class Standing:
    """A course, and what the database said of itself at its end."""

    course: Course
    said: Hashable


_taken: set[Course] = set()
_steps: dict[Course, Step | None] = {}
_standing: list[Standing] = []


def begin_course() -> None:
    """The cast has just been put into an empty database."""
    _note(("cast",))


def kept_step(act: Callable[P, T]) -> Callable[P, T]:
    """A step that is taken once after the same course."""

    @wraps(act)
    def taken(*args: P.args, **kwargs: P.kwargs) -> T:
        before = _course()
        if before is None:
            return act(*args, **kwargs)
        try:
            course = (*before, (act.__module__, act.__qualname__, _meant(args), _meant(kwargs)))
        except NotPlain:
            return act(*args, **kwargs)
        if course not in _steps:
            take = _take if course in _taken else _take_for_the_first_time
            return take(course, lambda: act(*args, **kwargs), (args, kwargs))
        step = _steps[course]
        if step is None or not _put_back(step):
            _steps[course] = None
            return act(*args, **kwargs)
        _note(course)
        result: T = pickle.loads(step.made)
        return result

    return taken


def _course() -> Course | None:
    """The steps that made all that the database holds; None where anything else was written."""
    if connection.vendor != "sqlite" or not connection.in_atomic_block or not _standing:
        return None
    standing = _standing[-1]
    return standing.course if standing.said == _said() else None


def _said() -> Hashable:
    """What changes whenever anything is written, and when that is rolled back."""
    written = connection.connection.total_changes
    return id(connection.connection), written, AuditEntry.objects.order_by("-pk").values_list("pk").first()


def _note(course: Course) -> None:
    if connection.vendor == "sqlite" and connection.in_atomic_block:
        _standing[:] = [Standing(course, _said())]


def _take_for_the_first_time(course: Course, act: Callable[[], T], given: object) -> T:
    """Most courses are gone through once: to keep their rows would take longer than they do."""
    unchanged = _fields_of(given)
    result = act()
    _taken.add(course)
    if _fields_of(given) == unchanged:
        _note(course)
    else:
        _steps[course] = None
    return result


def _take(course: Course, act: Callable[[], T], given: object) -> T:
    before, unchanged = all_rows(), _fields_of(given)
    result = act()
    _steps[course] = None
    if _fields_of(given) == unchanged:
        kept = pickle.dumps(result)
        _steps[course] = Step(_statements(before, all_rows()), kept)
        _note(course)
        result = pickle.loads(kept)
    return result


def _statements(before: Rows, after: Rows) -> list[Statement]:
    """What makes the one of the other: first what changed, since a new row may take its place."""
    changes: list[Statement] = []
    additions: list[Statement] = []
    for model, rows in after.items():
        columns = [field.column for field in stored(model)]
        key = [field.primary_key for field in stored(model)].index(True)
        known = {row[key]: row for row in before.get(model, [])}
        new = [row for row in rows if row[key] not in known]
        changed = [row for row in rows if row[key] in known and row != known[row[key]]]
        assert len(rows) == len(known) + len(new), "A step that is kept takes nothing away."
        additions += _inserted(model, columns, new)
        changes += [_updated(model, columns, key, known[row[key]], row) for row in changed]
    return changes + additions


def _inserted(
    model: type[Model], columns: Sequence[str | None], rows: list[tuple[Any, ...]]
) -> list[Statement]:
    names = ", ".join(map(quoted, columns))
    places = f"({', '.join('?' * len(columns))})"
    return [
        (
            f"INSERT INTO {quoted(model._meta.db_table)} ({names}) VALUES {', '.join([places] * len(some))}",
            [value for row in some for value in row],
        )
        for some in batched(rows, PARAMETERS // len(columns))
    ]


def _updated(
    model: type[Model], columns: Sequence[str | None], key: int, was: tuple[Any, ...], row: tuple[Any, ...]
) -> Statement:
    changed = [at for at, value in enumerate(row) if value != was[at]]
    names = ", ".join(f"{quoted(columns[at])} = ?" for at in changed)
    table = quoted(model._meta.db_table)
    return f"UPDATE {table} SET {names} WHERE {quoted(columns[key])} = ?", [
        *(row[at] for at in changed),
        row[key],
    ]


def _put_back(step: Step) -> bool:
    """Not where a guard refuses rows that come at once."""
    try:
        with transaction.atomic():
            _write(step.statements)
    except IntegrityError:
        return False
    return True


def _write(statements: list[Statement]) -> None:
    with connection.wrap_database_errors:
        for statement, values in statements:
            connection.connection.execute(statement, values)


def _meant(given: Any) -> Hashable:
    """What was given, comparable; things of the database by their keys."""
    if isinstance(given, PLAIN):
        return type(given).__name__, given
    if isinstance(given, Model) and given.pk is not None:
        return given._meta.label, given.pk
    if isinstance(given, Mapping):
        return tuple((_meant(name), _meant(value)) for name, value in given.items())
    if isinstance(given, (list, tuple)):
        return tuple(map(_meant, given))
    if is_dataclass(given):
        return tuple(_meant(getattr(given, field.name)) for field in fields(given))
    raise NotPlain


def _fields_of(given: Any) -> Any:
    """The fields of all things in what was given, as they are in the process."""
    if isinstance(given, Model):
        return {field.attname: given.__dict__.get(field.attname) for field in given._meta.concrete_fields}
    if isinstance(given, Mapping):
        return {name: _fields_of(value) for name, value in given.items()}
    if isinstance(given, (list, tuple)):
        return [_fields_of(value) for value in given]
    if is_dataclass(given):
        return [_fields_of(getattr(given, field.name)) for field in fields(given)]
    return given
