"""What an upgrade does to the rows that are there already."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.models.sql import InsertQuery
from django.db.utils import ConnectionHandler
from django.utils import timezone
from pytest_django import Settings


@pytest.mark.once
def test_a_token_keeps_its_scope_and_ends_ninety_days_after_the_upgrade(db: None, settings: Settings) -> None:
    settings.MIGRATION_MODULES = {}
    in_memory = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
    connection = ConnectionHandler({"default": in_memory})["default"]
    loader = MigrationLoader(None)
    state = loader.project_state(("sanctioning", "0013_sent_keys"))
    migration = loader.get_migration("sanctioning", "0014_tokens_end")
    now = timezone.now()
    account, token = (state.apps.get_model("sanctioning", name) for name in ("Account", "ApiToken"))
    rows = [account(pk=1, email="ash@example.org"), token(pk=1, account_id=1, name="Website", made_at=now)]
    with connection.schema_editor() as editor:
        for row in rows:
            editor.create_model(type(row))
    for row in rows:
        insert = InsertQuery(type(row))
        insert.insert_values(type(row)._meta.concrete_fields, [row])
        insert.get_compiler(connection=connection).execute_sql()
    with connection.schema_editor(atomic=False) as editor:
        migration.apply(state, editor)
    with connection.cursor() as cursor:
        cursor.execute("SELECT scope, expires_at FROM sanctioning_apitoken")
        [(scope, ends)] = cursor.fetchall()
    connection.close()
    assert scope == "full"
    lasts = dt.datetime.fromisoformat(str(ends)).replace(tzinfo=dt.UTC) - now
    assert dt.timedelta(days=90) <= lasts < dt.timedelta(days=91)
