"""Entries: a player's own, the check-in list at the door, and who may enter at all."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.identity.same_person import identity_id
from sanctioning.kit.clock import moment
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.lists.word_search import says_all
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.pages.self_renewing import asks_for_part
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.admission.admission import standing_for
from tournaments.entries.commands import ENTRY_COMMANDS
from tournaments.entries.lists import ENTRANTS
from tournaments.entries.selectors.entries import entrants as entrants_of
from tournaments.entries.selectors.entries import entry_list, entry_of, own_entry
from tournaments.entries.selectors.teams import is_seated, own_team
from tournaments.entries.services.check_in import all_present
from tournaments.entries.services.entries import enter_event, set_entry_conditions
from tournaments.entries.services.late_registration import late_fee_of
from tournaments.entries.services.withdrawals import withdraw
from tournaments.events.capacity import places_in
from tournaments.events.entry_condition_forms import ConditionsForm
from tournaments.events.entry_conditions import in_words, says_to_whom
from tournaments.events.models.event import Event
from tournaments.events.played_out import is_played_out, takes_no_more_teams
from tournaments.events.views.event_by_address import event_or_404
from tournaments.events.views.events_one_runs import runs_event
from tournaments.formats.registry import format_named
from tournaments.games.plans import comes_in_with
from tournaments.hooks import TILL


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def own(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """A player enters himself, or withdraws; where teams play he is led to his."""
    event = event_or_404(slug, person)
    refusal = None
    if request.method == "POST":
        try:
            messages.success(request, _own_act(event, person, request.POST.get("act", "")))
            return redirect("own-entry", slug=slug)
        except Refusal as refused:
            refusal = refused
    team = own_team(event, person)
    context = {
        "event": event,
        "entry": own_entry(slug, person),
        "in_teams": format_named(event.format).unit.is_team,
        "team": team,
        "seated": team is not None and is_seated(team),
        "conditions": in_words(event),
        "late_fee": late_fee_of(event),
        "places": places_in(event),
        "played_out": is_played_out(event, moment(None)),
        "no_more_teams": takes_no_more_teams(event, moment(None)),
        "ruled": standing_for(event, [person]).get(identity_id(person)),
        "refusal": refusal,
        "section": "calendar",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/entries/own_entry.html", context, status=status)


@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who entered, for everybody."""
    event = event_or_404(slug, asker(request))
    listed = listing(request, entrants_of(event), ENTRANTS)
    context = {"event": event, "section": "calendar"}
    return list_page(request, "tournaments/entries/entrants.html", {"list": listed}, context)


def _own_act(event: Event, person: Person, act: str) -> str:
    if act in ("withdraw", "leave"):
        mine = own_entry(event.slug, person)
        entry = entry_of(event, mine.id) if mine else None
        if entry is None:
            raise Http404(_("There is no entry to withdraw."))
        withdraw(by=person, entry=entry, sure=act == "leave")
        return _("Your entry is withdrawn.")
    entry = enter_event(by=person, event=event, person=person)
    return _("You are %(state)s.") % {"state": entry.get_state_display()}


@require_safe
@runs_event
def check_in_list(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    return _list(request, event)


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
    if request.POST.get("back") == "manage":
        return redirect("manage-event", slug=event.slug)
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


@require_http_methods(["GET", "HEAD", "POST"])
@runs_event
def conditions(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    """Say who may enter."""
    form = ConditionsForm(request.POST or None, event=event)
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
    messages.success(request, _("It is said who may enter."))
    return redirect("manage-event", slug=event.slug)


def _list(
    request: HttpRequest, event: Event, refusal: Refusal | None = None, refused: int = 0, typed: str = ""
) -> HttpResponse:
    """Everybody whose name and number have all the words, the missing first; the part
    alone where the page renews it."""
    query = request.POST if request.method == "POST" else request.GET
    wanted = query.get("q", "").strip()
    entries = entry_list(event)
    shown = [line for line in entries.entered if says_all(f"{line.name} {line.number}", wanted)]
    context = {
        "event": event,
        "list": entries,
        "till": TILL.only()(event).lines,
        "missing": [line for line in shown if not line.present],
        "here": [line for line in shown if line.present],
        "played_out": is_played_out(event, moment(None)),
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
