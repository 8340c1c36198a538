"""A practice database: one of its own, on which the whole site works for a while.

Purpose: everything that is done in practice is done by the real pages, services and constraints, and none of
it can reach the authority's records, for it stands in another database.
Invariants: what practises sees only its own database and no cache of the authority's; no
worker hears of its jobs, so nothing is mailed, printed or signed; the guards stand there as they stand here.
Terms: practice database (that of one practice event, a file of SQLite whatever the authority's is).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.apps import apps
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.dummy import DummyCache
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend

from sanctioning.kit.atomic_files import write_wholly
from sanctioning.kit.guards import guards

PRACTICE: Final = "PRACTICE"
LEFTOVERS: Final = ("", "-wal", "-shm", "-journal")


class PracticeGone(Exception):
    """The practice database was deleted, or an earlier version of the site made it."""


def practising() -> bool:
    """Whether what runs now works on a practice database."""
    return bool(connections[DEFAULT_DB_ALIAS].settings_dict.get(PRACTICE, False))


@contextmanager
def working_in(database: Path) -> Iterator[None]:
    """Let this thread work on that database and nowhere else.

    Raises:
        PracticeGone: there is none, or its tables are those of another version.
    """
    if not database.exists():
        raise PracticeGone(database.name)
    with _moved_to(database) as connection:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA user_version")
            if cursor.fetchone()[0] != _version():
                raise PracticeGone(database.name)
        yield


@contextmanager
def building(database: Path) -> Iterator[None]:
    """A new practice database with its tables and guards, filled in the block; gone if that fails."""
    database.parent.mkdir(parents=True, exist_ok=True)
    write_wholly(database, [_empty_database()], mode=0o600)
    try:
        with _moved_to(database) as connection:
            yield
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA user_version = {_version()}")
    except BaseException:
        tear_down(database)
        raise


def tear_down(database: Path) -> None:
    """Delete a practice database with all that is in it."""
    for ending in LEFTOVERS:
        database.with_name(database.name + ending).unlink(missing_ok=True)


@contextmanager
def _moved_to(database: Path) -> Iterator[BaseDatabaseWrapper]:
    """This thread's database and caches are those of practice until the block ends."""
    assert not practising(), "a practice database stands beside the authority's, never within another"
    own, own_caches = connections[DEFAULT_DB_ALIAS], {alias: caches[alias] for alias in caches}
    moved = _connection_to(database)
    connections[DEFAULT_DB_ALIAS] = moved
    for alias in own_caches:
        caches[alias] = DummyCache("", {})
    try:
        yield moved
    finally:
        connections[DEFAULT_DB_ALIAS] = own
        for alias, own_cache in own_caches.items():
            caches[alias] = own_cache
        moved.close()


def _connection_to(database: Path) -> BaseDatabaseWrapper:
    wanted: dict[str, object] = {**settings.PRACTICE_DATABASE, "NAME": str(database)}
    full = connections.configure_settings({DEFAULT_DB_ALIAS: wanted})[DEFAULT_DB_ALIAS]
    connection: BaseDatabaseWrapper = load_backend(full["ENGINE"]).DatabaseWrapper(
        {**full, PRACTICE: True}, DEFAULT_DB_ALIAS
    )
    return connection


@cache
def _empty_database() -> bytes:
    """One with its tables and guards and nothing else, for all that this process builds: to make them takes
    longer than all that is put into it."""
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
