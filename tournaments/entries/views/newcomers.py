"""Entering without a member number: a form, a mail to confirm the address, and the entry."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import moment
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.refusals import Refusal
from tournaments.entries.entry_links import entry_path
from tournaments.entries.forms import NewcomerForm
from tournaments.entries.late_registration import late_fee_of
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer_links import OnlineEntry, entry_confirmed
from tournaments.entries.services.entries import require_open
from tournaments.entries.services.newcomers import ask_to_confirm, enter_newcomer
from tournaments.entries.throttle import require_not_too_often
from tournaments.events.capacity import places_in
from tournaments.events.entry_conditions import in_words
from tournaments.events.models.event import Event
from tournaments.events.views.event_by_address import event_or_404
from tournaments.formats.registry import format_named

TYPED: Final = "newcomer-typed"
"""Under this name the session keeps what somebody typed, for whoever enters again."""


@require_http_methods(["GET", "HEAD", "POST"])
def newcomer_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter without a member number. Whoever has one is led to their own entry."""
    person = asker(request)
    event = event_or_404(slug, person)
    if person is not None:
        return redirect("own-entry", slug=slug)
    account = request.user if isinstance(request.user, Account) else None
    typed = _kept(request, event) if "again" in request.GET else {}
    form = NewcomerForm(
        request.POST if request.method == "POST" else None,
        confirmed=account.email if account else "",
        initial=typed,
    )
    if request.method != "POST" or not form.is_valid():
        return _form(request, event, form, status=422 if form.errors else 200)
    newcomer = form.newcomer(event, request.POST.get("fee", ""))
    try:
        if account is not None:
            entry = enter_newcomer(event=event, newcomer=newcomer, account=account)
            messages.success(request, entered_words(entry))
            return redirect("own-entry", slug=slug)
        require_not_too_often(request, newcomer.email)
        ask_to_confirm(event=event, newcomer=newcomer)
    except Refusal as refusal:
        return _form(request, event, form, refusal=refusal)
    request.session[TYPED] = {"event": event.pk, **{name: request.POST.get(name, "") for name in form.fields}}
    return redirect("newcomer-mail", slug=slug)


@require_safe
def newcomer_mail(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks to look at the mail."""
    event = event_or_404(slug, asker(request))
    context = {"event": event, "email": _kept(request, event).get("email", ""), "section": "calendar"}
    return render(request, "tournaments/entries/newcomer_mail.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_entry(request: HttpRequest, code: str) -> HttpResponse:
    """The page behind the link in the mail, with the button that enters."""
    newcomer = entry_confirmed(code)
    if newcomer is None or newcomer.place:
        raise Http404(_("This link is too old, or was not copied whole. Enter the event again."))
    event = _event_of(newcomer)
    refusal = None
    if request.method == "POST":
        try:
            entry = enter_newcomer(event=event, newcomer=newcomer)
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, entered_words(entry))
            return redirect(entry_path(entry))
    context = {"event": event, "newcomer": newcomer, "refusal": refusal, "section": "calendar"}
    status = refusal.status if refusal else 200
    return render(request, "tournaments/entries/confirm_entry.html", context, status=status)


def closed_to_players(event: Event, at: dt.datetime) -> Refusal | None:
    """Why nobody can enter themselves now."""
    try:
        require_open(event, at, False, "")
    except Refusal as refusal:
        return refusal
    return None


def entered_words(entry: Entry) -> str:
    if entry.state == Entry.State.WAITING:
        return _("You are on the waiting list.")
    return _("You are entered. A confirmation is on its way to you.")


def _kept(request: HttpRequest, event: Event) -> dict[str, str]:
    """What was typed here before the mail was sent; it stands in the session and in no address."""
    typed = request.session.get(TYPED) or {}
    return (
        {name: text for name, text in typed.items() if name != "event"}
        if typed.get("event") == event.pk
        else {}
    )


def _event_of(newcomer: OnlineEntry) -> Event:
    event = Event.objects.select_related("club", "sanction").filter(pk=newcomer.event).first()
    if event is None:
        raise Http404(_("There is no such event."))
    return event


def _form(
    request: HttpRequest,
    event: Event,
    form: NewcomerForm,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "in_teams": format_named(event.format).unit.is_team,
        "closed": closed_to_players(event, moment(None)),
        "conditions": in_words(event),
        "late_fee": late_fee_of(event),
        "places": places_in(event),
        "refusal": refusal,
        "section": "calendar",
    }
    status = refusal.status if refusal else status
    return render(request, "tournaments/entries/newcomer_entry.html", context, status=status)
