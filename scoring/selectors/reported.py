"""The stanzas of a game as its table reported them last, for those who rule on them."""

from __future__ import annotations

from typing import Any

from scoring.models import StanzaReport, StanzaVersion
from tournaments.models import Game


def reported_stanzas(game: Game) -> dict[int, dict[str, Any]]:
    """By number; of a game reported in one piece those of the record that was sent last. At most two
    queries."""
    versions = StanzaVersion.objects.filter(game=game).order_by("number", "version")
    by_stanza = dict(versions.values_list("number", "body"))
    if by_stanza:
        return by_stanza
    sent = game.reports.filter(amends__isnull=True).order_by("-version").values("pk")[:1]
    return dict(StanzaReport.objects.filter(report__in=sent).values_list("number", "body"))
