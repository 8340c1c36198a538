"""A webhook may be told of one event alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sanctioning", "0007_webhooks")]

    operations = [
        migrations.AddField(
            "webhook",
            "event",
            models.CharField(
                blank=True,
                default="",
                help_text="The address of the one event of which it is told; empty: of all.",
                max_length=80,
            ),
            preserve_default=False,
        ),
    ]
