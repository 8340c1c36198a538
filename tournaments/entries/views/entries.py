"""Entries: everybody's for all to see, the check-in list at the door, and who may enter at all."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.kit.clock import moment
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.self_renewing import asks_for_part
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.entries.commands import ENTRY_COMMANDS
from tournaments.entries.forms import UndoAllPresentForm
from tournaments.entries.lists import ENTRANTS
from tournaments.entries.selectors.door import door_lists
from tournaments.entries.selectors.entries import entrants as entrants_of
from tournaments.entries.selectors.entries import entry_list, entry_of
from tournaments.entries.selectors.scanned import scanned_number
from tournaments.entries.services.check_in import all_present, undo_all_present
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.events.capacity import how_full
from tournaments.events.entry_condition_forms import ConditionsForm
from tournaments.events.entry_conditions import in_words, says_to_whom
from tournaments.events.models.event import Event
from tournaments.events.played_out import is_closed, is_played_out
from tournaments.events.views.event_by_address import event_or_404
from tournaments.events.views.events_one_runs import runs_event
from tournaments.formats.registry import format_named
from tournaments.games.plans import comes_in_with
from tournaments.hooks import TILL


@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who entered, for everybody."""
    event = event_or_404(slug, asker(request))
    listed = listing(request, entrants_of(event), ENTRANTS)
    context = {"event": event, "section": "calendar"}
    return list_page(request, "tournaments/entries/entrants.html", {"list": listed}, context)


@require_safe
@runs_event
def check_in_list(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    return _list(request, event)


@require_safe
def door_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the check-in list on the phone; no other page is touched."""
    script = "tournaments/entries/door_worker.js"
    race = {"race": static("js/race-the-network.js")}
    response = render(request, script, race, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_POST
@runs_event
def entry_act(request: HttpRequest, person: Person, event: Event, entry: int, act: str) -> HttpResponse:
    """Take one step with an entry; the list opens again where it was."""
    this_entry = entry_of(event, entry)
    if this_entry is None:
        raise Http404
    try:
        ENTRY_COMMANDS.run_typed(request, act, by=person, thing=this_entry)
    except Refusal as refusal:
        return _list(request, event, refusal, this_entry.pk, request.POST.get("text", ""))
    page = {"manage": "manage-event", "rounds": "rounds"}.get(request.POST.get("back", ""))
    if page:
        return redirect(page, slug=event.slug)
    back = reverse("check-in", args=[event.slug])
    query = {"q": request.POST["q"]} if request.POST.get("q") else {}
    return redirect(f"{back}{'?' + urlencode(query) if query else ''}#entry-{this_entry.pk}")


@require_POST
@runs_event
def everybody_present(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    """Whoever was not there yet is there, and with `paid` has paid."""
    try:
        come = all_present(
            by=person,
            event=event,
            paid=request.POST.get("paid") == "yes",
            requirements_met=request.POST.get("met") == "yes",
        )
    except Refusal as refusal:
        return _list(request, event, refusal)
    count = len(come)
    messages.success(
        request,
        ngettext("%(count)s more person is present.", "%(count)s more people are present.", count)
        % {"count": count},
    )
    return redirect("check-in", slug=event.slug)


@require_POST
@runs_event
def everybody_not_present(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    """Undo the check-in of those who came by one step, as the page names it."""
    form = UndoAllPresentForm(request.POST)
    if not form.is_valid():
        raise Http404(_("There is no such step."))
    try:
        undone = undo_all_present(by=person, event=event, came_at=form.cleaned_data["came_at"])
    except Refusal as refusal:
        return _list(request, event, refusal)
    count = len(undone)
    messages.success(
        request,
        ngettext("%(count)s person is not checked in.", "%(count)s people are not checked in.", count)
        % {"count": count},
    )
    return redirect("check-in", slug=event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@runs_event
def conditions(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    """Say who may enter."""
    form = ConditionsForm(request.POST or None, by=person, event=event)
    context: dict[str, object] = {
        "event": event,
        "form": form,
        "conditions": in_words(event),
        "may_enter": says_to_whom(event),
        "section": "calendar",
    }
    if request.method != "POST":
        return render(request, "tournaments/entries/conditions.html", context)
    if not form.is_valid():
        return render(request, "tournaments/entries/conditions.html", context, status=422)
    try:
        set_entry_conditions(by=person, event=event, conditions=form.conditions)
    except Refusal as refusal:
        context["refusal"] = refusal
        return render(request, "tournaments/entries/conditions.html", context, status=refusal.status)
    messages.success(request, _("The conditions are saved."))
    return redirect("manage-event", slug=event.slug)


def _list(
    request: HttpRequest, event: Event, refusal: Refusal | None = None, refused: int = 0, typed: str = ""
) -> HttpResponse:
    """Everybody who has all the words that were typed, the missing first; the part alone where the page
    renews it."""
    query = request.POST if request.method == "POST" else request.GET
    typed = query.get("q", "").strip()
    wanted = scanned_number(event, typed) or typed
    at = moment(None)
    entries, played = entry_list(event), format_named(event.format)
    context = {
        "event": event,
        "list": entries,
        "till": TILL.only()(event).lines,
        "door": door_lists(event, entries, wanted),
        "full": how_full(event, len(entries.entered)),
        "takes_newcomers": not is_closed(event),
        "teams": played.unit.is_team,
        "has_floor": played.has_floor,
        "played_out": is_played_out(event, at),
        "drawn": int(at.timestamp() * 1000),
        "comes_in": comes_in_with(event),
        "q": wanted,
        "refusal": refusal,
        "refused": refused,
        "typed": typed,
        "section": "calendar",
    }
    is_part = request.method == "GET" and asks_for_part(request)
    template = "door_part.html" if is_part else "check_in.html"
    status = refusal.status if refusal else 200
    return render(request, f"tournaments/entries/{template}", context, status=status)
