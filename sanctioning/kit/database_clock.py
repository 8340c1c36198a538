"""The moment by the clock of the database, which all hosts share.

Invariant: SQLite keeps it as it keeps a moment that Python sends, since it compares moments as texts.
"""

from __future__ import annotations

from typing import Any

from django.db.models import functions


class Now(functions.Now):
    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Python sends six digits of a second, or none; SQLite knows three."""
        template = "REPLACE(STRFTIME('%%%%Y-%%%%m-%%%%d %%%%H:%%%%M:%%%%f000', 'NOW'), '.000000', '')"
        return self.as_sql(compiler, connection, template=template, **context)
