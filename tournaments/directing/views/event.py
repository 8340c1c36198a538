"""A director's working pages: register an event and apply for its sanction, take entries, open games."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import moment, today
from sanctioning.kit.installation.selectors import phones_reach_it
from sanctioning.kit.messages.mail_text import link_to
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.people.selectors.registry import RecordLine, doubles_of
from sanctioning.people.services.registering import register_person
from sanctioning.people_search.meant import meant
from sanctioning.sanctions.models import Sanction
from tournaments.admission.suspensions import noting_who_sits_out
from tournaments.directing.selectors.endings import stages_to_end
from tournaments.directing.selectors.next_steps import next_steps
from tournaments.directing.views.full_events import with_way_in
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.door import narrowed
from tournaments.entries.selectors.entries import entered_people, entry_list, entry_of
from tournaments.entries.selectors.possible_doubles import possible_doubles_in
from tournaments.entries.services.check_in import check_in
from tournaments.entries.services.conditions import set_entry_conditions
from tournaments.entries.services.promised_fees import enter_with_fee
from tournaments.entries.services.withdrawals import withdraw as leave_event
from tournaments.entries.views.just_withdrawn import back_after_withdrawal, just_withdrawn
from tournaments.events.capacity import how_full
from tournaments.events.forms import EventForm, GameForm
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import is_closed, is_played_out
from tournaments.events.selectors.clashes import clashes_with
from tournaments.events.selectors.events import games_of
from tournaments.events.services.events import (
    apply_for_sanction,
    register_event,
    require_free_name,
    require_times,
)
from tournaments.events.views.event_by_address import event_or_404
from tournaments.events.views.events_one_runs import WHO, registers_for_club
from tournaments.executors.selectors.event_executors import executor_names
from tournaments.formats.registry import format_named
from tournaments.games.services.games import open_table
from tournaments.seasons.copying import as_typed, conditions_of, event_to_copy


@require_http_methods(["GET", "HEAD", "POST"])
@registers_for_club
def new_event(request: HttpRequest, person: Person, club: Club) -> HttpResponse:
    """Register an event of the club, and apply for its sanction in the same step."""
    like = event_to_copy(request.POST.get("like", request.GET.get("like", "")), person)
    initial = as_typed(like) if like else {}
    if "format" in request.GET:
        initial["format"] = request.GET["format"]
    form = EventForm(request.POST or None, initial=initial)
    context = {"form": form, "club": club, "like": like, "section": "clubs"}
    if request.method != "POST":
        return render(request, "tournaments/directing/new_event.html", context)
    if not form.is_valid():
        return render(request, "tournaments/directing/new_event.html", context, status=422)
    typed = form.cleaned_data
    try:
        require_times(form.starts_at, form.ends_at)
        require_free_name(name=typed["name"], club=club)
        clashes = clashes_with(
            starts_at=form.starts_at, ends_at=form.ends_at, place=typed["place"], club=club
        )
        if clashes and typed["seen"] != str(typed["first_day"]):
            form.data = {**request.POST.dict(), "seen": str(typed["first_day"])}
            beside = {**context, "clashes": clashes}
            return render(request, "tournaments/directing/new_event.html", beside, status=409)
        event = _register(person, club, form, conditions_of(like))
    except Refusal as refusal:
        return render(
            request,
            "tournaments/directing/new_event.html",
            {**context, "refusal": refusal},
            status=refusal.status,
        )
    messages.success(
        request,
        _("%(event)s is registered. The Managing Executor decides on its sanction.") % {"event": event.name},
    )
    return redirect("manage-event", slug=event.slug)


@transaction.atomic
def _register(person: Person, club: Club, form: EventForm, conditions: list[dict[str, Any]]) -> Event:
    """The event as typed, and its application; with grounds written, for the sanction of one game."""
    typed = form.cleaned_data
    event = register_event(
        by=person,
        club=club,
        name=typed["name"],
        place=typed["place"],
        starts_at=form.starts_at,
        ends_at=form.ends_at,
        time_zone=typed["time_zone"],
        format_slug=form.format_slug,
        description=typed["description"],
        terms=form.terms,
    )
    if conditions:
        event = set_entry_conditions(by=person, event=event, conditions=conditions)
    apply_for_sanction(
        by=person,
        event=event,
        level=typed["level"],
        event_type=typed["type"],
        kind=Sanction.Kind.INDIVIDUAL if typed["grounds"].strip() else Sanction.Kind.EVENT,
        grounds=typed["grounds"],
    )
    return event


@require_safe
@signed_in
def manage_event(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Entries and games of one event; a `name` fills the form with whoever has it, or with `new`, or where
    nobody has it, with somebody who has no number yet."""
    name = request.GET.get("name", "").strip()
    if "new" in request.GET or not name:
        return _managed(request, person, slug, typed=_new_name(name))
    answer = meant(asker=person, text=name)
    if answer.person is not None:
        return _managed(request, person, slug, number=f"{answer.person.name}, {answer.person.number}")
    if answer.choices:
        return _managed(request, person, slug, number=name, unclear={"number": answer})
    return _managed(request, person, slug, typed=_new_name(name), is_new=True)


