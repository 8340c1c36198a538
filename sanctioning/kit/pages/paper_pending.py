"""A paper as it is answered: the file, or a page while it is still being printed."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

BEING_MADE: Final = HTTPStatus.ACCEPTED


def being_made(request: HttpRequest, what: str, back: str) -> HttpResponse:
    """A calm page for a paper that the press has not finished; it looks again by itself."""
    response = render(
        request, "sanctioning/kit/pages/being_made.html", {"what": what, "back": back}, status=BEING_MADE
    )
    response["Refresh"] = "3"
    return response


def printed_or_being_made(
    request: HttpRequest, data: bytes | None, *, name: str, what: str, back: str
) -> HttpResponse:
    """The PDF to look at, or that page where the press has not finished it."""
    return being_made(request, what, back) if data is None else pdf(data, name)


def pdf(data: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)
