"""Statements as the database carries them out."""

from __future__ import annotations

import re

from django.db import connection


def in_full(statement: str) -> str:
    """What PostgreSQL was sent before by the name that is called, with the keys of the call."""
    call = re.fullmatch(r"EXECUTE (\w+) \((.*)\)", statement)
    if call is None:
        return statement
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE name = %s", [call[1]])
        prepared = str(cursor.fetchone()[0]).partition(") AS ")[2]
    keys = call[2].split(", ")
    return re.sub(r"\$(\d+)", lambda place: keys[int(place[1]) - 1], prepared)
