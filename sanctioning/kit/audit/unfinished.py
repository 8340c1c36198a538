"""Whether entries are still on their way that have a smaller number than the latest."""

from __future__ import annotations

from django.db import connection
from django.db.models import Model


def transactions_writing(*models: type[Model]) -> list[str]:
    """Other transactions that wrote into the table of one of these and are not over.

    PostgreSQL keeps the lock of a writer, which it takes before it gives a row its number, to the end of the
    transaction. It lists the locks of all its databases, and those made alike number their tables alike.
    SQLite has one writer at a time.
    """
    if connection.vendor != "postgresql":
        return []
    tables: list[str] = [model._meta.db_table for model in models]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT virtualtransaction FROM pg_locks WHERE mode = 'RowExclusiveLock' "
            "AND pid <> pg_backend_pid() AND relation = ANY(%s::regclass[]) "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            [tables],
        )
        return sorted(name for (name,) in cursor.fetchall())
