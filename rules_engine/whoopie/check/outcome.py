"""The end of a game: extrapolation, final scores, ranking.

Section II, "Extrapolation"; inventory W-80 to W-84, reading 38. Unadjusted final scores go into the final
truncated average; tied players share a place.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.findings import Finding
from rules_engine.sentences import says
from rules_engine.whoopie.averages import adjustment, truncated_average
from rules_engine.whoopie.check.totals import Leaving, Totals
from rules_engine.whoopie.record import Record


class FinalOutcome(NamedTuple):
    """Final scores, the ranking as (place, player, score), what was wrong, and what could not be checked."""

    final: dict[str, int]
    ranking: list[tuple[int, str, int]]
    findings: list[Finding]
    not_checked: list[str]


def last_three(lineups: Sequence[Sequence[str]]) -> list[str]:
    """Whose scores make the final truncated average; `lineups` are the players of each stanza, at least one.

    Who took part in each of the last three stanzas (of all, if there were fewer), or if there is nobody like
    that, in the last.
    """
    steady = [player for player in lineups[-1] if all(player in lineup for lineup in lineups[-3:])]
    return steady or list(lineups[-1])


def rank(final: Mapping[str, int]) -> list[tuple[int, str, int]]:
    """Places from 1; tied players share one, and keep the order of `final`."""
    ordered = sorted(final.items(), key=lambda entry: -entry[1])
    ranking: list[tuple[int, str, int]] = []
    for at, (player, score) in enumerate(ordered, 1):
        place = ranking[-1][0] if ranking and ranking[-1][2] == score else at
        ranking.append((place, player, score))
    return ranking


def settle(record: Record, played: Sequence[str], totals: Totals) -> FinalOutcome:
    """Close the game of `record`, in which those in `played` took part, with its `totals`.

    Who left the parent before a split is counted in where the report's `final` or `absent` names him.
    """
    named = record.final if record.final is not None else {}
    final = {player: totals.true[player] for player in dict.fromkeys((*played, *named, *record.absent))}
    findings: list[Finding] = []
    not_checked: list[str] = []
    allowed: dict[str, tuple[int, ...]] = {
        player: (score, totals.reported[player]) for player, score in final.items()
    }
    if record.stanzas:
        steady = last_three([stanza.seated for stanza in record.stanzas[-3:]])
        for player, authorised in record.absent.items():
            if player in record.stanzas[-1].seated:
                message = says(
                    "%(player)s took part in the last stanza; nothing is extrapolated.", player=player
                )
                findings.append(Finding("extrapolation", "II/Extrapolation", message, None, None, player))
            elif player not in totals.last_stanza:
                not_checked.append(
                    says("extrapolation of %(player)s, who left the parent game", player=player)
                )
                del allowed[player]
            elif authorised:
                due = _extrapolated(player, totals.last_stanza[player], steady, totals)
                final[player] = due[0]
                allowed[player] = due
    if record.final is not None:
        findings += _compare(record.final, final, allowed, record.absent)
        for player in record.final:
            if player not in allowed:
                final[player] = record.final[player]
    return FinalOutcome(final, rank(final), findings, not_checked)


def _extrapolated(player: str, leaving: Leaving, steady: Sequence[str], totals: Totals) -> tuple[int, int]:
    """By the true totals, and by the reported ones."""
    true = truncated_average([totals.true[other] for other in steady])
    reported = truncated_average([totals.reported[other] for other in steady])
    return (
        totals.true[player] + adjustment(leaving.true, true),
        totals.reported[player] + adjustment(leaving.reported, reported),
    )


def _compare(
    reported: Mapping[str, int],
    final: Mapping[str, int],
    allowed: Mapping[str, tuple[int, ...]],
    absent: Mapping[str, bool],
) -> list[Finding]:
    findings: list[Finding] = []
    for player, score in final.items():
        if player not in reported:
            message = says(
                "No final score of %(player)s is reported; it is %(score)s.", player=player, score=score
            )
            findings.append(Finding("final-mismatch", "I/Scoring", message, None, None, player))
        elif player in allowed and reported[player] not in allowed[player]:
            message = says(
                "%(player)s's final score is reported as %(reported)s; it is %(score)s.",
                player=player,
                reported=reported[player],
                score=score,
            )
            if player in absent:
                findings.append(Finding("extrapolation", "II/Extrapolation", message, None, None, player))
            else:
                findings.append(Finding("final-mismatch", "I/Scoring", message, None, None, player))
    return findings
