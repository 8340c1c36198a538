"""Votes on violations of the spirit of the game, in whole numbers only.

Every threshold is a share of those entitled to vote, so who abstains or is absent counts against the motion
(reading 54). Section III, "Intentional Revoke", "Chaotic Action" and "Penalties"; inventory W-102, W-104,
W-109 to W-112.
"""

from enum import StrEnum
from typing import Literal, NamedTuple

from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS


class Motion(StrEnum):
    """What may be moved: two findings of guilt and the four penalties of a type 2 violation."""

    FIND_INTENTIONAL_REVOKE = "find-intentional-revoke"
    FIND_CHAOTIC_ACTION = "find-chaotic-action"
    TYPE_2_POINTS = "type-2-points"
    TYPE_2_ADJUSTED_SCORE = "type-2-adjusted-score"
    TYPE_2_BAR = "type-2-bar"
    TYPE_2_BAR_WITH_PLAYOFFS = "type-2-bar-with-playoffs"


MajorityOf = Literal["entitled", "cast"]


class VoteResult(NamedTuple):
    """A counted vote: `electorate` voters, `needed` ayes, whether it `carried`, by which `rule`, and why."""

    electorate: int
    needed: int
    carried: bool
    rule: str
    reason: str


_MAJORITY, _TWO_THIRDS, _THREE_QUARTERS, _ALL = "more than half", "two thirds", "three quarters", "all"

_THRESHOLD: dict[Motion, str] = {
    Motion.FIND_INTENTIONAL_REVOKE: _TWO_THIRDS,
    Motion.FIND_CHAOTIC_ACTION: _THREE_QUARTERS,
    Motion.TYPE_2_POINTS: _MAJORITY,
    Motion.TYPE_2_ADJUSTED_SCORE: _TWO_THIRDS,
    Motion.TYPE_2_BAR: _THREE_QUARTERS,
    Motion.TYPE_2_BAR_WITH_PLAYOFFS: _ALL,
}
_RULE: dict[Motion, str] = {
    Motion.FIND_INTENTIONAL_REVOKE: "III/Intentional Revoke",
    Motion.FIND_CHAOTIC_ACTION: "III/Chaotic Action",
}
BARS = frozenset({Motion.TYPE_2_BAR, Motion.TYPE_2_BAR_WITH_PLAYOFFS})


def electorate(motion: Motion, current: int, offenders: int = 0) -> int:
    """How many may vote: the `current` players, for a bar without the `offenders` among them (reading 47).

    Raises:
        ValueError: `current` or `offenders` negative, or more offenders than players.
    """
    if not 0 <= offenders <= current:
        raise ValueError("offenders are counted among the current players")
    return current - offenders if motion in BARS else current


def needed(motion: Motion, voters: int) -> int:
    """The fewest ayes that carry `motion` among `voters`; at least 1, so that nobody decides nothing."""
    threshold = _THRESHOLD[motion]
    if threshold == _MAJORITY:
        return voters // 2 + 1
    if threshold == _TWO_THIRDS:
        return max(1, (2 * voters + 2) // 3)
    if threshold == _THREE_QUARTERS:
        return max(1, (3 * voters + 3) // 4)
    return max(1, voters)


def carried(motion: Motion, voters: int, ayes: int) -> bool:
    """Whether `ayes` of `voters` carry `motion`; "2/3 or more" and "3/4 or better" are met exactly."""
    if voters <= 0:
        return False
    threshold = _THRESHOLD[motion]
    if threshold == _MAJORITY:
        return 2 * ayes > voters
    if threshold == _TWO_THIRDS:
        return 3 * ayes >= 2 * voters
    if threshold == _THREE_QUARTERS:
        return 4 * ayes >= 3 * voters
    return ayes == voters


def decide_vote(
    motion: Motion,
    *,
    current: int,
    ayes: int,
    offenders: int = 0,
    noes: int = 0,
    abstain: int = 0,
    absent: int = 0,
    majority_of: MajorityOf = "entitled",
) -> VoteResult:
    """Count a vote. Answers left out (ayes + noes + abstain + absent below the electorate) count as absent.

    `majority_of` is the base of a simple majority as the Articles have it: those entitled, or the votes cast,
    ayes and noes (reading 54); the other thresholds are never of votes cast.

    A table that no longer plays (fewer than three seated, W-3; reading 48) and one whose players are all
    offenders have no vote: not carried, with the reason.

    Raises:
        ValueError: a negative count, more offenders than players, or more answers than voters.
    """
    voters = electorate(motion, current, offenders)
    if min(ayes, noes, abstain, absent) < 0 or ayes + noes + abstain + absent > voters:
        raise ValueError(f"{voters} may vote, each once")
    enough = needed(motion, voters)
    rule = _RULE.get(motion, "III/Penalties")
    if not FEWEST_PLAYERS <= current <= MOST_PLAYERS:
        reason = f"{FEWEST_PLAYERS} to {MOST_PLAYERS} play at a table; {current} have no vote."
        return VoteResult(voters, enough, False, "I/Players", reason)
    if voters == 0:
        reason = "Every current player is an offender; nobody is left to vote on the bar."
        return VoteResult(voters, enough, False, rule, reason)
    if majority_of == "cast" and _THRESHOLD[motion] == _MAJORITY:
        enough = needed(motion, ayes + noes)
        reason = f"{ayes} of {ayes + noes} votes cast; {_MAJORITY} is {enough}."
        return VoteResult(voters, enough, carried(motion, ayes + noes, ayes), rule, reason)
    who = "non-offending" if motion in BARS else "current"
    reason = f"{ayes} of {voters} {who} players; {_THRESHOLD[motion]} is {enough}."
    return VoteResult(voters, enough, carried(motion, voters, ayes), rule, reason)
