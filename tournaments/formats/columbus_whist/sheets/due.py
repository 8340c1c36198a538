"""The sheet of one game as a slip: due of two teams, handed in by one, signed and locked by the other.

Rule section: 41 and CLOSING (C-31, C-33).
"""

from __future__ import annotations

from functools import partial

from django.utils.functional import lazy

from tournaments.formats.columbus_whist.sheets.fields import sheet_fields
from tournaments.formats.columbus_whist.sheets.games import unsigned
from tournaments.formats.columbus_whist.sheets.words import Telling
from tournaments.formats.slips import OTHER_TEAM, Due, EventHead, Standing


def sheet_due(
    head: EventHead,
    standing: Standing,
    *,
    place: str,
    title: str,
    phase: str,
    table: int,
    teams: tuple[int, int],
    rule: str,
    number: int = 0,
) -> Due:
    """The slip of the game of these teams, of round `number`, with how it ended once it stands: told when it
    is shown, since an evening has hundreds."""
    first, other = (head.teams[team] for team in teams)
    telling = Telling((first, other), rule)
    body = standing.get(place)
    return Due(
        place=place,
        title=title,
        phase=phase,
        table=table,
        teams=teams,
        fields=sheet_fields(first, other),
        rule=rule,
        signs=OTHER_TEAM,
        read=telling.read,
        tells=telling.tell,
        under_way=telling.under_way,
        unsigned=partial(unsigned, (first, other)),
        round=number,
        said="" if body is None else lazy(telling.end, str)(body),
    )
