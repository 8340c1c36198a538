"""What was reported of a game's stanzas, for those who rule and vote on it."""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.whoopie.document import StanzaDocument
from sanctioning.kit.request_cache import asked_once
from tournaments.games.models import Game
from tournaments.reports.models.report import StanzaReport
from tournaments.tables.models.sheet import StanzaVersion

Stanzas = Mapping[int, StanzaDocument]
"""By number each stanza as it was reported, in the words of its format."""


def reported_stanzas(game: Game) -> Stanzas:
    """The stanzas as reported last, without what was amended since; of a game reported in one piece those of
    the record that was sent last. At most two queries, once in a page."""
    return asked_once(("reported stanzas", game.pk), lambda: _reported_stanzas(game))


def _reported_stanzas(game: Game) -> Stanzas:
    versions = StanzaVersion.objects.filter(game=game).order_by("number", "version")
    by_stanza = dict(versions.values_list("number", "body"))
    if by_stanza:
        return by_stanza
    sent = game.reports.filter(amends__isnull=True).order_by("-version").values("pk")[:1]
    return dict(StanzaReport.objects.filter(report__in=sent).values_list("number", "body"))


def stanzas_begun(game: Game, reported: Stanzas) -> set[int]:
    """In which something can have happened: those reported, and the one that is played now or next."""
    runs = game.state in Game.RUNNING
    return {*reported, *([game.stanzas_played + 1] if runs else [])}