@require_POST
@signed_in
def enter(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Enter somebody by name or number, or somebody new, who is registered with it."""
    event, typed = event_or_404(slug, person), request.POST
    number = typed.get("number", "")
    answer = meant(asker=person, text=number)
    who = answer.person
    if who is None and not typed.get("family_name", "").strip():
        mistakes = {"unclear": {"number": answer}, "wrong_fields": [("number", _("Player"), answer.wrong)]}
        shown = {**typed.dict(), **_new_name(answer.text)}
        return _managed(request, person, slug, status=422, number=number, typed=shown, **mistakes)
    try:
        entry = _entered(by=person, event=event, who=who, typed=typed)
    except Refusal as refusal:
        doubles = _doubles(person, typed) if refusal.code == "possible-double" else ()
        told = {"doubles": _with_entries(event, doubles)} if doubles else {"refusal": refusal}
        return _managed(request, person, slug, status=refusal.status, number=number, typed=typed, **told)
    said = _("%(who)s (%(number)s) is %(state)s.") % {
        "who": entry.person.name,
        "number": entry.person.number,
        "state": entry.get_state_display(),
    }
    messages.success(request, with_way_in(said, event, entry.state, typed.get("back", "")))
    match typed.get("back"):
        case "check-in":
            return redirect("check-in", slug=slug)
        case "floor":
            return redirect(f"{reverse('floor', args=[slug])}?player={entry.person.number}#panel")
    return redirect("manage-event", slug=slug)


def _new_name(text: str) -> dict[str, str]:
    """What was typed as the name of somebody new, where it can be one."""
    given, _blank, family = text.strip().rpartition(" ")
    return {} if any(map(str.isdecimal, text)) else {"given_names": given, "family_name": family}


@noting_who_sits_out
@transaction.atomic
def _entered(*, by: Person, event: Event, who: Person | None, typed: QueryDict) -> Entry:
    who = who or register_person(
        by=by,
        given_names=typed.get("given_names", ""),
        family_name=typed.get("family_name", ""),
        knowing_doubles=typed.get("seen") == "yes",
    )
    entry = enter_with_fee(
        by=by,
        event=event,
        person=who,
        fee=typed.get("fee") or Entry.Fee.UNPAID,
        why=typed.get("why_free", ""),
        late_for=typed.get("late_for", ""),
        requirements_met=bool(typed.get("met")),
    )
    if typed.get("present") and entry.state == Entry.State.ENTERED:
        entry = check_in(by=by, entry=entry, requirements_met=bool(typed.get("met")))
    return entry


def _doubles(person: Person, typed: QueryDict) -> tuple[RecordLine, ...]:
    """Who may be meant by a name that was typed."""
    return doubles_of(
        asker=person,
        given_names=typed.get("given_names", ""),
        family_name=typed.get("family_name", ""),
        birth_date=None,
    )


def _with_entries(event: Event, doubles: tuple[RecordLine, ...]) -> list[tuple[RecordLine, str]]:
    """Each with the words for the entry in this event, empty for whom it still takes."""
    entries = entry_list(event)
    states = {line.number: line.state_words for line in (*entries.entered, *entries.waiting)}
    return [(double, states.get(double.number, "")) for double in doubles]


@require_POST
@signed_in
def withdraw(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    event = event_or_404(slug, person)
    entry_id = whole_number(request.POST.get("entry", ""))
    entry = None if entry_id is None else entry_of(event, entry_id)
    if entry is None:
        raise Http404(_("There is no such entry."))
    try:
        leave_event(by=person, entry=entry, sure=request.POST.get("sure") == "yes")
    except Refusal as refusal:
        return _managed(request, person, slug, status=refusal.status, refusal=refusal, refused=entry.pk)
    messages.success(request, _("%(person)s is withdrawn.") % {"person": entry.person.name})
    return back_after_withdrawal(request, entry)


@require_POST
@signed_in
def new_game(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Open a game with its plan and seat its players."""
    event = event_or_404(slug, person)
    entered = entered_people(event)
    form = _game_form(event, entered, request)
    if not form.is_valid():
        return _managed(request, person, slug, status=422, form=form)
    try:
        seated = [entered[number] for number in form.cleaned_data["players"]]
        game = open_table(by=person, event=event, planned=form.plan, people=seated)
    except Refusal as refusal:
        return _managed(request, person, slug, status=refusal.status, refusal=refusal, form=form)
    executor = game.acting_executor
    said = (
        _("%(game)s is open. %(executor)s is its Acting Executor.")
        if executor
        else _("%(game)s is open. The authority appoints its Acting Executor.")
    )
    named = {"game": capfirst(game.label), "executor": executor.person.name if executor else ""}
    messages.success(request, said % named)
    return redirect("manage-event", slug=slug)


def _game_form(event: Event, entered: dict[str, Person], request: HttpRequest | None = None) -> GameForm:
    choices = [(number, f"{person.identity.name}, {number}") for number, person in entered.items()]
    return GameForm(request.POST if request else None, event=event, entered=choices)


def _fees(at_the_door: bool) -> tuple[Entry.Fee, ...]:
    """What may be said of a fee, the usual first: whoever stands at the door has just paid."""
    usual = Entry.Fee.PAID if at_the_door else Entry.Fee.UNPAID
    return (usual, *(Entry.Fee(fee) for fee in Entry.BY_HAND if fee != usual))


def _managed(
    request: HttpRequest, person: Person, slug: str, status: int = 200, **more: object
) -> HttpResponse:
    event = event_or_404(slug, person)
    try:
        require(may_run_event(person, today(), event), what=_("run this event"), who=WHO, rule="Section IV")
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=403)
    games, entries = games_of(event), entry_list(event)
    query = request.POST if request.method == "POST" else request.GET
    at_the_door = query.get("back") == "check-in" and how_full(event, len(entries.entered)) is None
    sought = request.GET.get("q", "").strip()
    context = {
        "event": event,
        "list": entries,
        "shown": narrowed(entries, sought),
        "q": sought,
        "just_withdrawn": just_withdrawn(request, entries),
        "possible_doubles": possible_doubles_in(event),
        "games": games,
        "executors": executor_names(event),
        "steps": next_steps(event, games),
        "stages": stages_to_end(event, games),
        "played": format_named(event.format),
        "closed": is_closed(event),
        "fees": [(str(fee), Entry.Fee(fee).label) for fee in _fees(at_the_door)],
        "usual_fee": _fees(at_the_door)[0],
        "played_out": is_played_out(event, moment(None)),
        "form": _game_form(event, entered_people(event)),
        "address": link_to(reverse("event", args=[event.slug])),
        "phones_reach_it": phones_reach_it(),
        "section": "calendar",
        **more,
    }
    return render(request, "tournaments/directing/manage_event.html", context, status=status)
