"""A slip names who ordered its correction, once the result is certified."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0017_signed_heads")]

    operations = [
        migrations.AddField(
            model_name="slip",
            name="ordered_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="sanctioning.person"
            ),
        ),
    ]
