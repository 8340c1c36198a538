"""What the database itself keeps of reports and who confirmed them."""

from __future__ import annotations

from sanctioning.kit.guards.guards import differs, guard
from tournaments.reports.models.report import Confirmation, Report


def guard_reports() -> None:
    kept = "a report is never written over; send a new version"
    guard(Report, "DELETE", kept)
    guard(Report, "UPDATE", kept, condition=differs("game_id", "version", "record", "sha256", "reporter_id"))
    guard(
        Confirmation,
        "INSERT",
        "a confirmation names the reporter of its report",
        condition="NEW.reporter_id <> (SELECT reporter_id FROM tournaments_report WHERE id = NEW.report_id)",
    )
    guard(Confirmation, "UPDATE", "a confirmation is never changed")
