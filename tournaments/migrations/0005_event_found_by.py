"""The words by which events are found, filled for those that are there, and their index."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from sanctioning.identity.found_by import FoundBy, WordsIndex

AT_ONCE = 2000


def fill(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    model = apps.get_model("tournaments", "Event")
    rows = model.objects.using(editor.connection.alias)
    field = model._meta.get_field("found_by")
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        batch = list(rows.filter(pk__in=keys[start : start + AT_ONCE]).only("pk", *field.of))
        for row in batch:
            field.pre_save(row, add=False)
        rows.bulk_update(batch, ["found_by"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_promised_fees")]

    operations = [
        migrations.AddField("event", "found_by", FoundBy(of=("name", "place", "starts_at"))),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex("event", WordsIndex(fields=["found_by"], name="event_by_words")),
    ]
