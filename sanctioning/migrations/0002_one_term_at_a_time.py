"""On PostgreSQL two terms of one person in one office exclude each other, also for two clerks at once.

SQLite lets one write at a time, so that the guard on the table (`sanctioning.apps`) is enough there.
"""

from django.contrib.postgres.operations import BtreeGistExtension
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ADD = """
    ALTER TABLE sanctioning_appointment ADD CONSTRAINT appointment_one_term_at_a_time EXCLUDE USING gist (
        person_id WITH =,
        office WITH =,
        COALESCE(club_id, 0) WITH =,
        daterange(first_day, last_day, '[]') WITH &&
    )
"""
DROP = "ALTER TABLE sanctioning_appointment DROP CONSTRAINT appointment_one_term_at_a_time"


def add(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(ADD)


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(DROP)


class Migration(migrations.Migration):
    dependencies = [("sanctioning", "0001_initial")]
    operations = [BtreeGistExtension(), migrations.RunPython(add, drop)]
