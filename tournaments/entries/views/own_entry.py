"""A player's own entry: by their account, or by the link that their mail has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from sanctioning.identity.same_person import identity_id
from sanctioning.kit.clock import moment
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from tournaments.admission.admission import standing_for
from tournaments.entries.entry_links import entry_path, linked_entry
from tournaments.entries.late_registration import late_fee_of
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import entry_of, own_entry
from tournaments.entries.selectors.teams import is_seated, own_team, team_mates
from tournaments.entries.services.own_answers import OWN_ANSWERS
from tournaments.entries.services.promised_fees import enter_with_fee
from tournaments.entries.views.newcomers import closed_to_players, entered_words
from tournaments.events.capacity import places_in
from tournaments.events.entry_conditions import in_words
from tournaments.events.models.event import Event
from tournaments.events.played_out import is_played_out, takes_no_more_teams
from tournaments.events.selectors.dates import date_of_entry
from tournaments.events.views.calendar import feed_answer
from tournaments.events.views.event_by_address import event_or_404
from tournaments.formats.registry import format_named


@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's own entry; an account without a record is led to enter without one."""
    if request.method != "POST" and request.user.is_authenticated and asker(request) is None:
        return redirect("newcomer-entry", slug=slug)
    answer: HttpResponse = _own(request, slug=slug)
    return answer


@signed_in
def _own(request: HttpRequest, person: Person, slug: str) -> HttpResponse:
    """A player enters himself, or withdraws; where teams play he is led to his."""
    return _answer(request, event_or_404(slug, person), person, reverse("own-entry", args=[slug]))


@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, code: str) -> HttpResponse:
    """The same for whoever has the link, which is of one entry."""
    entry = _entry_by_link(code)
    return _answer(request, entry.event, entry.person.identity, entry_path(entry))


@require_safe
def calendar_file(request: HttpRequest, code: str) -> HttpResponseBase:
    """The entry for a calendar."""
    entry = _entry_by_link(code)
    return feed_answer(request, entry.event.name, [date_of_entry(entry, entry_path(entry))])


def _entry_by_link(code: str) -> Entry:
    entry = linked_entry(code)
    if entry is None:
        raise Http404(_("There is no entry at this address."))
    return entry


def _answer(request: HttpRequest, event: Event, person: Person, path: str) -> HttpResponse:
    refusal = None
    if request.method == "POST":
        try:
            messages.success(request, _own_act(event, person, request.POST))
            return redirect(path)
        except Refusal as refused:
            refusal = refused
    line = own_entry(event.slug, person)
    entry = entry_of(event, line.id) if line else None
    team = own_team(event, person)
    at = moment(None)
    context = {
        "event": event,
        "path": path,
        "entry": line,
        "calendar_path": f"{entry_path(entry)}calendar.ics" if entry else "",
        "in_teams": format_named(event.format).unit.is_team,
        "team": team,
        "mates": team_mates(team, person) if team else (),
        "seated": team is not None and is_seated(team),
        "conditions": in_words(event),
        "late_fee": late_fee_of(event),
        "places": places_in(event),
        "over": at > event.ends_at,
        "played_out": is_played_out(event, at),
        "no_more_teams": takes_no_more_teams(event, at),
        "closed": closed_to_players(event, at),
        "ruled": standing_for(event, [person]).get(identity_id(person)),
        "refusal": refusal,
        "section": "calendar",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/entries/own_entry.html", context, status=status)


WITHDRAWN: Final = _lazy("Your entry is withdrawn.")
SAID: Final = {
    "withdraw": WITHDRAWN,
    "leave": WITHDRAWN,
    "accept": _lazy("The place is yours. A confirmation is on its way to you."),
    "promise": _lazy("Your promise to pay is noted."),
}


def _own_act(event: Event, person: Person, typed: Mapping[str, str]) -> str:
    act = typed.get("act", "")
    if act in OWN_ANSWERS:
        line = own_entry(event.slug, person)
        entry = entry_of(event, line.id) if line else None
        if entry is None:
            raise Http404(_("There is no entry to withdraw."))
        OWN_ANSWERS[act](person, entry)
        return str(SAID[act])
    fee = Entry.Fee.PROMISED if typed.get("fee") == Entry.Fee.PROMISED else Entry.Fee.UNPAID
    entry = enter_with_fee(by=person, event=event, person=person, fee=fee)
    return entered_words(entry)
