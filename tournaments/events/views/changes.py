"""Changing and cancelling an event that was registered."""

from __future__ import annotations

from dataclasses import asdict
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.kit.pages.form_pages import form_on
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tournaments.events.forms import EventChangeForm
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.clashes import clashes_with
from tournaments.events.selectors.moved_up import GotPlaces, got_places, waiting_for_a_place
from tournaments.events.services.changes import cancel_event, change_event, is_granted
from tournaments.events.views.event_by_address import event_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def edit(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Change place, times, terms or text."""
    event = event_or_404(slug, person)
    form = EventChangeForm(request.POST or None, initial=_as_typed(event), granted=is_granted(event))
    if request.method != "POST":
        return _page(request, person, event, form)
    if not form.is_valid():
        return _page(request, person, event, form, status=422)
    changes = {
        "place": form.cleaned_data["place"],
        "starts_at": form.starts_at,
        "ends_at": form.ends_at,
        "time_zone": form.cleaned_data["time_zone"],
        "description": form.cleaned_data["description"],
        **asdict(form.terms),
    }
    waited = waiting_for_a_place(event)
    try:
        change_event(by=person, event=event, changes=changes, notice=form.cleaned_data["notice"])
    except Refusal as refusal:
        return _page(request, person, event, form, refusal)
    messages.success(request, _("%(event)s is changed.") % {"event": event.name})
    _say_who_got_places(request, event, got_places(event, waited))
    return redirect(_back(request), slug=slug)


@form_on("edit-event", "slug")
@require_POST
@signed_in
def cancel(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    event, why = event_or_404(slug, person), request.POST.get("why", "")
    question = Question(
        title=_("Cancel %(event)s?") % {"event": event.name},
        help=_(
            "Everyone entered is told the reason, and the sanction or the application ends too. To hold "
            "the event after all, register another."
        ),
        button=_("Cancel the event"),
        stay=reverse("edit-event", args=[slug]),
    )
    try:
        asks = ask_first(request, lambda: cancel_event(by=person, event=event, why=why), question)
    except Refusal as refusal:
        if not may_run_event(person, today(), event):
            return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
        form = EventChangeForm(initial=_as_typed(event), granted=is_granted(event))
        return _page(request, person, event, form, refusal, why)
    if asks:
        return asks
    messages.success(request, _("%(event)s is cancelled.") % {"event": event.name})
    return redirect("event", slug=slug)


def _say_who_got_places(request: HttpRequest, event: Event, got: GotPlaces) -> None:
    """On the floor each name leads to where they are checked in and seated."""
    if got.entered:
        floor = reverse("floor", args=[event.slug]) if _back(request) == "floor" else ""
        names = format_html_join(
            ", ",
            '<a href="{}?player={}#panel">{}</a>' if floor else "{2}",
            ((floor, line.number, line.name) for line in got.entered),
        )
        moved_up = _("Moved up from the waiting list: {names}. Check in whoever is here.")
        messages.success(request, format_html(moved_up, names=names))
    if got.asked:
        asked = ngettext(
            "A place is kept for %(names)s, who is asked whether they take it.",
            "Places are kept for %(names)s, who are asked whether they take them.",
            len(got.asked),
        )
        messages.success(request, asked % {"names": ", ".join(line.name for line in got.asked)})


def _back(request: HttpRequest) -> str:
    """The page that led here."""
    back = request.GET.get("back", "")
    return back if back in ("check-in", "floor") else "manage-event"


def _as_typed(event: Event) -> dict[str, object]:
    zone = ZoneInfo(event.time_zone)
    starts, ends = event.starts_at.astimezone(zone), event.ends_at.astimezone(zone)
    return {
        "place": event.place,
        "first_day": starts.date(),
        "begins": starts.time(),
        "last_day": ends.date(),
        "ends": ends.time(),
        "time_zone": event.time_zone,
        "description": event.description,
        **asdict(event.terms),
        "entry_fee": str(event.entry_fee) if event.entry_fee else "",
    }


def _page(
    request: HttpRequest,
    person: Person,
    event: Event,
    form: EventChangeForm,
    refusal: Refusal | None = None,
    typed_why: str | None = None,
    status: int = 200,
) -> HttpResponse:
    try:
        require(
            may_run_event(person, today(), event),
            what=_("change this event"),
            who=_("an officer or director of the club"),
            rule="Section IV",
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    context = {
        "event": event,
        "form": form,
        "granted": event.sanction is not None and event.sanction.state == Sanction.State.GRANTED,
        "clashes": clashes_with(
            starts_at=event.starts_at, ends_at=event.ends_at, place=event.place, club=event.club, but=event
        ),
        "back": reverse(_back(request), args=[event.slug]),
        "typed_why": typed_why,
        "no_reason": typed_why is not None and refusal is not None,
        "refusal": refusal,
        "section": "calendar",
    }
    return render(
        request, "tournaments/events/edit_event.html", context, status=refusal.status if refusal else status
    )
