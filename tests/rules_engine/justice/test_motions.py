"""Which votes are held: a lawful one of each motion, and each obstacle put in its way alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules_engine.justice.motions import (
    ANSWERS,
    MOST_POINTS,
    OBSTACLES,
    Moved,
    VotingTable,
    count,
    obstacles,
    roll,
)
from rules_engine.justice.voted_bars import VotedTarget
from rules_engine.justice.votes import Motion
from rules_engine.whoopie.scoring import incident_points

FOUR = ("ann", "bob", "cat", "dan")
TABLE = VotingTable(FOUR, (*FOUR, "eve"), sanctioned=True, final_sheet_confirmed=False)
OFFENDER = frozenset({"ann"})
GAME, PLAYOFF = VotedTarget("game", "next", None), VotedTarget("playoff", "final", "S-1")
SPECIAL = VotedTarget("special-event", "gala", "S-1")
LAWFUL: dict[Motion, Moved] = {
    motion: Moved(motion=motion, by="bob", offenders=OFFENDER, found=True, sanction="S-1", **more)  # type: ignore[arg-type]
    for motion, more in {
        Motion.FIND_INTENTIONAL_REVOKE: {},
        Motion.FIND_CHAOTIC_ACTION: {},
        Motion.TYPE_2_POINTS: {"points": 4, "fails_bid": True},
        Motion.TYPE_2_ADJUSTED_SCORE: {"points": 3, "injured": "bob"},
        Motion.TYPE_2_BAR: {"scope": (GAME,)},
        Motion.TYPE_2_BAR_WITH_PLAYOFFS: {"scope": (GAME, PLAYOFF), "letter": True},
    }.items()
}
POINTS, ADJUSTED, BAR, BAR_ALL = list(Motion)[2:]
CHAOTIC, REVOKE = Motion.FIND_CHAOTIC_ACTION, Motion.FIND_INTENTIONAL_REVOKE
IN_THE_WAY: list[tuple[str, Motion, dict[str, Any], dict[str, Any]]] = [
    *(("not-sanctioned", motion, {}, {"sanctioned": False}) for motion in Motion),
    *(("final-sheet-confirmed", motion, {}, {"final_sheet_confirmed": True}) for motion in Motion),
    *(("too-few-players", motion, {}, {"current": ("ann", "bob")}) for motion in Motion),
    *(("not-a-current-player", motion, {"by": "eve"}, {}) for motion in Motion),
    *(("open-already", motion, {"state": "open"}, {}) for motion in Motion),
    *(("decided-already", motion, {"state": "closed"}, {}) for motion in Motion),
    ("penalised-otherwise", CHAOTIC, {"penalised": True}, {}),
    *(("not-found-type-2", motion, {"found": False}, {}) for motion in (POINTS, ADJUSTED, BAR, BAR_ALL)),
    *(("points-out-of-range", POINTS, {"points": points}, {}) for points in (-1, 5)),
    ("no-penalty", POINTS, {"points": 0, "fails_bid": False}, {}),
    *(("adjustment-not-positive", ADJUSTED, {"points": points}, {}) for points in (0, -2)),
    ("injured-is-an-offender", ADJUSTED, {"injured": "ann"}, {}),
    ("injured-not-in-the-game", ADJUSTED, {"injured": "zoe"}, {}),
    *(("bar-of-nothing", motion, {"scope": ()}, {}) for motion in (BAR, BAR_ALL)),
    ("bar-out-of-reach", BAR, {"scope": (GAME, PLAYOFF)}, {}),
    ("bar-out-of-reach", BAR_ALL, {"scope": (VotedTarget("playoff", "other", "S-2"),)}, {}),
    *(("bar-out-of-reach", motion, {"scope": (SPECIAL,)}, {}) for motion in (BAR, BAR_ALL)),
    *(("only-offenders", motion, {"offenders": frozenset(FOUR)}, {}) for motion in (BAR, BAR_ALL)),
    *(("letter-without-bar", motion, {"letter": True}, {}) for motion in (*list(Motion)[:5],)),
]


@pytest.mark.parametrize("motion", Motion)
def test_a_lawful_vote_is_opened(motion: Motion) -> None:
    assert obstacles(LAWFUL[motion], TABLE) == ()


@pytest.mark.parametrize(("code", "motion", "moved", "table"), IN_THE_WAY)
def test_one_thing_wrong_is_one_reason(
    code: str, motion: Motion, moved: dict[str, Any], table: dict[str, Any]
) -> None:
    [obstacle] = obstacles(replace(LAWFUL[motion], **moved), TABLE._replace(**table))
    assert obstacle == (code, *OBSTACLES[code])


def test_every_reason_is_tried() -> None:
    assert {code for code, *_ in IN_THE_WAY} == set(OBSTACLES)


def test_a_revoke_that_cost_points_may_still_be_charged_as_intentional() -> None:
    assert obstacles(replace(LAWFUL[REVOKE], penalised=True), TABLE) == ()


def test_one_who_walked_out_may_be_voted_on_and_one_who_left_be_given_points() -> None:
    gone = TABLE._replace(current=("bob", "cat", "dan"))
    assert obstacles(LAWFUL[POINTS], gone) == ()
    assert obstacles(replace(LAWFUL[ADJUSTED], injured="eve"), gone) == ()


def test_a_penalty_takes_no_more_than_a_type_1_violation_costs() -> None:
    assert -incident_points("type-1") == MOST_POINTS


@pytest.mark.parametrize("motion", Motion)
@pytest.mark.parametrize("gone", [False, True])
def test_every_ballot_of_four_against_a_plain_count(motion: Motion, gone: bool) -> None:
    """All answers of all who vote; the thresholds of the text in whole numbers."""
    current = FOUR[1:] if gone else FOUR
    innocent = motion in (BAR, BAR_ALL)
    entitled = roll(motion, current, OFFENDER)
    assert entitled == (FOUR[1:] if innocent or gone else FOUR)
    for answers in product(ANSWERS, repeat=len(entitled)):
        ayes, voters = answers.count("aye"), len(entitled)
        enough = {
            REVOKE: 3 * ayes >= 2 * voters,
            CHAOTIC: 4 * ayes >= 3 * voters,
            POINTS: ayes > voters - ayes,
            ADJUSTED: 3 * ayes >= 2 * voters,
            BAR: 4 * ayes >= 3 * voters,
            BAR_ALL: ayes == voters,
        }[motion]
        votes = dict(zip(entitled, answers, strict=True))
        assert count(motion, current, OFFENDER, votes).carried == enough
        heard = {player: answer for player, answer in votes.items() if answer != "absent"}
        assert count(motion, current, OFFENDER, heard).carried == enough


def test_nobody_answers_who_is_not_on_the_roll() -> None:
    for motion, stranger in ((POINTS, "eve"), (BAR, "ann")):
        with pytest.raises(ValueError, match="not on the roll"):
            count(motion, FOUR, OFFENDER, {stranger: "aye"})
