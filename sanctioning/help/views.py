"""The pages of the guides, and of what each error of the API means."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.help.guides import GUIDES, guide
from sanctioning.help.refusal_codes import meanings, meanings_of


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    guides = [(guide(slug), about) for slug, about in GUIDES.items()]
    return render(request, "sanctioning/help/overview.html", {"guides": guides, "section": "help"})


@require_safe
def one_guide(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in GUIDES:
        raise Http404(_("There is no guide with this name."))
    return render(request, "sanctioning/help/guide.html", {"guide": guide(slug), "section": "help"})


@require_safe
def errors(request: HttpRequest) -> HttpResponse:
    """Every code with which the site refuses something, by its first letter."""
    codes = sorted({meaning.code for meaning in meanings() if meaning.code[0].isalpha()})
    letters = {letter: list(of_letter) for letter, of_letter in groupby(codes, key=itemgetter(0))}
    return render(request, "sanctioning/help/errors.html", {"letters": letters, "section": "help"})


@require_safe
def one_error(request: HttpRequest, code: str) -> HttpResponse:
    """What one code means: the page to which the `type` of a problem document leads."""
    if not (of_code := meanings_of(code)):
        raise Http404(_("Nothing is refused with this code."))
    context = {"code": code, "meanings": of_code, "section": "help"}
    return render(request, "sanctioning/help/error.html", context)
