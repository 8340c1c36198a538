"""The teams of an event: seen by anybody, entered, checked in and withdrawn by whoever runs it."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.clock import today
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.selectors.people import person_numbered
from sanctioning.views.people import asker
from tournaments.formats import format_named
from tournaments.models import Event
from tournaments.permissions import may_run_event
from tournaments.selectors import event_at
from tournaments.selectors.teams import fields_of_team, owing_teams, team_list, team_of
from tournaments.services.teams import TEAM_ACTS, enter_team
from tournaments.views.running import runs_event

PLAYER: Final = "player-"


@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Every team with its players; whoever runs the event enters one."""
    if request.method == "POST":
        answer: HttpResponse = _enter(request, slug=slug)
        return answer
    person = asker(request)
    event = event_at(slug=slug, asker=person)
    if event is None or not format_named(event.format).unit.is_team:
        raise Http404(_("No event of teams has this address."))
    return _page(request, event, runs=may_run_event(person, today(), event))


@runs_event
def _enter(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    typed = request.POST
    letters = format_named(event.format).unit.letters
    found = {letter: person_numbered(number=typed.get(f"{PLAYER}{letter}", "")) for letter in letters}
    unknown = [letter for letter, who in found.items() if who is None]
    if unknown:
        return _page(request, event, unknown=unknown, status=422)
    players = {letter: who for letter, who in found.items() if who is not None}
    try:
        team = enter_team(
            by=person,
            event=event,
            name=typed.get("name", "")[:80],
            players=players,
            facts={field.name: typed.get(field.name, "") for field in fields_of_team(event)},
            late_for=typed.get("late_for", ""),
        )
    except Refusal as refusal:
        return _page(request, event, refusal=refusal)
    messages.success(request, _("%(team)s is team %(number)s.") % {"team": team.name, "number": team.number})
    return redirect("teams", slug=event.slug)


@require_POST
@runs_event
def team_act(request: HttpRequest, person: Person, event: Event, team: int, act: str) -> HttpResponse:
    """Check a whole team in, or withdraw it."""
    found = team_of(event, team)
    if found is None or act not in TEAM_ACTS:
        raise Http404(_("There is no such team, or no such step."))
    try:
        TEAM_ACTS[act](person, found)
    except Refusal as refusal:
        return _page(request, event, refusal=refusal)
    return redirect(f"{reverse('teams', args=[event.slug])}#team-{found.number}")


def _page(
    request: HttpRequest,
    event: Event,
    *,
    runs: bool = True,
    refusal: Refusal | None = None,
    unknown: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    played = format_named(event.format)
    found = team_list(event)
    wrong = _("Nobody has this number: compare it with the player's page.")
    context = {
        "event": event,
        "list": found,
        "runs": runs,
        "owing": owing_teams(event) if runs else frozenset(),
        "draws_refund": played.refund is not None,
        "substitutes": played.substitutes,
        "typed": request.POST,
        "numbers": [
            (letter, request.POST.get(f"{PLAYER}{letter}", ""), wrong if letter in (unknown or ()) else "")
            for letter in found.letters
        ],
        "takes_over": played.team is not None and played.team.takes is not None,
        "asked": [(field, request.POST.get(field.name, "")) for field in fields_of_team(event)],
        "refusal": refusal,
        "section": "calendar",
    }
    return render(request, "tournaments/teams.html", context, status=refusal.status if refusal else status)
