"""Messages get a thread, by what each is about, may be archived, and go in the mail of another."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Value
from django.db.models.functions import Concat


def thread_by_thing(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    messages = apps.get_model("sanctioning", "Message").objects.using(schema_editor.connection.alias)
    messages.update(thread=Concat(F("thing_type"), Value("/"), F("thing_id")))


class Migration(migrations.Migration):
    dependencies = [("sanctioning", "0005_token_scopes_and_networks")]

    operations = [
        migrations.AddField("message", "archived_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "message",
            "goes_with",
            models.ForeignKey(
                blank=True,
                help_text="The message in whose mail this one goes.",
                null=True,
                on_delete=models.deletion.CASCADE,
                related_name="companions",
                to="sanctioning.message",
            ),
        ),
        migrations.AddField(
            "message",
            "thread",
            models.CharField(
                default="", help_text="The event or thing that it is about, by type and key.", max_length=101
            ),
            preserve_default=False,
        ),
        migrations.RunPython(thread_by_thing, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            "message",
            models.Index(fields=["to", "thread", "-at", "-id"], name="message_by_thread"),
        ),
    ]
