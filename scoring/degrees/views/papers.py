"""The registrar prints certificates of degrees: chosen from a list, in one file."""

from __future__ import annotations

import datetime as dt
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.accounts.file_tokens import read_by_token
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.degrees.permissions import require_prints_degrees
from scoring.degrees.selectors.papers import LATELY, LONGEST_SEARCH, MOST, bound_papers, degree_papers


@require_safe
@signed_in
def degrees(request: HttpRequest, person: Person) -> HttpResponse:
    """Those issued from a day on, two months back where none is named."""
    require_prints_degrees(person)
    return _page(request)


@require_safe
def degrees_pdf(request: HttpRequest) -> HttpResponse:
    """The chosen ones as one PDF; a person whose choice is refused may choose again."""
    try:
        return _degrees_pdf(request)
    except Refusal as refusal:
        if refusal.status == HTTPStatus.FORBIDDEN:
            raise
        return _page(request, refusal)


@read_by_token
@signed_in
def _degrees_pdf(request: HttpRequest, person: Person) -> HttpResponse:
    require_prints_degrees(person)
    whole = bound_papers(serials=request.GET.getlist("serial"))
    name = _("certificates-of-degrees")
    return HttpResponse(
        whole,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )


def _page(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    typed, search = request.GET.get("since", ""), request.GET.get("search", "")[:LONGEST_SEARCH]
    since, wrong = today() - LATELY, ""
    if typed:
        try:
            since = dt.date.fromisoformat(typed)
        except ValueError:
            wrong = _("Write the day as year-month-day, such as 2026-05-15.")
    context = {
        "papers": degree_papers(since=since, search=search),
        "since": typed or since.isoformat(),
        "wrong": wrong,
        "search": search,
        "most": MOST,
        "chosen": request.GET.getlist("serial"),
        "refusal": refusal,
        "section": "mine",
    }
    return render(
        request, "scoring/degrees/degree_papers.html", context, status=refusal.status if refusal else 200
    )
