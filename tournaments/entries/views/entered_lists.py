"""The director enters a whole list: pasted, looked at, confirmed, and taken back."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.kit.clock import moment
from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer import Newcomer
from tournaments.entries.selectors.entries import lists_of
from tournaments.entries.selectors.pasted_lists import MOST_LINES, PastedList, pasted_list
from tournaments.entries.services.entered_lists import enter_list, take_back_list
from tournaments.events.models.event import Event
from tournaments.events.views.events_one_runs import runs_event
from tournaments.formats.registry import format_named

CHOICE = "who-"


@require_http_methods(["GET", "HEAD", "POST"])
@runs_event
def enter_a_list(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    """Paste a list, see who is meant, and enter all of them at once."""
    if request.method != "POST":
        return _page(request, event)
    pasted = pasted_list(
        event=event,
        asker=person,
        text=request.POST.get("list", ""),
        choices={
            name.removeprefix(CHOICE): str(request.POST[name])
            for name in request.POST
            if name.startswith(CHOICE)
        },
        at=moment(None),
    )
    if request.POST.get("act") != "enter" or pasted.open_lines or pasted.too_long:
        return _page(request, event, pasted)
    try:
        entered = enter_list(
            by=person,
            event=event,
            people=pasted.enters,
            late_for=request.POST.get("late_for", ""),
            requirements_met=bool(request.POST.get("met")),
        )
    except Refusal as refusal:
        return _page(request, event, pasted, refusal)
    waiting = entered.entries.filter(state=Entry.State.WAITING).count()
    messages.success(request, _said(entered.entries.count() - waiting, waiting, _new_names(pasted)))
    return redirect("enter-list", slug=event.slug)


@require_POST
@runs_event
def take_back(request: HttpRequest, person: Person, event: Event, entered_list: int) -> HttpResponse:
    """Withdraw everybody whom a list entered."""
    entered = event.entered_lists.filter(pk=entered_list).first()
    if entered is None:
        raise Http404
    count = entered.entries.exclude(state__in=Entry.GONE).count()
    follows = ngettext(
        "%(count)s person is withdrawn and told so. Records made with the list stay.",
        "%(count)s people are withdrawn and told so. Records made with the list stay.",
        count,
    )
    question = Question(
        title=_("Take this list back?"),
        help=follows % {"count": count},
        button=_("Take the list back"),
        stay=reverse("enter-list", args=[event.slug]),
    )
    try:
        asks = ask_first(request, lambda: take_back_list(by=person, entered=entered), question)
    except Refusal as refusal:
        return _page(request, event, refusal=refusal)
    if asks is not None:
        return asks
    messages.success(request, _("The list is taken back."))
    return redirect("enter-list", slug=event.slug)


def _new_names(pasted: PastedList) -> list[str]:
    newcomers = (someone for someone in pasted.enters if isinstance(someone, Newcomer))
    return [f"{newcomer.given_names} {newcomer.family_name}".strip() for newcomer in newcomers]


def _said(count: int, waiting: int, new: Sequence[str]) -> str:
    """How many of a list are in, how many of it wait, and for whom a record was made."""
    entered = ngettext("%(count)s person is entered.", "%(count)s people are entered.", count)
    waits = ngettext("%(count)s is on the waiting list.", "%(count)s are on the waiting list.", waiting)
    said = [(entered, count)] if count or not waiting else []
    said += [(waits, waiting)] if waiting else []
    sentences = [sentence % {"count": number} for sentence, number in said]
    if new:
        made = ngettext(
            "%(count)s record was made: %(names)s.", "%(count)s records were made: %(names)s.", len(new)
        )
        sentences.append(made % {"count": len(new), "names": ", ".join(new)})
    return " ".join(sentences)


def _page(
    request: HttpRequest, event: Event, pasted: PastedList | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    context = {
        "event": event,
        "in_teams": format_named(event.format).unit.is_team,
        "pasted": pasted,
        "typed": request.POST,
        "most": MOST_LINES,
        "lists": lists_of(event),
        "refusal": refusal,
        "section": "calendar",
    }
    status = refusal.status if refusal else 422 if pasted and _asked_too_soon(request, pasted) else 200
    return render(request, "tournaments/entries/enter_list.html", context, status=status)


def _asked_too_soon(request: HttpRequest, pasted: PastedList) -> bool:
    return request.POST.get("act") == "enter" and bool(pasted.open_lines or pasted.too_long)
