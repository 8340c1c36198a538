"""Games by their addresses, for pages.

Terms: table (a game that is one table; where one game is the whole event, its tables hand in slips).
"""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.addresses import GameLabel
from tournaments.models import Game
from tournaments.selectors import game_at, table_at


def game_or_404(slug: str, label: GameLabel) -> Game:
    return _there(game_at(event_slug=slug, number=label.number, group=label.group))


def table_or_404(slug: str, label: GameLabel) -> Game:
    """For what is done at a table alone; an event that is one game has no such page."""
    return _there(table_at(event_slug=slug, number=label.number, group=label.group))


def _there(found: Game | None) -> Game:
    if found is None:
        raise Http404(_("No game has this address."))
    return found
