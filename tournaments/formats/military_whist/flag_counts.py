"""The counts of flags that the tables hand in, before and after each day.

Rule section: 3b and 5 (twelve at each table, counted before and after), 6 and 7b (days begun with twelve
again and added).
Terms: count (the flags at a table at one moment).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.military_whist import rules
from rules_engine.military_whist.flags import START
from tournaments.formats.fields import Field
from tournaments.formats.military_whist.leader_slips import lent_until
from tournaments.formats.military_whist.tables import hands_of_days, hands_planned, home_teams
from tournaments.formats.slips import Due, EventHead, Standing, TeamHead

BEFORE: Final = "before"
AFTER: Final = "after"
OF_A_DAY: Final = re.compile(r"d(\d+)-(before|after)-(\d+)")


def place(day: int, when: str, table: int) -> str:
    return f"d{day}-{when}-{table}"


def day_of_count(place: str) -> tuple[int, str]:
    """Of which day a count is, and of which end of it; 0 for any other slip."""
    named = OF_A_DAY.fullmatch(place)
    return (int(named[1]), named[2]) if named else (0, "")


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
    for when in (BEFORE, AFTER):
        for table in range(1, len(home) + 1):
            yield _count_due(home, day, when, table)


def due_of_count(head: EventHead, standing: Standing, place: str) -> Iterator[Due]:
    """The count of this place, where it is among those of a day that has begun."""
    named = OF_A_DAY.fullmatch(place)
    if named is None:
        return
    home, day, table = home_teams(head), int(named[1]), int(named[3])
    if 0 < day <= days_begun(head, standing) and 0 < table <= len(home):
        yield _count_due(home, day, named[2], table)


def _count_due(home: Sequence[TeamHead], day: int, when: str, table: int) -> Due:
    team = home[table - 1]
    phase, label = _("Day %(day)s, before play"), _("Flags before play")
    if when == AFTER:
        phase, label = _("Day %(day)s, at the end"), _("Flags at the end")
    field = Field(
        name="flags",
        label=label,
        kind="whole",
        most=START * len(home),
        initial=str(START) if when == BEFORE else "",
    )
    return Due(
        place=place(day, when, table),
        title=_("Table %(table)s, %(team)s") % {"table": table, "team": team.name},
        phase=phase % {"day": day},
        table=table,
        teams=(team.number,),
        fields=(field,),
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
