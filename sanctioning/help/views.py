"""The pages of the guides."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.help.guides import GUIDES, guide


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    guides = [(guide(slug), about) for slug, about in GUIDES.items()]
    return render(request, "sanctioning/help/overview.html", {"guides": guides, "section": "help"})


@require_safe
def one_guide(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in GUIDES:
        raise Http404(_("There is no guide with this name."))
    return render(request, "sanctioning/help/guide.html", {"guide": guide(slug), "section": "help"})
