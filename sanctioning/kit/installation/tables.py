"""Whether the database has its tables: a command that writes asks first, and says what to run."""

from __future__ import annotations

from django.core.management.base import CommandError
from django.db import connection

from sanctioning.kit.installation.commands import command_line
from sanctioning.kit.installation.models import Installation


def require_tables() -> None:
    """Raises `CommandError` where the database was never migrated."""
    if Installation._meta.db_table not in connection.introspection.table_names():
        raise CommandError(
            f"This site has no tables yet. Start it once, or run {command_line('migrate')} first."
        )
