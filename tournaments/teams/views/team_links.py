"""The page behind a link to a place in a team: yes or no, with a record, an account alone, or neither."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from sanctioning.accounts.models.account import Account
from sanctioning.identity.names import public_name
from sanctioning.kit.clock import moment
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.way_onward import on_to
from sanctioning.kit.refusals import Refusal
from tournaments.entries.forms import NewcomerForm
from tournaments.entries.late_registration import late_fee_of
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer_links import entry_confirmed
from tournaments.entries.services.newcomers import ask_to_confirm
from tournaments.entries.throttle import require_not_too_often
from tournaments.entries.views.newcomers import closed_to_players
from tournaments.events.entry_conditions import in_words
from tournaments.events.models.event import Event
from tournaments.teams.models.invitation import InvitationLink, TeamInvitation
from tournaments.teams.services.team_links import (
    accept_by_link,
    decline_by_link,
    join_as_newcomer,
    joined_before,
)
from tournaments.teams.team_links import link_with, standing_link


@require_http_methods(["GET", "HEAD", "POST"])
def team_link(request: HttpRequest, code: str) -> HttpResponse:
    """Say yes or no to the place."""
    link = link_with(code)
    if link is None:
        raise Http404(_("This link does not work any more. Ask whoever sent it for another."))
    account = request.user if isinstance(request.user, Account) else None
    typed = request.POST if request.POST.get("act") == "enter" else None
    form = NewcomerForm(typed, confirmed=account.email if account else "")
    if request.method != "POST":
        return _page(request, link, form)
    try:
        return _answered(request, link, form)
    except Refusal as refusal:
        return _page(request, link, form, refusal=refusal)


def _answered(request: HttpRequest, link: InvitationLink, form: NewcomerForm) -> HttpResponse:
    person, act, event = asker(request), request.POST.get("act", ""), link.invitation.event
    if act == "decline":
        decline_by_link(by=person, link=link)
        messages.success(request, _("You have said no, and the others are told."))
        return redirect("event", slug=event.slug)
    promises = request.POST.get("fee") == Entry.Fee.PROMISED
    if person is not None:
        return _joined(request, accept_by_link(by=person, link=link, promises=promises))
    if not form.is_valid():
        return _page(request, link, form, status=422)
    newcomer = form.newcomer(event, fee=request.POST.get("fee", ""), place=link.pk, turn=link.turn)
    if isinstance(request.user, Account):
        return _joined(request, join_as_newcomer(link=link, newcomer=newcomer, account=request.user))
    require_not_too_often(request, newcomer.email)
    ask_to_confirm(event=event, newcomer=newcomer)
    return redirect("newcomer-mail", slug=event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_place(request: HttpRequest, code: str) -> HttpResponse:
    """The page behind the link that confirms the address of whoever has no account."""
    newcomer = entry_confirmed(code)
    if newcomer is None or not newcomer.place:
        raise Http404(_("This link is too old, or was not copied whole. Ask for another."))
    joined = joined_before(newcomer)
    if joined is not None:
        return _joined(request, joined.invitation)
    link = standing_link(newcomer.place, newcomer.turn)
    if link is None:
        raise Http404(_("This link does not work any more. Ask whoever sent it for another."))
    refusal = None
    if request.method == "POST":
        try:
            return _joined(request, join_as_newcomer(link=link, newcomer=newcomer))
        except Refusal as refused:
            refusal = refused
    context = {
        "event": link.invitation.event,
        "newcomer": newcomer,
        "team": link.invitation.name,
        "refusal": refusal,
        "section": "calendar",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/entries/confirm_entry.html", context, status=status)


def _joined(request: HttpRequest, invitation: TeamInvitation) -> HttpResponse:
    words = (
        _("Everyone in %(team)s has said yes: this is your team.")
        if invitation.outcome == TeamInvitation.Outcome.ENTERED
        else _("You have said yes to %(team)s, which is entered once everyone has.")
    )
    messages.success(request, words % {"team": invitation.name})
    return redirect("teams", slug=invitation.event.slug)


def _page(
    request: HttpRequest,
    link: InvitationLink,
    form: NewcomerForm,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    invitation = link.invitation
    event: Event = invitation.event
    players = invitation.players.select_related("person__private", "person__merged_into__private")
    context = {
        "event": event,
        "invitation": invitation,
        "by": public_name(invitation.by),
        "letter": link.letter,
        "players": [(player.letter, public_name(player.person)) for player in players],
        "has_record": asker(request) is not None,
        "sign_in": on_to(reverse("login"), request.path),
        "form": form,
        "closed": closed_to_players(event, moment(None)),
        "conditions": in_words(event),
        "late_fee": late_fee_of(event),
        "refusal": refusal,
        "section": "calendar",
    }
    status = refusal.status if refusal else status
    return render(request, "tournaments/teams/team_link.html", context, status=status)
