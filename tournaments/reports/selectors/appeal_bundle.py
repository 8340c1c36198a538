"""What reports add to the bundle of an appeal: the stanza as reported, findings, scores, its replay.

Invariant: as it was reported and amended on the day of the appeal; four queries.
"""

from __future__ import annotations

from django.urls import reverse

from tournaments.games.models import Game
from tournaments.games.selectors.reported_stanzas import reported_stanzas
from tournaments.justice.appeal_history.proceedings import game_of
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote
from tournaments.reports.models.report import ReportFinding, StanzaReport


def bundle_part(thing: Ruling | Vote) -> dict[str, object]:
    """Empty where nothing was reported yet."""
    game = game_of(thing)
    stanza = thing.stanza if isinstance(thing, Ruling) else thing.violation.stanza
    body = reported_stanzas(game).get(stanza or 0)
    if stanza is None or body is None:
        return {}
    return {
        "number": stanza,
        "as_reported": body,
        "scores": _scores(game, stanza),
        "findings": _findings(game, stanza),
        "replay": reverse(
            "replay",
            kwargs={"slug": game.event.slug, "game": f"{game.number}{game.group}", "stanza": stanza},
        ),
    }


def _scores(game: Game, stanza: int) -> dict[str, int]:
    """After that stanza, by the report that was sent last."""
    sent = StanzaReport.objects.filter(report__game=game, number=stanza).order_by("-report__version").first()
    return sent.scores if sent else {}


def _findings(game: Game, stanza: int) -> list[dict[str, object]]:
    last = game.reports.order_by("-version").values("pk")[:1]
    findings = ReportFinding.objects.filter(report__in=last, stanza=stanza).order_by("pk")
    return [
        {
            "code": finding.code,
            "severity": finding.severity,
            "trick": finding.trick,
            "player": finding.player,
            "rule": finding.rule,
            "message": finding.message,
            "settled_for": finding.reason,
        }
        for finding in findings
    ]
