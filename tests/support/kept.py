"""What fixtures build again and again, built once in a process and put back row by row after that.

Purpose: the cast takes some two hundred statements through the services and nearly every test needs it; put
back it takes one statement a table. Invariants: what is put back is what the services wrote, to the byte,
numbers and hashes included; whoever asks gets instances of his own.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Field, Model

from sanctioning.kit.guards import guards

T = TypeVar("T")
OWN_APPS = ("sanctioning", "tournaments", "scoring", "account", "mfa")
PARAMETERS = 30_000
"""SQLite takes no more in one statement."""
Rows = dict[type[Model], list[tuple[Any, ...]]]


class Kept(Generic[T]):
    """Call it for what `build` makes in an empty database; the second call copies the first one's rows.

    `finished`: among them are published or closed things, whose guards refuse a row that comes later.
    """

    def __init__(self, build: Callable[[], T], *, finished: bool = False) -> None:
        self._build = build
        self._finished = finished
        self._rows: Rows | None = None
        self._made = b""

    def __call__(self) -> T:
        if self._rows is not None:
            put_back(self._rows, finished=self._finished)
            kept: T = pickle.loads(self._made)
            return kept
        assert not all_rows(), "What is kept is built in an empty database."
        built = self._build()
        self._rows, self._made = all_rows(), pickle.dumps(built)
        return built


def all_rows() -> Rows:
    """What stands in the tables of the site's own apps, the empty ones left out."""
    kept_rows: Rows = {}
    with connection.cursor() as cursor:
        for model in own_models():
            columns = ", ".join(quoted(field.column) for field in stored(model))
            cursor.execute(f"SELECT {columns} FROM {quoted(model._meta.db_table)}")
            if rows := cursor.fetchall():
                kept_rows[model] = rows
    return kept_rows


def put_back(kept: Rows, *, finished: bool) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        if finished:
            guards.remove()
        for model, rows in kept.items():
            names = [quoted(field.column) for field in stored(model)]
            placeholders = f"({', '.join(['%s'] * len(names))})"
            for some in batched(rows, PARAMETERS // len(names)):
                cursor.execute(
                    f"INSERT INTO {quoted(model._meta.db_table)} ({', '.join(names)})"
                    f" VALUES {', '.join([placeholders] * len(some))}",
                    list(chain.from_iterable(some)),
                )
        if finished:
            guards.install()


def batched(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def own_models() -> Iterator[type[Model]]:
    for label in OWN_APPS:
        yield from apps.get_app_config(label).get_models(include_auto_created=True)


def stored(model: type[Model]) -> list[Field[Any, Any]]:
    """The columns that are written; the database makes the others itself."""
    return [field for field in model._meta.local_concrete_fields if not getattr(field, "generated", False)]


def quoted(name: str | None) -> str:
    return connection.ops.quote_name(name or "")
