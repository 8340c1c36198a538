"""What is put right in the demo season: a result corrected after certification, papers in every state, a
recording from home.

Invariants: everything goes through the services; the correction comes after a roster was published that
printed the recorded points, so that this roster has its erratum.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from sanctioning.kit.clock import noon
from scoring.certificates.models import Certificate
from scoring.certificates.services.certificates import mark_mutilated
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.sample_records import as_file
from scoring.recordings.models import RecordedCertificate
from scoring.results.models import Certification
from scoring.results.services.corrections import correct_result
from tournaments.reports.models.report import Report


def correct_one(authority: DemoAuthority, day: dt.date) -> None:
    """Two players of a table had been taken for each other; the ruling comes when the roster is out."""
    certification = _recorded_and_printed()
    report = certification.report
    winner, other = _first_and_last(certification)
    record = _exchanged(json.loads(bytes(report.record)), winner, other)
    correct_result(
        by=authority.managing,
        game=certification.game,
        data=as_file(record),
        ruling="Ruling 3 of 2026",
        why="The scorekeeper had taken two players for each other; both say so, and their bids agree.",
        settled_because=_settled(report),
        idempotency_key="demo/correction",
        at=noon(day),
    )


def leave_a_mutilated_one(authority: DemoAuthority, day: dt.date) -> None:
    """A paper that came in torn and waits for its replacement."""
    torn = Certificate.objects.filter(
        kind=Certificate.Kind.RATING_POINTS, state=Certificate.State.ISSUED, replaces__isnull=True
    ).order_by("number")[0]
    mark_mutilated(by=authority.registrar, certificate=torn, why="Torn through the code.", at=noon(day, 14))


def _recorded_and_printed() -> Certification:
    """The last game whose winner had recorded the points before the roster of May was published."""
    recorded = RecordedCertificate.objects.filter(
        entry__day__lte=dt.date(2026, 5, 15),
        certificate__award__standing__place=1,
        certificate__award__standing__shared=False,
        certificate__state=Certificate.State.RECORDED,
    ).select_related("certificate__award__standing__certification__game__event")
    last = recorded.order_by("-pk")[0].certificate.award
    assert last is not None
    return last.standing.certification


def _first_and_last(certification: Certification) -> tuple[str, str]:
    """The record ids of the winner and of whoever came last without leaving the table."""
    order = list(certification.standings.order_by("place", "pk").values_list("record_id", flat=True))
    return order[0], order[-1]


def _exchanged(record: Any, player: str, other: str) -> Any:
    """The record with two players in each other's place, wherever they are named."""
    names = {player: other, other: player}
    if isinstance(record, dict):
        return {names.get(key, key): _exchanged(value, player, other) for key, value in record.items()}
    if isinstance(record, list):
        return [_exchanged(value, player, other) for value in record]
    return names.get(record, record) if isinstance(record, str) else record


def _settled(report: Report) -> str:
    """Findings that were settled before stand for the same reason."""
    return report.findings.exclude(reason="").values_list("reason", flat=True).first() or ""
