"""The page of the search; its form is in the masthead of every page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from sanctioning.kit.pages.asker import asker
from sanctioning.search.selectors import LONGEST, found_everywhere


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Everything that was found, by kind; a code or a whole number leads to its page at once."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    found = found_everywhere(asker=asker(request), text=text)
    if found.leads_to:
        return redirect(found.leads_to)
    context = {"text": text, "found": found, "begins": not text}
    return render(request, "sanctioning/search/search.html", context)
