"""Messages get a thread, by what each is about, and may be archived."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Value
from django.db.models.functions import Concat


def thread_by_thing(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    messages = apps.get_model("sanctioning", "Message").objects.using(schema_editor.connection.alias)
    messages.update(thread=Concat(F("thing_type"), Value("/"), F("thing_id")))


class Migration(migrations.Migration):
    dependencies = [("sanctioning", "0004_provisional_records")]

    operations = [
        migrations.AddField("message", "archived_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "message", "thread", models.CharField(default="", max_length=101), preserve_default=False
        ),
        migrations.RunPython(thread_by_thing, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            "message",
            models.Index(fields=["to", "thread", "-at", "-id"], name="message_by_thread"),
        ),
    ]
