"""Executors: the list and each one's page, and the proposals for an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sanctioning.clubs.models import Club
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import moment, today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Appointment
from sanctioning.offices.permissions import is_managing_executor, require
from sanctioning.people.models.person import Person
from sanctioning.people_search.fields import AsksForPeople, PersonField
from sanctioning.terms.forms import day_field
from tournaments.events.models.event import Event
from tournaments.events.played_out import needs_no_more_executors
from tournaments.events.selectors.events import executors_on
from tournaments.events.views.event_by_address import event_or_404
from tournaments.executors.commands import EXECUTOR_COMMANDS, ExecutorChange
from tournaments.executors.lists import EXECUTORS
from tournaments.executors.selectors.event_executors import appointed_among
from tournaments.executors.selectors.executors import all_executors, executor_desk
from tournaments.executors.selectors.proposals import games_to_rule, proposals_and_troubled, unruled_games
from tournaments.executors.services.appointing import (
    EVENT_ACTS,
    appoint_for_event,
    end_for_event,
    replace_for_event,
)
from tournaments.executors.views.after_appointing import after_appointing


class ChangeForm(AsksForPeople):
    """Whatever one of the small forms of an executor's page sends."""

    number = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    place = forms.CharField(required=False, max_length=120)
    home = forms.BooleanField(required=False)
    club = forms.ModelChoiceField(Club.objects.none(), required=False)
    with_person = PersonField(required=False)
    first_day = day_field(_lazy("First day"), required=False)
    last_day = day_field(_lazy("Last day"), required=False)
    why = forms.CharField(required=False, max_length=200)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["club"].queryset = _clubs()  # type: ignore[attr-defined]


@require_safe
@signed_in
def executors(request: HttpRequest, person: Person) -> HttpResponse:
    """Everybody who rules today or will, for the Managing Executor."""
    denied = _denied(request, person, _("see all executors"))
    if denied is not None:
        return denied
    listed = listing(request, all_executors(asker=person), EXECUTORS)
    return list_page(request, "tournaments/executors/executors.html", {"list": listed}, {"section": "mine"})


@require_safe
@signed_in
def executor(request: HttpRequest, person: Person, number: str) -> HttpResponse:
    return _desk(request, person, number)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, number: str, act: str) -> HttpResponse:
    """Change one thing on an executor's page; refused, the page keeps what was typed."""
    of = EXECUTOR_COMMANDS.or_404(act, person_numbered(number=number))
    form = ChangeForm(request.POST, by=person)
    typed: dict[str, object] = {"typed_act": act, "typed": request.POST}
    if not form.is_valid():
        typed["unclear"] = form.unclear
        wrong = [errors for name, errors in form.errors.items() if name not in form.unclear]
        typed["wrong"] = " ".join(str(error) for errors in wrong for error in errors)
        return _desk(request, person, number, None, typed, status=422)
    try:
        EXECUTOR_COMMANDS.run_typed(
            request, act, by=person, thing=of, asked=ExecutorChange(**form.cleaned_data)
        )
    except Refusal as refusal:
        return _desk(request, person, number, refusal, typed)
    return redirect("executor", number=number)


