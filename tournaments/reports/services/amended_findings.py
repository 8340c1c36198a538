"""Findings of a version made by amendments: what was settled stays so, what was decided settles itself.

Invariants: an error that the check finds only since a record was amended does not stop what was decided; one
that stood open in what was sent stays open for the Acting Executor.
Rule section: IV (interprets and administers the rules of his game).
Terms: because (who decided, and the words by which it is found again), known (what was found without what is
amended now, by its place, with its settlement).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from sanctioning.people.models.person import Person
from tournaments.formats.format import FormatCheck, FormatFinding
from tournaments.formats.rulings import NOT_AS_RULED
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.reports.models.report import Report, ReportFinding

ERROR = ReportFinding.Severity.ERROR
Place = tuple[str, int | None, int | None, str]
Known = Mapping[Place, ReportFinding | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Because:
    by: Person
    words: str


def settle_amended(*, report: Report, known: Known, because: Because, at: dt.datetime) -> None:
    """Settle the errors of a new version that are not `known`, and those that were settled before. That a
    slip tells otherwise than a ruling is for somebody to mend or to settle, never settled by that ruling."""
    settled = []
    for finding in report.findings.filter(settled_at__isnull=True, severity=ERROR):
        place = _place(finding)
        before = known.get(place)
        if place not in known and finding.code != NOT_AS_RULED:
            finding.settled_by, finding.settled_at, finding.reason = because.by, at, because.words
        elif before is not None and before.settled_at is not None:
            finding.settled_by, finding.settled_at = before.settled_by, before.settled_at
            finding.reason = before.reason
        else:
            continue
        settled.append(finding)
    ReportFinding.objects.bulk_update(settled, ["settled_by", "settled_at", "reason"])


def known_from(*reports: Report) -> Known:
    """What earlier versions found, and how it was settled last."""
    findings = ReportFinding.objects.filter(report__in=reports).order_by("report__version", "pk")
    return {_place(finding): finding for finding in findings}


def known_to(check: FormatCheck) -> Known:
    """What the check finds without amendments."""
    return {_place(finding): None for finding in check.findings}


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
    """A ruling as findings cite it."""
    return f"Ruling {ruling.number}: {ruling.reason}"


def _place(finding: ReportFinding | FormatFinding) -> Place:
    """By what a finding is known again: its message may name other totals now, or, of a ruling, tells which
    it is."""
    spot = finding.spot
    detail = finding.message if finding.code == NOT_AS_RULED else spot.player
    return finding.code, spot.stanza, spot.trick, detail
