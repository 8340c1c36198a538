"""Findings of a game: a single one, and how many errors nobody has settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from tournaments.games.models import Game
from tournaments.reports.models.report import ReportFinding


def finding_of(*, game: Game, finding_id: int) -> ReportFinding | None:
    """A finding of the game, of whatever report."""
    return ReportFinding.objects.select_related("report").filter(pk=finding_id, report__game=game).first()


def open_errors_of(games: Collection[int]) -> Mapping[int, int]:
    """By game how many errors of its report nobody has settled. One query."""
    open_ones = ReportFinding.objects.filter(
        report__game__in=games, report__current=True, severity="error", settled_at__isnull=True
    )
    return Counter(open_ones.values_list("report__game", flat=True))
