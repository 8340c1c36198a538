"""An appeal under its locks: the family of games first, then its own row."""

from __future__ import annotations

from tournaments.games.game_families import locked_family
from tournaments.justice.appeal_history.proceedings import Proceedings, appealed, game_of, proceedings_of
from tournaments.justice.appeals.models import Appeal


def locked_proceedings(appeal: Appeal) -> Proceedings:
    """The appeal as it stands; nobody else changes it or its game until the caller's transaction ends."""
    locked_family(game_of(appealed(appeal)))
    Appeal.objects.select_for_update(no_key=True).get(pk=appeal.pk)
    return proceedings_of(appeal)
