"""The trail: every act, for who answers for the authority."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.trail.lists import TRAIL
from sanctioning.trail.permissions import require_may_read_trail
from sanctioning.trail.selectors import trail as every_act


@require_safe
@signed_in
def trail(request: HttpRequest, person: Person) -> HttpResponse:
    """Who did what to what, when, why, from what, to what."""
    try:
        require_may_read_trail(person)
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    act_list = listing(request, every_act(asker=person), TRAIL)
    return list_page(request, "sanctioning/trail/trail.html", {"list": act_list}, {"section": "mine"})
