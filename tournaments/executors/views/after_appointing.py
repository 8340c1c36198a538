"""Where it goes on after somebody was appointed: on the page where that was done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def after_appointing(request: HttpRequest, slug: str) -> HttpResponse:
    """Back to the page where it was done: that of the event, else the desk."""
    if request.POST.get("back") == "event":
        return redirect("event-executors", slug=slug)
    return redirect("authority")
