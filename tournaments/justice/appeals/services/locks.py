"""An appeal under its locks: the family of games first, then its own row."""

from __future__ import annotations

from tournaments.games.services.game_families import locked_family
from tournaments.justice.appeal_history.dockets import Docket, appealed, docket_of, game_of
from tournaments.justice.appeals.models import Appeal


def locked_docket(appeal: Appeal) -> Docket:
    """The appeal as it stands; nobody else changes it or its game until the caller's transaction ends."""
    locked_family(game_of(appealed(appeal)))
    Appeal.objects.select_for_update(no_key=True).get(pk=appeal.pk)
    return docket_of(appeal)
