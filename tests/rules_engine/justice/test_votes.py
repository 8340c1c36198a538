from fractions import Fraction

import pytest

from rules_engine.justice.votes import Motion, carried, decide_vote, electorate, needed

SHARE = {
    "find-intentional-revoke": Fraction(2, 3),
    "find-chaotic-action": Fraction(3, 4),
    "type-2-adjusted-score": Fraction(2, 3),
    "type-2-bar": Fraction(3, 4),
    "type-2-bar-with-playoffs": Fraction(1),
}
BARS = {"type-2-bar", "type-2-bar-with-playoffs"}


def expected(motion, voters, ayes):
    if motion == "type-2-points":
        return Fraction(ayes, voters) > Fraction(1, 2)
    return Fraction(ayes, voters) >= SHARE[motion]


def test_the_motions_are_those_of_the_contract():
    assert {str(motion) for motion in Motion} == {*SHARE, "type-2-points"}


@pytest.mark.parametrize("motion", list(Motion))
@pytest.mark.parametrize("current", range(3, 11))
def test_every_tally_against_fractions(motion, current):
    for offenders in range(current):
        voters = current - offenders if motion in BARS else current
        assert electorate(motion, current, offenders) == voters
        for ayes in range(voters + 1):
            result = decide_vote(motion, current=current, offenders=offenders, ayes=ayes, noes=voters - ayes)
            assert result.carried is carried(motion, voters, ayes) is expected(motion, voters, ayes)
            assert result.carried is (ayes >= result.needed)
            assert result.electorate == voters
        assert result.needed == needed(motion, voters)


# The texts in whole numbers: "2/3 or more", "3/4 or better", "simple majority", "unanimous".
CARRIES = {
    "find-intentional-revoke": lambda ayes, others: 3 * ayes >= 2 * (ayes + others),
    "find-chaotic-action": lambda ayes, others: 4 * ayes >= 3 * (ayes + others),
    "type-2-points": lambda ayes, others: ayes > others,
    "type-2-adjusted-score": lambda ayes, others: ayes >= 2 * others,
    "type-2-bar": lambda ayes, others: ayes >= 3 * others,
    "type-2-bar-with-playoffs": lambda ayes, others: others == 0,
}


@pytest.mark.parametrize("motion", list(Motion))
@pytest.mark.parametrize("current", range(3, 11))
def test_each_threshold_at_just_under_and_just_over_in_whole_numbers(motion, current):
    for offenders in range(current):
        voters = current - offenders if motion in BARS else current
        enough = next(ayes for ayes in range(voters + 1) if CARRIES[motion](ayes, voters - ayes))
        for ayes, carries in ((enough - 1, False), (enough, True), (enough + 1, True)):
            if 0 <= ayes <= voters:
                result = decide_vote(motion, current=current, offenders=offenders, ayes=ayes)
                assert (result.carried, result.needed) == (carries, enough)


@pytest.mark.parametrize(
    ("motion", "by_electorate"),
    [
        ("find-intentional-revoke", {3: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 6, 9: 6, 10: 7}),
        ("type-2-adjusted-score", {3: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 6, 9: 6, 10: 7}),
        ("find-chaotic-action", {3: 3, 4: 3, 5: 4, 6: 5, 7: 6, 8: 6, 9: 7, 10: 8}),
        ("type-2-bar", {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 5, 7: 6, 8: 6, 9: 7, 10: 8}),
        ("type-2-points", {3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6}),
        ("type-2-bar-with-playoffs", {n: n for n in range(1, 11)}),
    ],
)
def test_ayes_needed(motion, by_electorate):
    assert {voters: needed(Motion(motion), voters) for voters in by_electorate} == by_electorate


def test_the_sentence_counts_the_voters():
    result = decide_vote(Motion.TYPE_2_POINTS, current=6, offenders=1, ayes=4)
    assert result == (6, 4, True, "III/Penalties", "4 of 6 current players; more than half is 4.")
    result = decide_vote(Motion.TYPE_2_BAR, current=6, offenders=1, ayes=3)
    assert result == (5, 4, False, "III/Penalties", "3 of 5 non-offending players; three quarters is 4.")
    assert decide_vote(Motion.FIND_CHAOTIC_ACTION, current=4, ayes=3).rule == "III/Chaotic Action"
    assert decide_vote(Motion.FIND_INTENTIONAL_REVOKE, current=3, ayes=2).rule == "III/Intentional Revoke"


@pytest.mark.parametrize("motion", list(Motion))
@pytest.mark.parametrize("current", [0, 1, 2, 11])
def test_no_table_no_vote(motion, current):
    result = decide_vote(motion, current=current, ayes=current)
    assert (result.carried, result.rule, result.electorate) == (False, "I/Players", current)


@pytest.mark.parametrize("motion", [Motion.TYPE_2_BAR, Motion.TYPE_2_BAR_WITH_PLAYOFFS])
def test_offenders_alone_carry_nothing(motion):
    result = decide_vote(motion, current=3, offenders=3, ayes=0)
    assert (result.electorate, result.needed, result.carried) == (0, 1, False)
    assert carried(motion, 0, 0) is False


@pytest.mark.parametrize(
    "counts",
    [
        {"ayes": 7},
        {"ayes": 4, "noes": 3},
        {"ayes": 3, "noes": 2, "abstain": 1, "absent": 1},
        {"ayes": -1},
        {"ayes": 3, "noes": -1},
        {"ayes": 0, "offenders": 7},
        {"ayes": 0, "offenders": -1},
    ],
)
def test_impossible_counts_are_refused(counts):
    with pytest.raises(ValueError, match=r"may vote|offenders"):
        decide_vote(Motion.TYPE_2_POINTS, current=6, **counts)


def test_abstaining_and_absent_count_against():
    assert not decide_vote(Motion.TYPE_2_POINTS, current=6, ayes=3, abstain=1, absent=2).carried
    assert not decide_vote(Motion.TYPE_2_BAR_WITH_PLAYOFFS, current=5, offenders=1, ayes=3, abstain=1).carried


@pytest.mark.parametrize("current", range(3, 11))
def test_where_the_articles_say_so_a_simple_majority_is_of_the_votes_cast(current):
    for ayes in range(current + 1):
        for noes in range(current - ayes + 1):
            result = decide_vote(
                Motion.TYPE_2_POINTS, current=current, ayes=ayes, noes=noes, majority_of="cast"
            )
            assert result.carried is (ayes > noes)
            assert result.carried is (ayes >= result.needed)
            assert result.electorate == current


@pytest.mark.parametrize("motion", sorted(set(Motion) - {Motion.TYPE_2_POINTS}))
def test_no_other_threshold_is_of_the_votes_cast(motion):
    for ayes in range(8):
        of_cast = decide_vote(motion, current=7, ayes=ayes, majority_of="cast")
        assert of_cast == decide_vote(motion, current=7, ayes=ayes)
