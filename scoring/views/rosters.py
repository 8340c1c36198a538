"""Rosters: which there are, and one with search, as a page, a PDF and a CSV."""

from __future__ import annotations

import datetime as dt
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.paging import page_asked
from sanctioning.views.people import asker
from scoring.selectors import rosters as books


@require_safe
def rosters(request: HttpRequest) -> HttpResponse:
    context = {"rosters": books.rosters(asker=asker(request)), "section": "rosters"}
    return render(request, "scoring/rosters.html", context)


@require_safe
def roster(request: HttpRequest, as_of: dt.date) -> HttpResponse:
    search, degree = request.GET.get("search", "").strip(), request.GET.get("degree", "")
    found = books.roster_detail(
        as_of=as_of, asker=asker(request), search=search, degree=degree, page=page_asked(request.GET)
    )
    if found is None:
        raise Http404("No roster as of that day is published.")
    context = {
        "roster": found,
        "head": found.head,
        "search": search,
        "degree": degree,
        "section": "rosters",
        "query": "".join(
            f"{urlencode({key: value})}&" for key, value in (("search", search), ("degree", degree)) if value
        ),
        "before": found.page - 1,
        "after": found.page + 1,
    }
    return render(request, "scoring/roster.html", context)


@require_safe
def roster_pdf(request: HttpRequest, as_of: dt.date) -> HttpResponse:
    person = asker(request)
    document = books.roster_document(as_of=as_of, asker=person)
    if document is None:
        if books.roster_detail(as_of=as_of, asker=person) is None:
            raise Http404("No roster as of that day is published.")
        return being_made(request, "The printed roster", f"/rosters/{as_of.isoformat()}/")
    return _file(document, "application/pdf", f"whoopie-roster-{as_of.isoformat()}.pdf")


@require_safe
def roster_csv(request: HttpRequest, as_of: dt.date) -> HttpResponse:
    data = books.roster_csv(as_of=as_of, asker=asker(request))
    if data is None:
        raise Http404("No roster as of that day is published.")
    return _file(b"".join(data), "text/csv; charset=utf-8", f"whoopie-roster-{as_of.isoformat()}.csv")


def being_made(request: HttpRequest, what: str, back: str) -> HttpResponse:
    """A calm page for a paper that the press has not finished; it looks again by itself."""
    response = render(request, "scoring/being_made.html", {"what": what, "back": back}, status=202)
    response["Refresh"] = "3"
    return response


def _file(data: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(
        data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
