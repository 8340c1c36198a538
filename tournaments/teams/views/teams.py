"""The teams of an event: seen by anybody, entered, checked in and withdrawn by whoever runs it.

Each player of a team may withdraw it too; how players enter one is in `tournaments.teams.views.invitations`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.identity.names import full_name, public_name
from sanctioning.kit.clock import moment, today
from sanctioning.kit.lists.word_search import LONG
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people_search.meant import Meant
from tournaments.entries.late_registration import entry_ends
from tournaments.entries.selectors.possible_doubles import possible_doubles_in
from tournaments.entries.selectors.teams import own_team, seated_teams
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import is_closed, takes_no_more_teams
from tournaments.events.selectors.events import event_at
from tournaments.events.views.events_one_runs import runs_event
from tournaments.formats.registry import format_named
from tournaments.games.plans import comes_in_with, rounds_drawn
from tournaments.teams.commands import TEAM_COMMANDS
from tournaments.teams.forms import read_team, team_fields
from tournaments.teams.selectors.invitations import invitations_of
from tournaments.teams.selectors.teams import (
    TeamFees,
    TeamLine,
    fees_of_teams,
    team_list,
    team_of,
    teams_with,
)
from tournaments.teams.services.teams import enter_team


@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Every team with its players; whoever runs the event enters one."""
    if request.method == "POST":
        answer: HttpResponse = _enter(request, slug=slug)
        return answer
    person = asker(request)
    event = event_at(slug=slug, asker=person)
    if event is None or not format_named(event.format).unit.is_team:
        raise Http404(_("There is no such event with teams."))
    return _page(request, event, person=person)


@runs_event
def _enter(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    typed = read_team(event, request.POST, by=person)
    if typed.unclear:
        return _page(request, event, person=person, unclear=typed.unclear, status=422)
    try:
        team = enter_team(
            by=person,
            event=event,
            name=typed.name,
            players=typed.players,
            facts=typed.facts,
            late_for=request.POST.get("late_for", ""),
        )
    except Refusal as refusal:
        return _page(request, event, person=person, refusal=refusal)
    messages.success(request, _("%(team)s is team %(number)s.") % {"team": team.name, "number": team.number})
    later = comes_in_with(event)
    if later:
        sentence = _(
            "The rounds so far were drawn without %(team)s: it plays from round %(round)s (%(rule)s)."
        )
        rule = format_named(event.format).seating.rule
        messages.warning(request, sentence % {"team": team.name, "round": later, "rule": rule})
    return redirect("teams", slug=event.slug)


@require_POST
@signed_in
def team_act(request: HttpRequest, person: Person, slug: str, team: int, act: str) -> HttpResponse:
    """Check a whole team in, take its fees, or withdraw it, which each of its players may too."""
    event = event_at(slug=slug, asker=person)
    this_team = team_of(event, team) if event else None
    if event is None or this_team is None:
        raise Http404
    try:
        TEAM_COMMANDS.run_typed(request, act, by=person, thing=this_team)
    except Refusal as refusal:
        return _page(request, event, person=person, refusal=refusal, refused=this_team.pk)
    back, sought = reverse("teams", args=[event.slug]), request.POST.get("q", "").strip()
    return redirect(f"{back}{'?' + urlencode({'q': sought}) if sought else ''}#team-{this_team.number}")


def _page(
    request: HttpRequest,
    event: Event,
    *,
    person: Person | None,
    refusal: Refusal | None = None,
    refused: int = 0,
    unclear: Mapping[str, Meant] | None = None,
    status: int = 200,
) -> HttpResponse:
    played = format_named(event.format)
    sought = (request.POST if request.method == "POST" else request.GET).get("q", "").strip()
    runs = may_run_event(person, today(), event)
    listed = team_list(event, full_name if runs else public_name)
    own = own_team(event, person) if person and not runs else None
    seated = seated_teams(event) if runs or own else frozenset()
    fees = fees_of_teams(event) if runs else TeamFees()
    closed, full = is_closed(event), takes_no_more_teams(event, moment(None))
    comes_in = comes_in_with(event) if runs else 0
    playing = () if closed else listed.teams
    context = {
        **_of_which(playing, seated, comes_in=comes_in, leaving=bool(played.seating.leaving)),
        **team_fields(event, request.POST.dict(), unclear),
        "event": event,
        "list": listed,
        "shown": teams_with(listed.teams, sought),
        "long": len(listed.teams) > LONG,
        "q": sought,
        "runs": runs,
        "owing": fees.owing,
        "paid": fees.paid,
        "seated": seated,
        "closed": closed,
        "says_how_one_leaves": runs and seated and not closed,
        "draws_refund": played.refund is not None,
        "substitutes": played.substitutes,
        "leaving": played.seating.leaving,
        "forfeits": played.seating.forfeits,
        "draw_rule": played.seating.rule,
        "drawn": rounds_drawn(event) if played.seating.leaving else 0,
        "comes_in": comes_in,
        "why": request.POST.get("why", "") if refusal else "",
        "refused": refused,
        "own": own.pk if own else 0,
        "entry_ends": entry_ends(event),
        "may_enter": not (own or closed or full or event.cancelled_at) and event.ends_at >= moment(None),
        "enters_teams": not (closed or full) and runs,
        "possible_doubles": possible_doubles_in(event) if runs else (),
        "invitations": invitations_of(event).invitations if runs else (),
        "takes_over": played.team is not None and played.team.ladder is not None,
        "refusal": refusal,
        "section": "calendar",
    }
    return render(
        request, "tournaments/teams/teams.html", context, status=refusal.status if refusal else status
    )


def _of_which(
    teams: Sequence[TeamLine], seated: Collection[int], *, comes_in: int, leaving: bool
) -> dict[str, object]:
    """Which of the teams have not come yet, come in with a later round, and may go home."""
    return {
        "missing": {team.id for team in teams if not team.present and not team.waiting},
        "comes_later": {team.id for team in teams if comes_in and team.id not in seated},
        "may_leave": {team.id for team in teams if leaving and team.id in seated and not team.left_after},
    }
