"""Games by their addresses, for pages.

Terms: table (a game that is one table; where one game is the whole event, its tables hand in slips).
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from sanctioning.templatetags.saas import game_url
from tournaments.events.addresses import GameLabel
from tournaments.events.selectors.events import game_at, table_at
from tournaments.games.models import Game


def game_or_404(slug: str, label: GameLabel) -> Game:
    return _there(game_at(event_slug=slug, number=label.number, group=label.group))


def table_or_404(slug: str, label: GameLabel) -> Game:
    """For what is done at a table alone; an event that is one game has no such page."""
    return _there(table_at(event_slug=slug, number=label.number, group=label.group))


def void_instead(request: HttpRequest, game: Game) -> HttpResponse | None:
    """In a void game nothing is done: its page says so, in place of those with forms."""
    if game.state != Game.State.VOID or request.method == "POST":
        return None
    return redirect(game_url(game.event.slug, game.number, game.group))


def _there(game: Game | None) -> Game:
    if game is None:
        raise Http404(_("There is no such game."))
    return game
