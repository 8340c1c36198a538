"""The page of a paper that is still being printed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def being_made(request: HttpRequest, what: str, back: str) -> HttpResponse:
    """A calm page for a paper that the press has not finished; it looks again by itself."""
    response = render(
        request, "sanctioning/kit/pages/being_made.html", {"what": what, "back": back}, status=202
    )
    response["Refresh"] = "3"
    return response
