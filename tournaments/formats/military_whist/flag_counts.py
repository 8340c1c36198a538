"""The counts of flags that the tables hand in, before and after each day.

Rule section: 3b and 5 (twelve at each table, counted before and after), 6 and 7b (days begun with twelve
again and added).
Terms: count (the flags at a table at one moment).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.military_whist import rules
from rules_engine.military_whist.flags import START
from tournaments.formats.fields import Field
from tournaments.formats.military_whist.leader_slips import lent_until
from tournaments.formats.military_whist.tables import hands_of_days, hands_planned, home_teams
from tournaments.formats.slips import Due, EventHead, Standing

BEFORE: Final = "before"
AFTER: Final = "after"


def place(day: int, when: str, table: int) -> str:
    return f"d{day}-{when}-{table}"


def days_begun(head: EventHead, standing: Standing) -> int:
    """How many days are being played or over: one more than those counted at their end."""
    days = len(hands_of_days(head, standing))
    tables = len(head.rounds[0])
    for day in range(1, days + 1):
        if counts(standing, day, AFTER, tables) is None:
            return day
    return days


def due_of_day(head: EventHead, day: int) -> Iterator[Due]:
    """Every table's count before play, then every table's at the end."""
    home = home_teams(head)
    phases = (
        (BEFORE, _("Day %(day)s, before play"), _("Flags before play")),
        (AFTER, _("Day %(day)s, at the end"), _("Flags at the end")),
    )
    for when, phase, label in phases:
        for table, team in enumerate(home, start=1):
            yield Due(
                place=place(day, when, table),
                title=_("Table %(table)s, %(team)s") % {"table": table, "team": team.name},
                phase=phase % {"day": day},
                table=table,
                teams=(team.number,),
                fields=(
                    Field(
                        name="flags",
                        label=label,
                        kind="whole",
                        most=START * len(home),
                        initial=str(START) if when == BEFORE else "",
                    ),
                ),
                rule=rules.FLAGS_AT_START if when == BEFORE else rules.COUNTS,
            )


def scores_of_day(head: EventHead, standing: Standing, day: int) -> list[int] | None:
    """What each table is recorded with: the flags at its end less those on loan; None until all are told."""
    flags = counts(standing, day, AFTER, len(head.rounds[0]))
    if flags is None:
        return None
    lent = lent_at_end(head, standing, day)
    return [held - lent[table] for table, held in enumerate(flags)]


def lent_at_end(head: EventHead, standing: Standing, day: int) -> list[int]:
    """The flags of the leader at each table when the day ends."""
    return lent_until(head, standing, day, hands_planned(head))


def totals_of(head: EventHead, standing: Standing) -> list[int] | None:
    """The scores of all days added; None until all are counted."""
    days = range(1, len(hands_of_days(head, standing)) + 1)
    counted = [scores for day in days if (scores := scores_of_day(head, standing, day)) is not None]
    return [sum(flags) for flags in zip(*counted, strict=True)] if len(counted) == len(days) else None


def counts(standing: Standing, day: int, when: str, tables: int) -> list[int] | None:
    """The counts of all tables; None while one is missing."""
    flags = [flags_at(standing, day, when, table) for table in range(1, tables + 1)]
    counted = [count for count in flags if count is not None]
    return counted if len(counted) == tables else None


def flags_at(standing: Standing, day: int, when: str, table: int) -> int | None:
    slip = standing.get(place(day, when, table))
    return None if slip is None else int(slip["flags"])
