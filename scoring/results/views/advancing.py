"""Who goes on from an event of teams, and the teams that an event takes over from those before it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.results.selectors.advancing import advancing as advancing_of
from scoring.results.selectors.advancing import has_ladder, ladder_of
from scoring.results.services.advancing import take_over
from tournaments.entries.late_registration import entry_ends
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import is_closed
from tournaments.events.selectors.events import event_at
from tournaments.events.views.events_one_runs import runs_event


@require_http_methods(["GET", "HEAD", "POST"])
def advancing(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody sees who goes on; whoever runs the event takes teams over into it."""
    if request.method == "POST":
        answer: HttpResponse = _take_over(request, slug=slug)
        return answer
    person = asker(request)
    event = event_at(slug=slug, asker=person)
    if event is None or not has_ladder(event):
        raise Http404(_("No teams advance from an event at this address."))
    return _page(request, event, may_run_event(person, today(), event))


@runs_event
def _take_over(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    source = event_at(slug=request.POST.get("source", ""), asker=person)
    if source is None or not has_ladder(event):
        raise Http404(_("There is no such event."))
    try:
        taken = take_over(
            by=person,
            event=event,
            source=source,
            origin=request.POST.get("origin", "")[:60],
            late_for=request.POST.get("late_for", "")[:300],
        )
    except Refusal as refusal:
        return _page(request, event, True, refusal)
    sentence = ngettext("%(count)s team is entered.", "%(count)s teams are entered.", len(taken))
    messages.success(request, sentence % {"count": len(taken)})
    return redirect("teams", slug=event.slug)


def _page(request: HttpRequest, event: Event, runs: bool, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "event": event,
        "advancing": advancing_of(event, runs=runs),
        "ladder": ladder_of(event),
        "runs": runs,
        "closed": is_closed(event),
        "entry_ends": entry_ends(event),
        "typed": request.POST,
        "refusal": refusal,
        "section": "calendar",
    }
    return render(
        request, "scoring/results/advancing.html", context, status=refusal.status if refusal else 200
    )