@require_safe
@signed_in
def of_event(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    return _event(request, person, slug)


@require_POST
@signed_in
def appoint_all(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """One executor for every game of the event that has none, and for those to come."""
    event = event_or_404(slug, person)
    chosen = _chosen(event, request.POST.get("executor", ""))
    try:
        games = appoint_for_event(by=person, event=event, appointment=chosen)
    except Refusal as refusal:
        nothing_waits = refusal.code == "no-game-waits"
        return _event(request, person, slug, _all_appointed(event) if nothing_waits else refusal)
    named = {"person": chosen.person.name, "event": event.name}
    if games:
        count = len(games)
        named["words"] = games[0].place if count == 1 else _("%(count)s games") % {"count": count}
        messages.success(request, _("%(person)s is Acting Executor of %(words)s of %(event)s.") % named)
    else:
        messages.success(request, _("%(person)s is Acting Executor of %(event)s.") % named)
    return after_appointing(request, slug)


@require_POST
@signed_in
def change_for_event(request: HttpRequest, person: Person, slug: str, act: str) -> HttpResponse:
    """Let another take over the event, or appoint somebody to no further games of it."""
    event = event_or_404(slug, person)
    if act not in EVENT_ACTS:
        raise Http404(_("There is no such step."))
    executor = _appointed(event, request.POST.get("executor", ""))
    try:
        if act == "end":
            end_for_event(by=person, event=event, appointment=executor)
            said = _("%(person)s rules no further games of %(event)s, but keeps the current ones.")
            named = {"person": executor.person.name, "event": event.name}
        else:
            other = _chosen(event, request.POST.get("other", ""))
            replace_for_event(by=person, event=event, appointment=other, instead_of=executor)
            said = _("%(other)s now rules %(event)s instead of %(person)s. Open calls go to %(other)s.")
            named = {"person": executor.person.name, "other": other.person.name, "event": event.name}
    except Refusal as refusal:
        return _event(request, person, slug, refusal)
    messages.success(request, said % named)
    return redirect("event-executors", slug=slug)


def _chosen(event: Event, typed: str) -> Appointment:
    """The term of an executor that runs on a day of the event."""
    days = {event.first_day, *(event.local_day(game.starts_at) for game in unruled_games(event))}
    running = {str(term.pk): term for terms in executors_on(days).values() for term in terms}
    if typed not in running:
        raise Http404(_("This executor's term does not run on the days of these games."))
    return running[typed]


def _appointed(event: Event, typed: str) -> Appointment:
    rows = event.executors.select_related("executor__person")
    found = next((row.executor for row in rows if str(row.executor_id) == typed), None)
    if found is None:
        raise Http404(_("This person is not appointed to the event."))
    return found


def _all_appointed(event: Event) -> Refusal:
    return Refusal(
        code="executors-appointed",
        sentence=_("Every game of %(event)s has its Acting Executor.") % {"event": event.name},
        rule=_("IV: one Acting Executor for each sanctioned game."),
        remedy=_("To change one, appoint somebody else on the page of sanctions and executors."),
    )


def _desk(
    request: HttpRequest,
    person: Person,
    number: str,
    refusal: Refusal | None = None,
    typed: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    desk = executor_desk(number=number, asker=person)
    if desk is None:
        if refusal is not None:
            return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
        raise Http404(_("There is no such executor, or you may not see this page."))
    context = {
        "executor": desk,
        "clubs": _clubs(),
        "today": today(),
        "authority": is_managing_executor(person, today()),
        "refusal": refusal,
        "section": "mine",
        **(typed or {}),
    }
    return render(
        request, "tournaments/executors/executor.html", context, status=refusal.status if refusal else status
    )


def _event(request: HttpRequest, person: Person, slug: str, refusal: Refusal | None = None) -> HttpResponse:
    denied = _denied(request, person, _("appoint Acting Executors"))
    if denied is not None:
        return denied
    event = event_or_404(slug, person)
    games = games_to_rule(event)
    proposals, troubled = proposals_and_troubled(games, [event])
    proposal = proposals[0]
    appointed = appointed_among(event, proposal.candidates)
    named = {row.number for row in appointed}
    others = [candidate for candidate in proposal.candidates if candidate.number not in named]
    context = {
        "event": event,
        "proposal": proposal,
        "appointed": appointed,
        "others": others,
        "instead": [candidate for candidate in others if candidate.may],
        "over": needs_no_more_executors(event, moment(None)),
        "troubled": troubled,
        "ruled": sorted((*games.ruled, *games.over), key=lambda game: (game.number, game.group)),
        "refusal": refusal,
        "section": "mine",
    }
    return render(
        request,
        "tournaments/executors/event_executors.html",
        context,
        status=refusal.status if refusal else 200,
    )


def _denied(request: HttpRequest, person: Person, what: str) -> HttpResponse | None:
    try:
        require(
            is_managing_executor(person, today()),
            what=what,
            who=_("the Managing Executor"),
            rule="Section IV",
        )
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=403)
    return None


def _clubs() -> QuerySet[Club]:
    return Club.objects.filter(state__in=(Club.State.APPROVED, Club.State.CLOSED))
