"""The words by which people and clubs are found, filled for those who are there, and their index."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from sanctioning.identity.found_by import FoundBy, WordsIndex

AT_ONCE = 2000


def fill(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for name in ("Person", "Club"):
        model = apps.get_model("sanctioning", name)
        rows = model.objects.using(editor.connection.alias)
        field = model._meta.get_field("found_by")
        batch = []
        for row in rows.only("pk", *field.of).order_by("pk").iterator(chunk_size=AT_ONCE):
            field.pre_save(row, add=False)
            batch.append(row)
            if len(batch) == AT_ONCE:
                rows.bulk_update(batch, ["found_by"])
                batch = []
        rows.bulk_update(batch, ["found_by"])


class Migration(migrations.Migration):
    dependencies = [("sanctioning", "0001_initial")]

    operations = [
        migrations.AddField("person", "found_by", FoundBy(of=("given_names", "family_name", "number"))),
        migrations.AddField("club", "found_by", FoundBy(of=("name", "place"))),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex("person", WordsIndex(fields=["found_by"], name="person_by_words")),
    ]
