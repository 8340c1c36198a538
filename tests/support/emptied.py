"""What a test that commits leaves behind is taken away: the rows of the tables that hold any.

Purpose: Django empties every table, makes content types and permissions anew and lets the guards come down
and go up twice, which takes longer than most of these tests. Invariants: no row is left but those of content
types and permissions, which are what the models make them; every guard stands afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.models import Model
from django.test import TransactionTestCase

from sanctioning.kit.guards import guards

MADE_OF_THE_MODELS: tuple[type[Model], ...] = (ContentType, Permission)


def empty_after_each_test() -> None:
    """From now on every test that commits is followed by `empty` instead of Django's `flush`."""
    setattr(TransactionTestCase, "_fixture_teardown", lambda _test: empty())  # noqa: B010


def empty() -> None:
    """Take away what tests left behind."""
    if held := tables_with_rows():
        if connection.vendor == "postgresql":
            delete(held, "SET LOCAL session_replication_role = replica")
            return
        guards.remove(DEFAULT_DB_ALIAS)
        try:
            delete(held)
        finally:
            guards.install(DEFAULT_DB_ALIAS)


def tables_with_rows() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})"
                for table in tables()
            )
        )
        return [table for (table,) in cursor.fetchall()]


@cache
def tables() -> tuple[str, ...]:
    """The tables of the models but for those that tests never write."""
    kept = {model._meta.db_table for model in MADE_OF_THE_MODELS}
    there = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(sorted(set(there) - kept))


def delete(held: Iterable[str], *before: str) -> None:
    """All rows of these tables at once; which refers to which is asked when everything is gone."""
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in (*before, *(f"DELETE FROM {connection.ops.quote_name(table)}" for table in held)):
            cursor.execute(statement)
