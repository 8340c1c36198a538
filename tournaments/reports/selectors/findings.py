"""A finding of a game."""

from __future__ import annotations

from tournaments.games.models import Game
from tournaments.reports.models.report import ReportFinding


def finding_of(*, game: Game, finding_id: int) -> ReportFinding | None:
    """A finding of the game, of whatever report."""
    return ReportFinding.objects.select_related("report").filter(pk=finding_id, report__game=game).first()
