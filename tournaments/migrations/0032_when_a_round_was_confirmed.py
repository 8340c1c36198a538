"""Rounds say when they were confirmed; of those that are, the audit trail knows."""

from django.db import migrations, models


def from_the_trail(apps, schema_editor):
    rounds = apps.get_model("tournaments", "Round").objects
    trail = apps.get_model("sanctioning", "AuditEntry").objects
    for entry in trail.filter(action="confirm round", thing_type="tournaments.Round"):
        rounds.filter(pk=entry.thing_id).update(confirmed_at=entry.at)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_teams_that_go_home")]
    operations = [
        migrations.AddField(
            model_name="round",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(from_the_trail, migrations.RunPython.noop),
    ]
