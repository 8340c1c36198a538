"""Who prepaid for every event of a weekend, and the drawing for a refund."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.entries.selectors.prepaid import prepaid_of
from tournaments.entries.services.prepaid_drawing import draw_refund, refund_of
from tournaments.events.models.event import Event
from tournaments.events.views.events_one_runs import runs_event


@require_http_methods(["GET", "HEAD", "POST"])
@runs_event
def prepaid(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    try:
        refund_of(event)
    except Refusal as unknown:
        raise Http404(unknown.sentence) from unknown
    refusal = None
    if request.method == "POST":
        question = Question(
            title=_("Draw now?"),
            help=_(
                "One player is drawn, once, from those who have prepaid by now. The draw cannot be repeated."
            ),
            button=_("Draw"),
            stay=reverse("prepaid", args=[event.slug]),
        )
        try:
            asks = ask_first(request, lambda: draw_refund(by=person, event=event), question)
            return asks or redirect("prepaid", slug=event.slug)
        except Refusal as refused:
            refusal = refused
    context = {"event": event, "prepaid": prepaid_of(event), "refusal": refusal, "section": "calendar"}
    return render(
        request, "tournaments/entries/prepaid.html", context, status=refusal.status if refusal else 200
    )
