"""The application of an event: its state, whose turn it is, what was asked and answered, what may be done."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.permissions import may_decide_sanction
from sanctioning.sanctions.selectors import acts_of, applied_for_together, turn_of
from tournaments.events.commands import APPLICATION_COMMANDS
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.clashes import clashes_with
from tournaments.events.selectors.events import event_at, visible_events
from tournaments.events.selectors.late_applications import too_late_for_the_event


@require_safe
@signed_in
def application(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    return _page(request, person, slug)


@require_safe
@signed_in
def of_sanction(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """From the number of an application to its page; messages lead here."""
    event = get_object_or_404(visible_events(person), sanction__id=number)
    return redirect("application", slug=event.slug)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, slug: str, act: str) -> HttpResponse:
    """Take one step; refused, the page keeps what was typed."""
    _event, sanction = _found(person, slug)
    try:
        APPLICATION_COMMANDS.run_typed(request, act, by=person, thing=sanction)
    except Refusal as refusal:
        typed: dict[str, object] = {"typed_act": act, "typed_text": request.POST.get("text", "")}
        return _page(request, person, slug, refusal, typed)
    return redirect("application", slug=slug)


def _found(person: Person, slug: str) -> tuple[Event, Sanction]:
    event = event_at(slug=slug, asker=person)
    if event is None or event.sanction is None:
        raise Http404(_("There is no such application."))
    return event, event.sanction


def _page(
    request: HttpRequest,
    person: Person,
    slug: str,
    refusal: Refusal | None = None,
    typed: dict[str, object] | None = None,
) -> HttpResponse:
    event, sanction = _found(person, slug)
    try:
        require(
            may_run_event(person, today(), event) or may_decide_sanction(person, today()),
            what=_("see this application"),
            who=_("somebody who runs the club"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    context = {
        "event": event,
        "sanction": sanction,
        "turn": turn_of(sanction),
        "too_late": too_late_for_the_event(event, sanction),
        "acts": {name.partition(" ")[0] for name in acts_of(sanction, person)},
        "questions": sanction.questions.select_related("asked_by", "answered_by"),
        "together": applied_for_together(sanction),
        "invoice": getattr(sanction, "invoice", None),
        "clashes": clashes_with(
            starts_at=event.starts_at, ends_at=event.ends_at, place=event.place, club=event.club, but=event
        ),
        "refusal": refusal,
        "section": "mine",
        **(typed or {}),
    }
    return render(
        request, "tournaments/events/application.html", context, status=refusal.status if refusal else 200
    )
