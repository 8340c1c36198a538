"""All that waits for the person who asks, with since when, until when and where it is done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.waiting.by_last_day import by_last_day
from sanctioning.kit.waiting.kept import revision_of, waiting_since
from sanctioning.people.models.person import Person


@require_safe
@signed_in
def waiting(request: HttpRequest, person: Person) -> HttpResponse:
    waits = waiting_since(person, revision_of(person))
    dated = request.GET.get("by") == "day"
    context = {
        "by_day": by_last_day(waits) if dated else None,
        "waits": waits,
        "waiting_count": sum(len(group.lines) for group in waits),
        "today": today(),
        "section": "mine",
    }
    return render(request, "sanctioning/kit/waiting/waiting.html", context)
