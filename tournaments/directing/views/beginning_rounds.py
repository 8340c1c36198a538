"""A round in one step, and the page with everything that came of it: papers, lists, what is still missing."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.templatetags.saas import when
from tournaments.directing.selectors.begun_rounds import begun_round, confirmation_of
from tournaments.directing.services.beginning_rounds import Begun, begin_round, complete_round
from tournaments.events.models.event import Event
from tournaments.events.views.events_one_runs import runs_event
from tournaments.rounds.models.round import Round
from tournaments.rounds.selectors.rounds import round_at
from tournaments.rounds.views.rounds import PARTS, PARTS_CHOSEN, rounds_page

ACTS: Final = ("begin", "complete")


@require_POST
@runs_event
def begin(request: HttpRequest, person: Person, event: Event, round: int) -> HttpResponse:
    """Confirm a round with all that is ticked, which is remembered for the next round of this event."""
    this_round = _round(event, round)
    parts = {part: bool(request.POST.get(part)) for part in PARTS}
    request.session[PARTS_CHOSEN] = {"event": event.slug, **parts}
    try:
        begun = begin_round(
            by=person,
            round=this_round,
            why=request.POST.get("why", ""),
            draw=parts["draw"],
            link=parts["link"],
            tell=parts["tell"],
        )
    except Refusal as refusal:
        if refusal.code == "round-settled" and (said := _confirmed_already(_round(event, round))):
            messages.info(request, said)
            return redirect("round-ready", slug=event.slug, round=round)
        return rounds_page(request, event, refusal=refusal, typed_act="confirm")
    messages.success(request, _said(begun))
    return redirect("round-ready", slug=event.slug, round=round)


@require_POST
@runs_event
def complete(request: HttpRequest, person: Person, event: Event, round: int) -> HttpResponse:
    """Make up for one part that is missing."""
    part = request.POST.get("part", "")
    if part not in PARTS:
        raise Http404(_("There is no such step."))
    this_round = _round(event, round)
    try:
        begun = complete_round(
            by=person, round=this_round, draw=part == "draw", link=part == "link", tell=part == "tell"
        )
    except Refusal as refusal:
        return _ready(request, event, this_round, refusal)
    messages.success(request, _completed(begun, part))
    return redirect("round-ready", slug=event.slug, round=round)


@require_safe
@runs_event
def ready(request: HttpRequest, person: Person, event: Event, round: int) -> HttpResponse:
    """What came with a round that is confirmed, with its papers and lists, and what is still missing."""
    this_round = _round(event, round)
    if this_round.state != Round.State.OPEN:
        return redirect("rounds", slug=event.slug)
    return _ready(request, event, this_round)


def _confirmed_already(round: Round) -> str:
    """Who confirmed it and when, for a second person who does; nothing where it is not confirmed."""
    if round.state != Round.State.OPEN or round.confirmed_at is None:
        return ""
    confirmed = confirmation_of(round)
    words = {"round": capfirst(round.label), "at": when(round.confirmed_at, round.event.time_zone)}
    if confirmed is None or confirmed.by is None:
        return _("%(round)s was confirmed already, at %(at)s.") % words
    return _("%(round)s was confirmed already, by %(who)s at %(at)s.") % {**words, "who": confirmed.by.name}


def _round(event: Event, round_id: int) -> Round:
    this_round = round_at(event, round_id)
    if this_round is None:
        raise Http404(_("There is no such round, or no such step."))
    return this_round


def _ready(request: HttpRequest, event: Event, round: Round, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "event": event,
        "begun": begun_round(round, counted=False),
        "refusal": refusal,
        "typed": request.POST,
        "section": "calendar",
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/directing/round_ready.html", context, status=status)


def _said(begun: Begun) -> str:
    """That play begins, and whether tables wait for somebody to be appointed."""
    if begun.unruled:
        sentence = ngettext(
            "%(count)s game is open; the authority appoints its Acting Executor.",
            "%(count)s games are open; the authority appoints their Acting Executors.",
            begun.unruled,
        )
        return sentence % {"count": begun.unruled}
    return _("%(round)s begins.") % {"round": capfirst(begun.round.label)}


def _completed(begun: Begun, part: str) -> str:
    done = {"draw": begun.drawn, "link": begun.linked, "tell": begun.told}[part]
    if not done:
        return _("Nothing was missing.")
    sentence = {
        "draw": ngettext("Cards are drawn at %(n)d table.", "Cards are drawn at %(n)d tables.", done),
        "link": ngettext("%(n)d table has its link.", "%(n)d tables have their links.", done),
        "tell": ngettext(
            "%(n)d person has been told their table.", "%(n)d people have been told their tables.", done
        ),
    }[part]
    return sentence % {"n": done}
