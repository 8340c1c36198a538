"""The calendar of events."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.views.people import asker
from tournaments import selectors


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Events to come, and those that are over."""
    context = {"calendar": selectors.calendar(asker=asker(request), past=60), "section": "calendar"}
    return render(request, "tournaments/calendar.html", context)
