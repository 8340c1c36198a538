"""Drawings for a refund that stand on the trail alone; of what they gave back the till was told nothing."""

from zoneinfo import ZoneInfo

from django.db import migrations


def keep_drawings(apps, schema_editor):
    drawn = apps.get_model("tournaments", "RefundDraw")
    event, person = apps.get_model("tournaments", "Event"), apps.get_model("sanctioning", "Person")
    trail = apps.get_model("sanctioning", "AuditEntry").objects
    for entry in trail.filter(action="draw refund", thing_type="tournaments.Event", by__isnull=False):
        held = event.objects.get(pk=entry.thing_id)
        day = held.starts_at.astimezone(ZoneInfo(held.time_zone)).date()
        drawn.objects.get_or_create(
            club=held.club,
            format=held.format,
            week=f"{day:%G-W%V}",
            defaults={
                "winner": person.objects.get(number=entry.after["drawn"]),
                "amount": 0,
                "seed": entry.after["seed"],
                "by": entry.by,
                "at": entry.at,
            },
        )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_refunds_in_the_till")]
    operations = [migrations.RunPython(keep_drawings, migrations.RunPython.noop)]
