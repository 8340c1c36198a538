"""Clubs: all of them, and one with its people and events."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import asker
from scoring.players.lists import CLUBS
from scoring.players.selectors.clubs import club_detail
from scoring.players.selectors.clubs import clubs as all_clubs


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    club_list = listing(request, all_clubs(), CLUBS)
    return list_page(request, "scoring/players/clubs.html", {"list": club_list}, {"section": "clubs"})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    detail = club_detail(slug=slug, asker=asker(request))
    if detail is None:
        raise Http404(_("There is no club at this address."))
    return render(request, "scoring/players/club.html", {"club": detail, "section": "clubs"})
