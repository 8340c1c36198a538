"""What the four levels that ship are, as data; the Articles that each application was sent in under."""

from django.db import migrations

PROPERTIES = {
    "restricted": "restricted",
    "special-event": "special_event",
    "series-playoff-consolation": "playoff",
}


def say_what_levels_are(apps, schema_editor):
    level = apps.get_model("sanctioning", "Level")
    for slug, name in PROPERTIES.items():
        level.objects.filter(slug=slug).update(**{name: True})


def set_articles_of_applications(apps, schema_editor):
    articles, sanction = apps.get_model("sanctioning", "Articles"), apps.get_model("sanctioning", "Sanction")
    for version in articles.objects.filter(adopted_at__isnull=False).order_by("first_day"):
        since = sanction.objects.filter(applied_at__date__gte=version.first_day)
        since.update(applied_under=version)


class Migration(migrations.Migration):
    dependencies = [("sanctioning", "0005_law_drafts_and_levels")]
    operations = [
        migrations.RunPython(say_what_levels_are, migrations.RunPython.noop),
        migrations.RunPython(set_articles_of_applications, migrations.RunPython.noop),
    ]
