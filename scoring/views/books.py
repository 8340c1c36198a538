"""The books for everybody: the ledger as a list, and the degrees with who holds them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from rules_engine.card_games import CARD_GAMES
from rules_engine.recordings import LEAST_QUANTITY
from sanctioning.views.lists import list_page, listing
from scoring.selectors.books import holders, scale
from scoring.selectors.books import ledger as every_entry
from scoring.views.lists import HOLDERS, LEDGER


@require_safe
def ledger(request: HttpRequest) -> HttpResponse:
    found = listing(request, every_entry(), LEDGER)
    return list_page(request, "scoring/ledger.html", {"list": found}, {"section": "results"})


@require_safe
def degrees(request: HttpRequest) -> HttpResponse:
    """The scale, how one reaches a degree, and who holds which."""
    found = listing(request, holders(), HOLDERS)
    context = {
        "scale": scale(),
        "card_games": CARD_GAMES.values(),
        "least": LEAST_QUANTITY,
        "section": "players",
    }
    return list_page(request, "scoring/degrees.html", {"list": found}, context)
