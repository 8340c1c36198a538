"""A team entered by one of its players: named on the event's page, a yes or a no of each of the others."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.clock import moment, today
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.views.people import signed_in
from tournaments.entry_conditions import in_words
from tournaments.formats import format_named
from tournaments.models import Event, TeamInvitation
from tournaments.permissions import may_run_event
from tournaments.places import places_in
from tournaments.played_out import require_takes_teams
from tournaments.selectors import event_at
from tournaments.selectors.team_invitations import invitation_of, own_invitations, own_team
from tournaments.selectors.teams import is_seated
from tournaments.services.doors import late_fee_of
from tournaments.services.entries import require_open
from tournaments.services.team_invitations import INVITATION_ACTS, invite_team
from tournaments.views.team_forms import PLAYER, read_team, team_fields

Outcome = TeamInvitation.Outcome


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def team_entry(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Name a team; what is asked of whoever looks, and what he waits for."""
    event = _event(slug, person)
    if request.method != "POST":
        return _page(request, person, event)
    team = read_team(event, request.POST)
    if team.unknown:
        return _page(request, person, event, unknown=team.unknown, status=422)
    try:
        made = invite_team(by=person, event=event, name=team.name, players=team.players, facts=team.facts)
    except Refusal as refusal:
        return _page(request, person, event, refusal=refusal)
    messages.success(
        request, _("%(team)s is entered when all of its players have said yes.") % {"team": made.name}
    )
    return redirect("team-entry", slug=slug)


@require_POST
@signed_in
def invitation_act(
    request: HttpRequest, person: Person, slug: str, invitation: int, act: str
) -> HttpResponse:
    """Say yes or no, or take an invitation back."""
    event = _event(slug, person)
    found = invitation_of(event, invitation)
    if found is None or act not in INVITATION_ACTS:
        raise Http404(_("There is no such invitation, or no such step."))
    try:
        done = INVITATION_ACTS[act](person, found)
    except Refusal as refusal:
        return _page(request, person, event, refusal=refusal)
    messages.success(request, _said(done))
    runs = may_run_event(person, today(), event)
    to_the_teams = done.outcome == Outcome.ENTERED or (runs and act == "withdraw")
    return redirect("teams" if to_the_teams else "team-entry", slug=slug)


def _said(done: TeamInvitation) -> str:
    words = {
        "": _("You have said yes to %(team)s, which is entered when all have."),
        Outcome.ENTERED: _("Everybody of %(team)s has said yes: this is your team."),
        Outcome.DECLINED: _("You have said no to %(team)s, and the others are told."),
        Outcome.WITHDRAWN: _("The invitation to %(team)s is taken back, and the others are told."),
    }
    return words[done.outcome] % {"team": done.name}


def _event(slug: str, person: Person) -> Event:
    event = event_at(slug=slug, asker=person)
    if event is None or not format_named(event.format).unit.is_team:
        raise Http404(_("No event of teams has this address."))
    return event


def _closed(event: Event) -> Refusal | None:
    """Why players enter no teams now."""
    try:
        require_open(event, moment(None), False, "")
        require_takes_teams(event, moment(None))
    except Refusal as refusal:
        return refusal
    return None


def _page(
    request: HttpRequest,
    person: Person,
    event: Event,
    *,
    refusal: Refusal | None = None,
    unknown: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    first = format_named(event.format).unit.letters[0]
    typed = request.POST.dict() if "name" in request.POST else {f"{PLAYER}{first}": person.number}
    invitations = own_invitations(event, person).invitations
    team = own_team(event, person)
    context = {
        **team_fields(event, typed, unknown),
        "event": event,
        "invitations": invitations,
        "team": team,
        "seated": team is not None and is_seated(team),
        "said_yes": any(not one.asked for one in invitations),
        "closed": _closed(event),
        "conditions": in_words(event),
        "late_fee": late_fee_of(event),
        "places": places_in(event),
        "refusal": refusal,
        "section": "calendar",
    }
    return render(
        request, "tournaments/team_entry.html", context, status=refusal.status if refusal else status
    )
