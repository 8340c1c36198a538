"""A team entered by one of its players: named on the event's page, a yes or a no of each of the others."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.kit.clock import moment, today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people_search.meant import Meant
from tournaments.entries.late_registration import late_fee_of
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.teams import is_seated, own_team
from tournaments.entries.services.entries import require_open
from tournaments.entries.throttle import require_not_too_often
from tournaments.events.capacity import places_in
from tournaments.events.entry_conditions import in_words
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import require_takes_teams
from tournaments.events.selectors.events import event_at
from tournaments.formats.registry import format_named
from tournaments.teams.commands import INVITATION_COMMANDS
from tournaments.teams.forms import PLAYER, read_team, team_fields
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.selectors.invitations import invitation_of, own_invitations
from tournaments.teams.services.invitations import invite_team

Outcome = TeamInvitation.Outcome


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def team_entry(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """Name a team; what is asked of whoever looks, and what he waits for."""
    event = _event(slug, person)
    if request.method != "POST":
        return _page(request, person, event)
    team = read_team(event, request.POST, by=person)
    if team.unclear:
        return _page(request, person, event, unclear=team.unclear, status=422)
    try:
        for email in filter(None, team.by_link.values()):
            require_not_too_often(request, email)
        invitation = invite_team(
            by=person,
            event=event,
            name=team.name,
            players=team.players,
            facts=team.facts,
            by_link=team.by_link,
            promises=request.POST.get("fee") == Entry.Fee.PROMISED,
        )
    except Refusal as refusal:
        return _page(request, person, event, refusal=refusal)
    messages.success(
        request, _("%(team)s is entered once all of its players have said yes.") % {"team": invitation.name}
    )
    return redirect("team-entry", slug=slug)


@require_POST
@signed_in
def invitation_act(
    request: HttpRequest, person: Person, slug: str, invitation: int, act: str
) -> HttpResponse:
    """Say yes or no, or take an invitation back."""
    event = _event(slug, person)
    this_invitation = invitation_of(event, invitation)
    try:
        done = INVITATION_COMMANDS.run_typed(request, act, by=person, thing=this_invitation)
    except Refusal as refusal:
        return _page(request, person, event, refusal=refusal)
    runs = may_run_event(person, today(), event)
    to_the_teams = done.result.outcome == Outcome.ENTERED or (runs and act == "withdraw")
    return redirect("teams" if to_the_teams else "team-entry", slug=slug)


def _event(slug: str, person: Person) -> Event:
    event = event_at(slug=slug, asker=person)
    if event is None or not format_named(event.format).unit.is_team:
        raise Http404(_("There is no such event with teams."))
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
    unclear: Mapping[str, Meant] | None = None,
    status: int = 200,
) -> HttpResponse:
    first = format_named(event.format).unit.letters[0]
    typed = request.POST.dict() if "name" in request.POST else {f"{PLAYER}{first}": person.number}
    invitations = own_invitations(event, person).invitations
    team = own_team(event, person)
    context = {
        **team_fields(event, typed, unclear),
        "event": event,
        "asks_by_link": True,
        "invitations": invitations,
        "team": team,
        "seated": team is not None and is_seated(team),
        "said_yes": any(not invitation.asked for invitation in invitations),
        "closed": _closed(event),
        "conditions": in_words(event),
        "late_fee": late_fee_of(event),
        "places": places_in(event),
        "refusal": refusal,
        "section": "calendar",
    }
    return render(
        request, "tournaments/teams/team_entry.html", context, status=refusal.status if refusal else status
    )
