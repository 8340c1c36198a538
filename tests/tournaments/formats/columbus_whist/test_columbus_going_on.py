"""The line of Columbus Whist where more than two teams are tied at it: the officials put them in order."""

from __future__ import annotations

from functools import partial
from typing import Final

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.standings import Score
from tests.support.refusals import refusal_of
from tournaments.formats.columbus_whist.advancing import LINE, RULING, at_the_line, due_at_the_line
from tournaments.formats.slips import EventHead, TeamHead

NUMBERS: Final = (2, 3, 5, 7)
SCORES: Final = (Score(5, 20), Score(3, 9), Score(3, 9), Score(3, 9))
TWO_GO_ON: Final = {LINE: {"qualifiers": 2}}
RULED: Final = {"place-3": "3", "place-5": "1", "place-7": "2", "why": "Cards were cut."}


def head() -> EventHead:
    return EventHead(
        id="evening",
        ruleset="columbus-whist-1980",
        planned={"games": 6, "qualifiers": None, "pot_cents": 0},
        teams={
            number: TeamHead(number=number, name=f"Team {number}", players={}, facts={}) for number in NUMBERS
        },
        rounds=(),
    )


def test_three_at_the_line_go_on_in_the_order_of_the_officials() -> None:
    document = at_the_line(head(), SCORES, {**TWO_GO_ON, RULING: RULED})
    assert document["playoffs"] == [{"teams": [2, 3, 4], "order": [3, 4, 2], "ruling": "Cards were cut."}]
    assert document["qualified"] == [1, 3]


def test_their_order_leaves_no_two_teams_level() -> None:
    ruling = due_at_the_line(head(), SCORES, TWO_GO_ON)[-1]
    assert ruling.place == RULING
    assert ruling.read is not None
    assert ruling.read(dict(RULED)) == RULED
    refusal = refusal_of(partial(ruling.read, {**RULED, "place-7": "1"}))
    assert (refusal.code, refusal.rule, refusal.facts["field"]) == ("ruling-level", rules.DIRECTOR, "place-5")
