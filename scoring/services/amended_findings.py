"""Findings of a version made by amendments: what was settled stays so, what was decided settles itself.

Invariants: an error that the check finds only since a record was amended does not stop what was decided; one
that stood open in what was sent stays open for the Acting Executor.
Rule section: IV (interprets and administers the rules of his game).
Terms: because (who decided, and the words by which it is found again).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from sanctioning.models import Person
from scoring.models import Report, ReportFinding
from tournaments.models import Amendment, Game, Ruling

ERROR = ReportFinding.Severity.ERROR
Place = tuple[str, int | None, int | None, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Because:
    by: Person
    words: str


def settle_amended(*, report: Report, before: Iterable[Report], because: Because, at: dt.datetime) -> None:
    """Settle the errors of a new version; `before` are what was sent and what stood until now, in order."""
    earlier: dict[Place, ReportFinding] = {}
    for finding in ReportFinding.objects.filter(report__in=list(before)).order_by("report__version", "pk"):
        earlier[_place(finding)] = finding
    settled = []
    for finding in report.findings.filter(settled_at__isnull=True, severity=ERROR):
        known = earlier.get(_place(finding))
        if known is None:
            finding.settled_by, finding.settled_at, finding.reason = because.by, at, because.words
        elif known.settled_at is None:
            continue
        else:
            finding.settled_by, finding.settled_at = known.settled_by, known.settled_at
            finding.reason = known.reason
        settled.append(finding)
    ReportFinding.objects.bulk_update(settled, ["settled_by", "settled_at", "reason"])


def because_of(game: Game) -> Because:
    """The last of what amends a game, as the reason for which errors stand; there is one that stands."""
    last = (
        Amendment.objects.standing()
        .filter(game=game)
        .select_related("ruling__by__person", "vote__ruling__by__person", "step__appeal", "step__decided_by")
        .latest("pk")
    )
    if last.step is not None:
        assert last.step.decided_by is not None, "what amends was decided"
        return Because(by=last.step.decided_by, words=f"{last.step.appeal}: {last.step.reasons}")
    ruling = last.ruling or (last.vote.ruling if last.vote else None)
    assert ruling is not None, "a vote is opened by a ruling"
    return Because(by=ruling.by.person, words=words_of(ruling))


def words_of(ruling: Ruling) -> str:
    """A ruling as the books cite it."""
    return f"Ruling {ruling.number}: {ruling.reason}"


def _place(finding: ReportFinding) -> Place:
    """By what a finding is known again: its message may name other totals now."""
    return finding.code, finding.stanza, finding.trick, finding.player
