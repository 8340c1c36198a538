"""The scoresheet of two teams as a slip, in the rounds and in the playoff, and one more hand where they tie.

Rule section: 3 (B-36), 4 (B-40 to B-44).
"""

from __future__ import annotations

from functools import partial
from typing import Literal

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.document import GameDocument
from tournaments.formats.bid_whist.kept import SheetSlip
from tournaments.formats.bid_whist.rulings.warnings import warned_teams
from tournaments.formats.bid_whist.scoresheets.games import Two, hands_of, points_of
from tournaments.formats.bid_whist.scoresheets.hands import (
    more_fields,
    read_more,
    read_sheet,
    said_of,
    sheet_fields,
    sides,
    tells_of,
)
from tournaments.formats.bid_whist.scoresheets.signatures import unsigned
from tournaments.formats.fields import Said
from tournaments.formats.slips import OTHER_TEAM, Due, EventHead, Standing


def sheet_due(
    head: EventHead,
    two: Two,
    game: GameDocument,
    *,
    place: str,
    title: Said,
    phase: Said,
    table: int,
    rule: str,
    number: int = 0,
    signs: Literal["event", "other-team"] = OTHER_TEAM,
) -> Due:
    """A whole scoresheet, of round `number`, with what stands on it; `game` is as the record has it."""
    first, other = sides(head.teams, two)
    warned = warned_teams(head, two)
    return Due(
        place=place,
        title=title,
        phase=phase,
        table=table,
        teams=two,
        fields=sheet_fields(first, other, warned),
        rule=rule,
        read=read_sheet,
        tells=partial(tells_of, first, other, warned),
        unsigned=partial(unsigned, head, two),
        said=said_of(two, game),
        round=number,
        signs=signs,
    )


def more_due(
    head: EventHead,
    standing: Standing,
    two: Two,
    *,
    place: str,
    title: Said,
    phase: Said,
    table: int,
    rule: str = rules.DIRECTOR,
    number: int = 0,
    needed: bool = True,
    decides: str = "",
) -> Due:
    """One hand by which the two are told apart, or the Director's ruling, with what stands of it; it
    `decides` the game of that place, none where they are level after all of theirs."""
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
        decides=decides,
        round=number,
        said=_said_of_more(two, standing[place]) if place in standing else "",
        signs=OTHER_TEAM,
    )


def _said_of_more(two: Two, body: SheetSlip) -> str:
    hands = hands_of(two, body)
    if not hands:
        return _("ruled, won by team %(winner)s") % {"winner": body["winner"]}
    own, other = points_of(two, hands[0])
    winner = body.get("winner", two[0] if own > other else two[1])
    return _("%(one)s : %(other)s, won by team %(winner)s") % {"one": own, "other": other, "winner": winner}
