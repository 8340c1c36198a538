"""Reports say which of them was amended, and which were written from stanzas."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def say_which_came_from_sheets(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """In a game reported stanza by stanza only a correction was sent as a whole record."""
    reports = apps.get_model("scoring", "Report").objects.using(editor.connection.alias)
    from_sheets = reports.filter(game__stanzas_played__gt=0).exclude(certification__version__gt=1)
    from_sheets.update(from_sheet=True)


class Migration(migrations.Migration):

    dependencies = [
        ('sanctioning', '0011_languages_of_accounts'),
        ('scoring', '0012_record_batches'),
        ('tournaments', '0013_justice'),
    ]

    operations = [
        migrations.AddField(
            model_name='report',
            name='amends',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='amended_versions', to='scoring.report'),
        ),
        migrations.AddField(
            model_name='report',
            name='from_sheet',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('amends__isnull', True), ('from_sheet', False), _connector='OR'), name='sheet_is_amended_itself'),
        ),
        migrations.RunPython(say_which_came_from_sheets, migrations.RunPython.noop),
    ]
