"""Calls of a table for its Acting Executor, and the announcements of an event."""

from __future__ import annotations

import datetime as dt
import uuid
from functools import partial
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.kit.clock import today
from sanctioning.kit.commands import Done
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.services import shortened
from sanctioning.kit.typed_input import whole_number
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.calls.commands import CALL_COMMANDS
from tournaments.calls.models import Call
from tournaments.calls.selectors import call_numbered, calls_of
from tournaments.calls.services.calls import call_executor
from tournaments.events.addresses import GameLabel
from tournaments.events.models.event import Event
from tournaments.events.permissions import directors_rule, may_run_event
from tournaments.events.selectors.announcements import announcement_numbered, announcements_of
from tournaments.events.services.announcements import announce, take_down
from tournaments.events.views.event_by_address import event_or_404
from tournaments.events.views.events_one_runs import WHO, runs_event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.views import game_or_404

# The pages of an event from which a call is answered or withdrawn.
BACK: Final = {"floor": "floor", "ruled": "ruled-tables"}
# Where a session keeps how the last step on a floor is undone.
LAST_STEP: Final = "floor-undo"
# For how many minutes an announcement may hang; 0 is until it is taken down.
MINUTES = (0, 10, 30, 60, 120)


def lengths_of_announcements() -> list[tuple[int, str]]:
    return [
        (
            minutes,
            ngettext("for %(count)s minute", "for %(count)s minutes", minutes) % {"count": minutes}
            if minutes
            else _("until it is removed"),
        )
        for minutes in MINUTES
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def calls(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """The calls of a table; a new one is made here."""
    model = game_or_404(slug, game)
    if request.method != "POST":
        return _calls_page(request, person, model)
    typed = request.POST
    try:
        call_executor(
            by=person,
            game=model,
            kind=typed.get("kind", ""),
            about=typed.get("about", ""),
            stanza=whole_number(typed.get("stanza", "")),
            key=shortened(typed.get("key", "")),
        )
    except Refusal as refusal:
        return _calls_page(request, person, model, refusal=refusal)
    messages.success(
        request,
        _("The director is called.")
        if directors_rule(model)
        else _("The Acting Executor is called to your table."),
    )
    return redirect("calls", slug=slug, game=game)


@require_POST
@signed_in
def call_act(
    request: HttpRequest, person: Person, slug: str, game: GameLabel, call: int, act: str
) -> HttpResponse:
    """Answer a call, or withdraw it."""
    model = game_or_404(slug, game)
    this_call = CALL_COMMANDS.or_404(act, call_numbered(game=model, number=call))
    try:
        asks = _done_or_asked(request, person, this_call, act)
    except Refusal as refusal:
        return _calls_page(request, person, model, refusal=refusal)
    if asks:
        return asks
    if (back := request.POST.get("back", "")) in BACK:
        return redirect(BACK[back], slug=slug)
    return redirect("calls", slug=slug, game=game)


def _done_or_asked(request: HttpRequest, person: Person, call: Call, act: str) -> HttpResponse | None:
    """A call is withdrawn at once; an answer stays for good, so it asks first."""
    if act != "answer":
        CALL_COMMANDS.run_typed(request, act, by=person, thing=call)
        return None
    asked = CALL_COMMANDS.typed(request.POST)
    back = request.POST.get("back", "")
    slug, label = call.game.event.slug, f"{call.game.number}{call.game.group}"
    question = Question(
        title=_("Answer this call?"),
        help=_(
            "The table reads the answer at once, and it never changes. To decide something, rule on the call "
            "instead; a table that still needs you calls again."
        ),
        button=_("Answer the call"),
        stay=reverse(BACK[back], args=[slug]) if back in BACK else reverse("calls", args=[slug, label]),
    )
    results: list[Done[Call]] = []
    run = partial(CALL_COMMANDS.run, act, by=person, thing=call, asked=asked)
    asks = ask_first(request, lambda: results.append(run()), question)
    if asks is None:
        messages.success(request, results[0].sentence)
    return asks


@require_http_methods(["GET", "HEAD", "POST"])
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """What is announced; whoever runs the event announces more."""
    if request.method == "POST":
        response: HttpResponse = _announce(request, slug=slug)
        return response
    event = event_or_404(slug, asker(request))
    return _announcements_page(request, event)


@require_POST
@runs_event
def announcement_down(request: HttpRequest, person: Person, event: Event, announcement: int) -> HttpResponse:
    this_announcement = announcement_numbered(event=event, number=announcement)
    if this_announcement is None:
        raise Http404("There is no such announcement.")
    take_down(by=person, announcement=this_announcement)
    messages.success(request, _("The announcement is removed."))
    return _back(request, event)


@runs_event
def _announce(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    minutes = whole_number(request.POST.get("minutes", "")) or 0
    until = timezone.now() + dt.timedelta(minutes=minutes) if minutes in MINUTES and minutes else None
    try:
        announce(by=person, event=event, text=request.POST.get("text", ""), until=until)
    except Refusal as refusal:
        return _announcements_page(request, event, refusal=refusal)
    messages.success(request, _("It is announced."))
    return _back(request, event)


def _back(request: HttpRequest, event: Event) -> HttpResponse:
    """To where it was announced; what the floor offers to undo there is the step before no more."""
    request.session[LAST_STEP] = None
    return redirect("floor" if request.POST.get("back") == "floor" else "announcements", slug=event.slug)


def _announcements_page(request: HttpRequest, event: Event, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "event": event,
        "announcements": announcements_of(event=event),
        "runs": may_run_event(asker(request), today(), event),
        "minutes": lengths_of_announcements(),
        "refusal": refusal,
        "typed": request.POST,
        "section": "calendar",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/events/announcements.html", context, status=status)


def _calls_page(
    request: HttpRequest, person: Person, game: Game, refusal: Refusal | None = None
) -> HttpResponse:
    lines = calls_of(game=game, asker=person)
    try:
        require(lines is not None, what=_("see the calls of this table"), who=WHO, rule="Section IV")
    except Refusal as denied:
        return render(request, "403.html", {"refusal": refusal or denied}, status=403)
    context = {
        "game": game,
        "played": format_named(game.event.format),
        "label": f"{game.number}{game.group}",
        "calls": lines,
        "over": game.state not in Game.UNDER_WAY,
        "kinds": Call.Kind.choices,
        "stanzas": [*range(game.stanzas_played + 1, 0, -1), ("", _("none of them"))],
        "key": request.POST.get("key") or str(uuid.uuid4()),
        "refusal": refusal,
        "typed": request.POST,
        "about": request.GET.get("about", "")[:300],
        "section": "calendar",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/calls/calls.html", context, status=status)
