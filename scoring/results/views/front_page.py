"""The front page, and all results."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import asker
from scoring.degrees.selectors.lists import newest_degrees
from scoring.results.lists import RESULTS
from scoring.results.selectors.results import latest_results
from scoring.results.selectors.results import results as certified_games
from scoring.results.views.live import latest_part
from scoring.rosters.selectors.rosters import rosters
from tournaments.events.selectors.events import calendar


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What is played now, what comes next, what came of the last games, who reached which degree, and the
    latest rosters."""
    person = asker(request)
    context = {
        "live": latest_part(),
        "calendar": calendar(asker=person, coming=6, past=4),
        "results": latest_results(limit=5),
        "degrees": newest_degrees(),
        "rosters": rosters(asker=person)[:3],
        "fan": ("JD", "JH", "*", "JS", "JC"),
    }
    return render(request, "scoring/results/front.html", context)


@require_safe
def results(request: HttpRequest) -> HttpResponse:
    """Every certified game with the places that won points."""
    result_list = listing(request, certified_games(), RESULTS)
    return list_page(request, "scoring/results/results.html", {"list": result_list}, {"section": "results"})
