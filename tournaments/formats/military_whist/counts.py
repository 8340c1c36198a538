"""The counts of flags that the tables hand in, and the record that they make.

Rule section: 3b and 5 (twelve at each table, counted before and after), 6 and 7b (days begun with twelve
again and added), TIE BREAKERS.
Terms: home team (the one whose table it is), count (the flags at a table at one moment).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from rules_engine.military_whist import rules
from rules_engine.military_whist.check import check_record
from rules_engine.military_whist.flags import START
from rules_engine.military_whist.reader import record_of
from rules_engine.military_whist.record import FORMAT as RECORD
from rules_engine.military_whist.standings import standings
from tournaments.formats.fields import Field
from tournaments.formats.military_whist.ties import due_of_ties, playoffs_of
from tournaments.formats.slips import Board, Due, EventHead, Line, Standing, TeamHead

BEFORE: Final = "before"
AFTER: Final = "after"
PLACES: Final = {"count-before": BEFORE, "count-after": AFTER}


def place(day: int, when: str, table: int) -> str:
    return f"d{day}-{when}-{table}"


def due(head: EventHead, standing: Standing) -> Sequence[Due]:
    """Counts before and after each day, of a later day once the one before is counted; then the ties."""
    if not head.rounds:
        return ()
    found = [one for day in _days_begun(head, standing) for one in _of_day(head, day)]
    totals = _totals(head, standing)
    return [*found, *due_of_ties(head, totals, standing)] if totals else found


def record(head: EventHead, standing: Standing) -> dict[str, Any]:
    """The event so far as `military-whist/1`: totals and ranking once all is counted."""
    home = home_teams(head)
    made: dict[str, Any] = {
        "format": RECORD,
        "ruleset": head.ruleset,
        "id": head.id,
        "level": head.planned["level"],
        "teams": [_team(team) for team in home],
        "pattern": head.planned["pattern"],
        "moves": head.planned["moves"],
        "days": [
            _day(day, sessions, len(home), standing)
            for day, sessions in enumerate(head.planned["days"], start=1)
        ],
    }
    totals = _totals(head, standing)
    if totals is None:
        return made
    made["totals"] = totals
    made["playoffs"] = playoffs_of(head, totals, standing)
    made["ranking"] = [[rank, team] for rank, team, *_more in check_record(record_of(made)).ranking]
    return made


def place_of(head: EventHead, finding: Mapping[str, Any]) -> str:
    """The count that a finding speaks of; a sum is of no table."""
    when = PLACES.get(finding["code"])
    if when is None or finding["table"] is None:
        return ""
    return place(finding["day"], when, finding["table"])


def board(head: EventHead, standing: Standing, check: Mapping[str, Any] | None) -> Board:
    """Flags of each day as counted at its end; places once a whole day is."""
    home = home_teams(head)
    days = range(1, len(head.planned["days"]) + 1)
    counted = [[_flags(standing, day, AFTER, table + 1) for day in days] for table in range(len(home))]
    whole = [day for day in days if _counts(standing, day, AFTER, len(home))]
    totals = [sum(row[day - 1] or 0 for day in whole) for row in counted]
    ranked = [(rank, team) for rank, team in (check or {}).get("tables", ())]
    if not ranked and whole:
        ranked = list(standings(totals, {}).ranking)
    order = ranked or [(0, table) for table in range(1, len(home) + 1)]
    return Board(
        columns=(*(_("Day %(day)s") % {"day": day} for day in days), _("Flags")),
        lines=tuple(
            Line(
                place=rank,
                team=home[table - 1].number,
                figures=(*counted[table - 1], totals[table - 1] if whole else None),
            )
            for rank, table in order
        ),
    )


def home_teams(head: EventHead) -> list[TeamHead]:
    """The teams in the order of their tables."""
    return [head.teams[table[0]] for table in head.rounds[0]]


def _days_begun(head: EventHead, standing: Standing) -> Iterator[int]:
    for day in range(1, len(head.planned["days"]) + 1):
        yield day
        if _counts(standing, day, AFTER, len(head.rounds[0])) is None:
            return


def _of_day(head: EventHead, day: int) -> Iterator[Due]:
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


def _team(team: TeamHead) -> dict[str, Any]:
    return {"name": team.name, "players": dict(team.players)}


def _day(day: int, sessions: Sequence[int], tables: int, standing: Standing) -> dict[str, Any]:
    """A day so far: counts before play, where some are missing with the twelve that are due there; those at
    the end once all are in, since only their sum can be checked."""
    made: dict[str, Any] = {"sessions": list(sessions)}
    before = [_flags(standing, day, BEFORE, table) for table in range(1, tables + 1)]
    if any(flags is not None for flags in before):
        made["before"] = [START if flags is None else flags for flags in before]
    after = _counts(standing, day, AFTER, tables)
    if after is not None:
        made["after"] = after
    return made


def _totals(head: EventHead, standing: Standing) -> list[int] | None:
    """The flags of all days added; None until all are counted."""
    tables = len(head.rounds[0])
    days = [_counts(standing, day, AFTER, tables) for day in range(1, len(head.planned["days"]) + 1)]
    counted = [day for day in days if day is not None]
    return [sum(flags) for flags in zip(*counted, strict=True)] if len(counted) == len(days) else None


def _counts(standing: Standing, day: int, when: str, tables: int) -> list[int] | None:
    flags = [_flags(standing, day, when, table) for table in range(1, tables + 1)]
    counted = [one for one in flags if one is not None]
    return counted if len(counted) == tables else None


def _flags(standing: Standing, day: int, when: str, table: int) -> int | None:
    slip = standing.get(place(day, when, table))
    return None if slip is None else int(slip["flags"])
