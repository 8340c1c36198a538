"""What the tables of a PostgreSQL come to: equal where the rows are, in whatever order they are stored."""

from __future__ import annotations

from typing import Any, Final

from scoring.backups.manifest import TableDigest

# How a row is written as text must not depend on who asks.
AS_TEXT: Final = (
    "SET LOCAL datestyle = 'ISO, YMD'",
    "SET LOCAL intervalstyle = 'postgres'",
    "SET LOCAL timezone = 'UTC'",
    "SET LOCAL extra_float_digits = 1",
    "SET LOCAL bytea_output = 'hex'",
)
TABLES: Final = """
    SELECT quote_ident(c.relname) FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname
"""
SEQUENCES: Final = """
    SELECT quote_ident(sequencename), coalesce(last_value, 0) FROM pg_sequences
    WHERE schemaname = current_schema() ORDER BY sequencename
"""
DIGEST: Final = "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text FROM {} t"


def table_digests(cursor: Any) -> list[TableDigest]:
    """Of every table and sequence, within the transaction of the cursor (DB-API)."""
    for statement in AS_TEXT:
        cursor.execute(statement)
    cursor.execute(TABLES)
    digests = []
    for (name,) in cursor.fetchall():
        cursor.execute(DIGEST.format(name))
        rows, digest = cursor.fetchone()
        digests.append(TableDigest(name=name, rows=rows, digest=digest))
    cursor.execute(SEQUENCES)
    digests += [TableDigest(name=name, rows=0, digest=str(last)) for name, last in cursor.fetchall()]
    return digests


def differences(saved: list[TableDigest], restored: list[TableDigest]) -> list[str]:
    """A sentence for each table that is not as it was saved."""
    there = {table.name: table for table in restored}
    sentences = []
    for table in saved:
        other = there.pop(table.name, None)
        if other is None:
            sentences.append(f"{table.name} is missing")
        elif other != table:
            sentences.append(f"{table.name} has {other.rows} rows ({other.digest}), not {table.rows}")
    return sentences + [f"{name} was not saved" for name in there]
