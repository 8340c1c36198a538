"""The database into a file and back, by its own tools: pg_dump and pg_restore, or SQLite's backup.

Invariants: the file is of one moment, whoever writes meanwhile; nothing is restored into a database that has
tables already.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import psycopg
from django.db import connection
from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from scoring.backups.digests import differences, table_digests
from scoring.backups.manifest import Manifest, SavedFile, TableDigest

DUMP: Final = {"postgresql": "database.dump", "sqlite": "database.sqlite3"}


def sha256_of_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def dump_database(folder: Path) -> tuple[SavedFile, list[TableDigest]]:
    """Into a file of the folder, within the moment that the caller holds (`one_moment`).

    Raises:
        Refusal: `database-tool-failed`, `no-database-tools`.
    """
    path = folder / DUMP[connection.vendor]
    digests: list[TableDigest] = []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # A dump of a large database takes longer than a transaction may be idle.
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_export_snapshot()")
            [snapshot] = cursor.fetchone()
            digests = table_digests(cursor)
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
        _run("pg_dump", *options, f"--file={path}", database=_name())
    else:
        with closing(sqlite3.connect(path)) as copy:
            connection.connection.backup(copy)
    path.chmod(0o600)
    return SavedFile(file=path.name, sha256=sha256_of_file(path)), digests


def require_whole(backup: Path, manifest: Manifest) -> Path:
    """The dump, as it was saved.

    Raises:
        Refusal: `backup-damaged`.
    """
    dump = backup / manifest.dump.file
    if not dump.is_file() or sha256_of_file(dump) != manifest.dump.sha256:
        raise damaged([manifest.dump.file])
    return dump


def load_database(backup: Path, manifest: Manifest) -> None:
    """Into this installation's database, which is empty, and compare every table.

    Raises:
        Refusal: `backup-damaged`, `backup-of-another-database`, `database-not-empty`,
            `database-tool-failed`, `no-database-tools`, `restored-otherwise`.
    """
    dump = require_whole(backup, manifest)
    if manifest.database != connection.vendor:
        raise Refusal(
            code="backup-of-another-database",
            sentence=_("This backup is of %(saved)s, and this installation is on %(here)s.")
            % {"saved": manifest.database, "here": connection.vendor},
            rule=_("A backup is restored to the same kind of database."),
            remedy=_("To move to another kind of database, use export and import."),
        )
    if connection.introspection.table_names():
        raise Refusal(
            code="database-not-empty",
            sentence=_("The database %(name)s has tables already.") % {"name": _name()},
            rule=_("A backup is restored to an empty database, never over another."),
            remedy=_("Stop the services, move the old database away, create an empty one, and try again."),
        )
    if connection.vendor == "postgresql":
        _load_postgresql(dump, manifest, _name())
    else:
        connection.close()
        for ending in ("", "-wal", "-shm"):
            Path(f"{_name()}{ending}").unlink(missing_ok=True)
        shutil.copyfile(dump, _name())


def try_loading(backup: Path, manifest: Manifest) -> None:
    """Into a database of its own that is gone again afterwards, and compare every table.

    Raises:
        Refusal: `backup-damaged`, `database-tool-failed`, `no-database-tools`, `no-room-to-rehearse`,
            `restored-otherwise`.
    """
    dump = require_whole(backup, manifest)
    if manifest.database == "postgresql":
        with _scratch_database() as name:
            _load_postgresql(dump, manifest, name)
        return
    with closing(sqlite3.connect(f"file:{dump}?mode=ro&immutable=1", uri=True)) as database:
        [answer] = database.execute("PRAGMA integrity_check").fetchone()
    if answer != "ok":
        raise damaged([manifest.dump.file])


def damaged(names: list[str]) -> Refusal:
    return Refusal(
        code="backup-damaged",
        sentence=_("These files of the backup are gone or not as they were saved: %(names)s.")
        % {"names": ", ".join(names)},
        rule=_("A backup is restored only if all of it is as it was saved."),
        remedy=_("Take another backup or another copy of this one."),
    )


def _load_postgresql(dump: Path, manifest: Manifest, name: str) -> None:
    options = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
    _run("pg_restore", *options, str(dump), database=name)
    with psycopg.connect(**{**_parameters(), "dbname": name}) as restored, restored.cursor() as cursor:
        wrong = differences(manifest.tables, table_digests(cursor))
    if wrong:
        raise Refusal(
            code="restored-otherwise",
            sentence=_("What was restored is not what was saved: %(tables)s.") % {"tables": "; ".join(wrong)},
            rule=_("Every table of a restored database is compared with the backup."),
            remedy=_("Do not use this database. Take another backup, and report the fault."),
        )


@contextmanager
def _scratch_database() -> Iterator[str]:
    name = f"saas_rehearsal_{uuid4().hex[:12]}"
    with psycopg.connect(**_parameters(), autocommit=True) as admin:
        try:
            admin.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        except psycopg.errors.InsufficientPrivilege:
            raise Refusal(
                code="no-room-to-rehearse",
                sentence=_("The database does not let this role create a database to try the backup in."),
                rule=_("A restore is rehearsed in a database of its own, which is dropped again."),
                remedy=_("As the owner of the server: ALTER ROLE %(role)s CREATEDB")
                % {"role": _parameters()["user"]},
            ) from None
        try:
            yield name
        finally:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _parameters() -> dict[str, Any]:
    """As psycopg takes them, without limits of time."""
    told = connection.settings_dict
    named = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    return {name: told[key] for name, key in named.items() if told[key]}


def _run(program: str, *arguments: str, database: str) -> None:
    told = _parameters()
    where = {"PGUSER": "user", "PGPASSWORD": "password", "PGHOST": "host", "PGPORT": "port"}
    variables = {variable: str(told[name]) for variable, name in where.items() if name in told}
    try:
        done = subprocess.run(
            [program, *arguments, f"--dbname={database}"],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise Refusal(
            code="no-database-tools",
            sentence=_("%(program)s is not installed.") % {"program": program},
            rule=_("PostgreSQL is saved and restored by its own tools."),
            remedy=_("Install them, as root: apt-get install postgresql-client"),
        ) from None
    if done.returncode:
        raise Refusal(
            code="database-tool-failed",
            sentence=_("%(program)s failed: %(why)s")
            % {"program": program, "why": done.stderr.strip()[-500:]},
            rule=_("A backup is saved and restored as a whole or not at all."),
            remedy=_("Mend what it names, and try again. pg_dump must not be older than the server."),
        )
