"""The index of the words by which clubs are found."""

from __future__ import annotations

from django.db import migrations

from sanctioning.identity.found_by import WordsIndex


class Migration(migrations.Migration):
    dependencies = [("sanctioning", "0002_found_by")]

    operations = [
        migrations.AddIndex("club", WordsIndex(fields=["found_by"], name="club_by_words")),
    ]
