"""Truncated averages and extrapolation.

Section II, "Truncated average for a stanza" (W-78, reading 36) and "Extrapolation" (W-80 to W-84, reading
38). Scores are whole running totals and may be negative.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.sentences import says

RULE_EXTRAPOLATION = "II/Extrapolation"


class Extrapolation(NamedTuple):
    """A leaver's `final` score: averages `sta` and `fta`, the `adjustment` added, and the `reason`."""

    sta: int
    fta: int
    adjustment: int
    final: int
    reason: str


def truncated_average(scores: Sequence[int]) -> int:
    """The average with its positive remainder dropped: -7 over three players is -3.

    Raises:
        ValueError: for no scores.
    """
    if not scores:
        raise ValueError("an average needs at least one score")
    # Floored, not cut off towards zero: reading 36 drops a remainder that is positive, below zero too.
    return sum(scores) // len(scores)


def adjustment(sta: int, fta: int) -> int:
    """What an authorised extrapolation adds: by how much the average rose, and never less than nothing."""
    return max(0, fta - sta)


def extrapolate(
    score: int, last_stanza_scores: Sequence[int], final_scores: Sequence[int], authorised: bool
) -> Extrapolation:
    """The final score of a player who left early with `score`.

    `last_stanza_scores` are the totals, after the last stanza he played, of all who played it;
    `final_scores` the unadjusted final scores of those who took part in each of the last three stanzas.

    Raises:
        ValueError: for no scores in either.
    """
    sta, fta = truncated_average(last_stanza_scores), truncated_average(final_scores)
    if not authorised:
        reason = says("The Acting Executor has not authorised it, so the score stands.")
        return Extrapolation(sta, fta, 0, score, reason)
    if fta < sta:
        reason = says(
            "The final average %(final)s is below %(leaving)s, the average on leaving, so the score stands.",
            final=fta,
            leaving=sta,
        )
        return Extrapolation(sta, fta, 0, score, reason)
    reason = says(
        "The final average %(final)s less %(leaving)s, the average on leaving, is %(added)s, added to "
        "%(score)s.",
        final=fta,
        leaving=sta,
        added=fta - sta,
        score=score,
    )
    added = adjustment(sta, fta)
    return Extrapolation(sta, fta, added, score + added, reason)
