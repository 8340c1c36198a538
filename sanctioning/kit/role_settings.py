"""Settings that PostgreSQL gives to every connection of a role (`ALTER ROLE … IN DATABASE … SET`)."""

from __future__ import annotations

from django.db.backends.utils import CursorWrapper


def settings_of_role(cursor: CursorWrapper) -> dict[str, str]:
    """Of the role that asks, in the database that is asked."""
    cursor.execute(
        "SELECT unnest(setconfig) FROM pg_db_role_setting"
        " WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)"
        " AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    return dict(setting.split("=", 1) for (setting,) in cursor.fetchall())
