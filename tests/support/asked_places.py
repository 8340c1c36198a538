"""Which places of the site send statements to the database, noted in every process of the tests.

Purpose: most tests run on one database only. What they hold is true of the other as well if each place that
asks the first asks the second too, in a test that runs there; `deploy.query_coverage` compares what both
runs noted. A place is the line of the site's own code nearest to the database.
Migrations are no places, nor is code
through which everything goes. A practice database is SQLite on every site, so it counts for neither.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from deploy.query_coverage import FOLDER
from sanctioning.kit.practice_database import PRACTICE
from tests.support.processes import ROOT

OWN = tuple(f"{ROOT / app}{os.sep}" for app in ("sanctioning", "tournaments", "scoring", "config"))
THROUGH_WHICH_ALL_GOES = tuple(
    str(ROOT / part)
    for part in (
        "config/database",
        "config/call_stack_memory.py",
        "sanctioning/kit/prepared_queries.py",
        "sanctioning/kit/prepared_writes.py",
        "sanctioning/kit/row_marks.py",
        "sanctioning/kit/server_statements.py",
    )
)
OF_TRANSACTIONS = ("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK")
"""Which of them Django sends differs by database, and by whether the test itself runs in a transaction."""


class AskedPlaces:
    """What this process has noted so far."""

    def __init__(self) -> None:
        self._noted: set[tuple[CodeType, int]] = set()
        self._own: dict[CodeType, bool] = {}

    def watch(self, connection: BaseDatabaseWrapper, **_signal: object) -> None:
        """From now on note who asks it; one that was closed and opened again is watched already."""
        if not connection.settings_dict.get(PRACTICE) and self.note not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.note)

    def note(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        if not (isinstance(sql, str) and sql.startswith(OF_TRANSACTIONS)):
            self._note_nearest(sys._getframe(1))
        return execute(sql, params, many, context)

    def _note_nearest(self, frame: FrameType | None) -> None:
        own = self._own
        while frame is not None:
            code = frame.f_code
            if code not in own:
                own[code] = is_own(code.co_filename)
            if own[code]:
                self._noted.add((code, frame.f_lineno))
                return
            frame = frame.f_back

    def names(self) -> list[str]:
        return sorted(name_of(code, line) for code, line in self._noted)

    def write(self, folder: Path) -> None:
        """Beside what the other processes write."""
        if self._noted:
            folder.mkdir(parents=True, exist_ok=True)
            text = "".join(f"{name}\n" for name in self.names())
            (folder / f"{connection.vendor}-{os.getpid()}.txt").write_text(text)


def is_own(filename: str) -> bool:
    of_nobody = filename.startswith(THROUGH_WHICH_ALL_GOES) or f"{os.sep}migrations{os.sep}" in filename
    return filename.startswith(OWN) and not of_nobody


def name_of(code: CodeType, line: int) -> str:
    return f"{Path(code.co_filename).relative_to(ROOT)}:{line} {code.co_qualname}"


OF_THIS_PROCESS = AskedPlaces()


def note_places() -> None:
    """From the first statement on, if somebody wants to know."""
    if FOLDER in os.environ:
        connection_created.connect(OF_THIS_PROCESS.watch)


def write_places() -> None:
    if FOLDER in os.environ:
        OF_THIS_PROCESS.write(Path(os.environ[FOLDER]))
