"""A house to practise in: a database of its own on which the whole site works for a while.

Purpose: everything that is done in practice is done by the real pages, services and constraints, and none of
it can reach the authority's books, for it stands in another database.
Invariants: what practises sees only the house it is in, its database and no cache of the authority's; no
worker hears of its jobs, so nothing is mailed, printed or signed; the guards stand there as they stand here.
Terms: house (the database of one practice event, a file of SQLite whatever the authority's is).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.dummy import DummyCache
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend

from sanctioning.kit.guards import guards
from sanctioning.kit.whole_files import write_wholly

PRACTICE: Final = "PRACTICE"
LEFTOVERS: Final = ("", "-wal", "-shm", "-journal")


class PracticeGone(Exception):
    """The house was thrown away, or an earlier version of the site made it."""


def practising() -> bool:
    """Whether what runs now runs in a house to practise in."""
    return bool(connections[DEFAULT_DB_ALIAS].settings_dict.get(PRACTICE, False))


@contextmanager
def working_in(house: Path) -> Iterator[None]:
    """Let this thread work in that house and nowhere else.

    Raises:
        PracticeGone: there is none, or its tables are those of another version.
    """
    if not house.exists():
        raise PracticeGone(house.name)
    with _moved_to(house) as connection:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA user_version")
            if cursor.fetchone()[0] != _version():
                raise PracticeGone(house.name)
        yield


@contextmanager
def building(house: Path) -> Iterator[None]:
    """A new house with its tables and guards, furnished in the block; nothing of it stays if that fails."""
    house.parent.mkdir(parents=True, exist_ok=True)
    write_wholly(house, [_empty_house()], mode=0o600)
    try:
        with _moved_to(house) as connection:
            yield
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA user_version = {_version()}")
    except BaseException:
        tear_down(house)
        raise


def tear_down(house: Path) -> None:
    """Throw a house away with all that is in it."""
    for ending in LEFTOVERS:
        house.with_name(house.name + ending).unlink(missing_ok=True)


@contextmanager
def _moved_to(house: Path) -> Iterator[BaseDatabaseWrapper]:
    """This thread's database and caches are the house's until the block ends."""
    assert not practising(), "a house to practise in stands beside the authority's, never in another"
    own, own_caches = connections[DEFAULT_DB_ALIAS], {alias: caches[alias] for alias in caches}
    moved = _connection_to(house)
    connections[DEFAULT_DB_ALIAS] = moved
    for alias in own_caches:
        caches[alias] = DummyCache("", {})
    try:
        yield moved
    finally:
        connections[DEFAULT_DB_ALIAS] = own
        for alias, kept in own_caches.items():
            caches[alias] = kept
        moved.close()


def _connection_to(house: Path) -> BaseDatabaseWrapper:
    said: dict[str, Any] = {**settings.PRACTICE_DATABASE, "NAME": str(house)}
    full = connections.configure_settings({DEFAULT_DB_ALIAS: said})[DEFAULT_DB_ALIAS]
    connection: BaseDatabaseWrapper = load_backend(full["ENGINE"]).DatabaseWrapper(
        {**full, PRACTICE: True}, DEFAULT_DB_ALIAS
    )
    return connection


@cache
def _empty_house() -> bytes:
    """One with its tables and guards and nothing else, for all that this process builds: to make them takes
    longer than all that is furnished."""
    with TemporaryDirectory() as folder, _moved_to(Path(folder) / "empty.sqlite3") as connection:
        _make_tables(connection)
        guards.install()
        image: bytes = connection.connection.serialize()
        return image


def _make_tables(connection: BaseDatabaseWrapper) -> None:
    """Every table as the models have it, as `migrate` would leave an empty database."""
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)


@cache
def _version() -> int:
    """A number that changes with every migration, so that no page meets tables of another version."""
    migrations = sorted(map(str, MigrationLoader(None).disk_migrations))
    return zlib.crc32("\n".join(migrations).encode()) & 0x7FFFFFFF
