"""What the role of the site may do in PostgreSQL where another role owns the tables.

Purpose: whoever breaks into the site or a worker has its rights on the database; without those of the owner
the guards can be neither taken down nor replaced, no table emptied and no sequence set back.
Invariants: what a guard refuses without condition is not granted in the first place; no TRUNCATE, REFERENCES
or TRIGGER, and nothing on the schema but its use; granting again leaves the same rights.
"""

from __future__ import annotations

from typing import Final

from django.apps import apps
from django.db import connection, transaction
from django.db.models import DO_NOTHING, PROTECT, Model

from sanctioning.kit.guards.guards import Act, refused_always

KEPT_BY_THE_OWNER: Final = "django_migrations"


def grant_rights(role: str) -> int:
    """Give the role what the site needs and take whatever else it had; tells on how many tables."""
    tables = connection.introspection.table_names()
    models = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    to = connection.ops.quote_name(role)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        schema = connection.ops.quote_name(cursor.fetchone()[0])
        for what in ("TABLES", "SEQUENCES"):
            cursor.execute(f"REVOKE ALL ON ALL {what} IN SCHEMA {schema} FROM {to}")
        cursor.execute(f"REVOKE ALL ON SCHEMA {schema} FROM {to}")
        # PostgreSQL 14 and older let every role make tables in a schema named public.
        cursor.execute(f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC")
        cursor.execute(f"GRANT USAGE ON SCHEMA {schema} TO {to}")
        cursor.execute(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {to}")
        for table in tables:
            rights = ", ".join(_rights(table, models.get(table)))
            cursor.execute(f"GRANT {rights} ON {connection.ops.quote_name(table)} TO {to}")
    return len(tables)


def _rights(table: str, model: type[Model] | None) -> list[str]:
    if table == KEPT_BY_THE_OWNER:
        return ["SELECT"]
    changing: tuple[Act, ...] = ("UPDATE", "DELETE")
    return [
        *("SELECT", "INSERT"),
        *(act for act in changing if not (model and refused_always(model, act) and _stands_alone(model))),
    ]


def _stands_alone(model: type[Model]) -> bool:
    """Whether Django never asks to change or delete its rows, were it none of them, because others go."""
    behaviours = (getattr(field.remote_field, "on_delete", None) for field in model._meta.concrete_fields)
    return all(behaviour in (None, PROTECT, DO_NOTHING) for behaviour in behaviours)
