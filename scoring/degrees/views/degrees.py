"""The degrees, how one reaches them, and who holds which."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from rules_engine.card_games import CARD_GAMES
from rules_engine.points.recordings import LEAST_QUANTITY
from sanctioning.kit.lists.pages import list_page, listing
from scoring.degrees.lists import HOLDERS
from scoring.degrees.selectors.lists import holders, scale


@require_safe
def degrees(request: HttpRequest) -> HttpResponse:
    """The scale, how one reaches a degree, and who holds which."""
    degree_list = listing(request, holders(), HOLDERS)
    context = {
        "scale": scale(),
        "card_games": CARD_GAMES.values(),
        "least": LEAST_QUANTITY,
        "section": "players",
    }
    return list_page(request, "scoring/degrees/degrees.html", {"list": degree_list}, context)
