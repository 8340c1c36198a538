"""Processor time of a process and of its database connection, which other work does not change."""

from __future__ import annotations

import gc
import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NANOSECOND = 1e-9


class Meter:
    """Counts from PostgreSQL's own process of the connection, and from this one."""

    def __init__(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self.schedule = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def database(self) -> float:
        return int(self.schedule.read_text().split()[0]) * NANOSECOND

    def spent(self, act: Callable[[], Any]) -> float:
        gc.collect()
        gc.disable()
        begun = self.database() + time.process_time()
        act()
        spent = self.database() + time.process_time() - begun
        gc.enable()
        return spent


def on_postgresql(measure: Callable[[], int]) -> int:
    """Measure against the whole site on a PostgreSQL server and an empty database of its own, with the engine
    that users have: compiled where `deploy.engine` has built it."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    from config.compiled_engine import prefer_compiled
    from deploy.services import services

    prefer_compiled()
    with services() as environment:
        os.environ.update(environment)
        import django

        django.setup()
        logging.disable(logging.CRITICAL)
        from django.conf import settings
        from django.db import connection

        # What tests put in to read pages more easily is no part of the site.
        settings.MIDDLEWARE = [path for path in settings.MIDDLEWARE if not path.startswith("tests.")]

        connection.creation.create_test_db(verbosity=0)
        try:
            return measure()
        finally:
            connection.close()
