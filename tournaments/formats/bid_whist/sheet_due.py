"""The scoresheet of two teams as a slip, in the rounds and in the playoff, and one more hand where they tie.

Rule section: 3 (B-36), 4 (B-40 to B-44).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from rules_engine.bid_whist import rules
from tournaments.formats.bid_whist.scoresheets import (
    Two,
    more_fields,
    read_more,
    read_sheet,
    said_of,
    sheet_fields,
    sides,
    tells_of,
)
from tournaments.formats.bid_whist.warnings import warned_teams
from tournaments.formats.fields import Said
from tournaments.formats.slips import OTHER_TEAM, Due, EventHead


def sheet_due(
    head: EventHead,
    two: Two,
    game: Mapping[str, Any],
    *,
    place: str,
    title: Said,
    phase: Said,
    table: int,
    rule: str,
    signs: Literal["event", "other-team"] = OTHER_TEAM,
) -> Due:
    """A whole scoresheet, with what stands on it; `game` is as the record has it."""
    one, other = sides(head.teams, two)
    warned = warned_teams(head, two)
    return Due(
        place=place,
        title=title,
        phase=phase,
        table=table,
        teams=two,
        fields=sheet_fields(one, other, warned),
        rule=rule,
        read=partial(read_sheet, two),
        tells=partial(tells_of, one, other, warned),
        said=said_of(two, game),
        signs=signs,
    )


def more_due(
    head: EventHead,
    two: Two,
    *,
    place: str,
    title: Said,
    phase: Said,
    table: int,
    rule: str = rules.DIRECTOR,
    needed: bool = True,
) -> Due:
    """One hand by which the two are told apart, or the Director's ruling."""
    return Due(
        place=place,
        title=title,
        phase=phase,
        table=table,
        teams=two,
        fields=more_fields(*sides(head.teams, two)),
        rule=rule,
        needed=needed,
        read=partial(read_more, two),
        signs=OTHER_TEAM,
    )
