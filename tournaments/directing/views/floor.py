"""The director's floor: all tables on one screen, what needs somebody, and people put where they are to sit.

Everything is done by forms that work without scripts; a script lets players be dragged, and sends the same
forms. What renews itself asks this page again for its part, by the stamp that it shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, TypedDict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.self_renewing import asks_for_part, renewed
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import is_managing_executor
from sanctioning.people.models.person import Person
from sanctioning.people_search.meant import understood
from tournaments.calls.views import LAST_STEP, lengths_of_announcements
from tournaments.directing.commands import FLOOR_COMMANDS, DoneOnFloor, in_words
from tournaments.directing.selectors.floor import Floor, floor_at, floor_of, floor_stamp, on_floor
from tournaments.directing.selectors.undoable import still_undoes
from tournaments.directing.views.cards import card_of, with_sheets_apart
from tournaments.directing.views.checklists import before_closing, before_start
from tournaments.directing.views.floor_pieces import HAS, pieces_of
from tournaments.directing.views.full_events import with_way_in
from tournaments.events.capacity import how_full
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import is_announced
from tournaments.events.views.events_one_runs import runs_event
from tournaments.formats.registry import format_named
from tournaments.rounds.selectors.rounds import round_under_way


@require_safe
@runs_event
def floor(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    """The whole floor, or the part of it that renews itself, or the panel of one player."""
    if not format_named(event.format).has_floor:
        return redirect("slips", slug=event.slug)
    if asks_for_part(request) and request.headers.get("HX-Target") == "panel":
        return render(request, "tournaments/directing/floor_panel.html", _context(request, event))

    def page(etag: str) -> HttpResponse:
        context = {**_context(request, event, floor_at(event, etag)), "etag": etag}
        if not asks_for_part(request):
            return render(request, "tournaments/directing/floor.html", context)
        changes = context["pieces"].changes_for(request.headers.get(HAS, ""))
        if changes is None:
            return render(request, "tournaments/directing/floor_part.html", context)
        lacking = {**context, "changes": changes}
        response = render(request, "tournaments/directing/floor_changes.html", lacking)
        response.headers["HX-Reswap"] = "none"
        return response

    return renewed(request, floor_stamp(event), page)


@require_POST
@runs_event
def floor_act(request: HttpRequest, person: Person, event: Event, act: str) -> HttpResponse:
    """Do one thing with a player, and show the floor again."""
    FLOOR_COMMANDS.or_404(act, event if format_named(event.format).has_floor else None)
    names = ("player",) if act == "add" else ()
    typed, unclear = understood(asker=person, typed=request.POST, names=names)
    if unclear:
        context = {**_context(request, event), "unclear": unclear, "act": act, "etag": floor_stamp(event)}
        return render(request, "tournaments/directing/floor.html", context, status=422)
    try:
        asked = FLOOR_COMMANDS.typed(typed)
        done = FLOOR_COMMANDS.run(act, by=person, thing=event, asked=asked)
    except Refusal as refusal:
        if _is_the_undo(request, event, act):
            request.session[LAST_STEP] = None
        player = "" if act == "add" else request.POST.get("player", "")
        shown = _context(request, event, player=player)
        context = {**shown, "refusal": refusal, "act": act, "etag": floor_stamp(event)}
        if asks_for_part(request):
            return render(request, "tournaments/directing/floor_after.html", context)
        return render(request, "tournaments/directing/floor.html", context, status=refusal.status)
    _remember(request, event, done.result, undoes=_is_the_undo(request, event, act))
    said = with_way_in(done.sentence, event, done.result.facts.get("state", ""), "floor")
    if asks_for_part(request):
        context = {**_context(request, event), "said": said, "etag": floor_stamp(event)}
        return render(request, "tournaments/directing/floor_after.html", context)
    messages.success(request, said)
    seating = f"?player={asked.player}#panel" if act == "add" else ""
    return redirect(f"{reverse('floor', args=[event.slug])}{seating}")


class Undo(TypedDict):
    """How the last act is undone, as the session keeps it: the act that does it, and what was done."""

    slug: str
    act: str
    asked: Mapping[str, object]
    deed: str
    facts: Mapping[str, str]


def _remember(request: HttpRequest, event: Event, done: DoneOnFloor, *, undoes: bool) -> None:
    """What would undo the last act stays on the page until the next one; an undo has none."""
    if undoes or not done.undo:
        request.session[LAST_STEP] = None
        return
    undo: Undo = {
        "slug": event.slug,
        "act": done.undo,
        "asked": {**done.asked},
        "deed": done.deed,
        "facts": {**done.facts},
    }
    request.session[LAST_STEP] = undo


def _is_the_undo(request: HttpRequest, event: Event, act: str) -> bool:
    """Whether what is posted is the undo that the page offers."""
    undo = _undo(request, event)
    if undo is None or undo["act"] != act:
        return False
    return all(request.POST.get(name, "") == str(value) for name, value in undo["asked"].items())


def _undo(request: HttpRequest, event: Event) -> Undo | None:
    undo: Undo | None = request.session.get(LAST_STEP)
    return undo if undo and undo["slug"] == event.slug and "deed" in undo else None


def _context(
    request: HttpRequest, event: Event, floor_now: Floor | None = None, *, player: str = ""
) -> dict[str, Any]:
    """What the floor shows; `player` is whoever is taken in hand, where the address does not say."""
    floor_now = floor_now or floor_of(event)
    number = player or (request.GET.get("player", "") if request.method == "GET" else "")
    chosen = person_numbered(number=number) if number else None
    undo = _undo(request, event)
    if undo and not still_undoes(event, floor_now, undo["act"], undo["asked"]):
        undo = None
    appoints = is_managing_executor(asker(request), today())
    card = partial(card_of, event, appoints=appoints)
    cards = [card(floor_table) for floor_table in floor_now.tables]
    needing = [card(floor_table) for floor_table in floor_now.needing]
    alone, waiting_tables = with_sheets_apart(needing)
    shown = {
        "event": event,
        "floor": floor_now,
        "cards": cards,
        "needing": needing,
        "alone": alone,
        "waiting_tables": waiting_tables,
        "states": [(state, count) for state, count in sorted(floor_now.states.items())],
        "before_start": before_start(event, floor_now, appoints=appoints),
        "before_closing": before_closing(event, floor_now),
    }
    return {
        **shown,
        "pieces": pieces_of(request, event, shown, cards),
        "is_announced": is_announced(event),
        "round": None if asks_for_part(request) else round_under_way(event),
        "chosen": on_floor(floor_now, chosen) if chosen else None,
        "full": how_full(event, len(floor_now.entries.entered)) if chosen else None,
        "unknown": number if number and chosen is None else "",
        "undo": {**undo, "said": in_words(undo["deed"], undo["facts"])} if undo else None,
        "announcements": floor_now.announcements,
        "minutes": lengths_of_announcements(),
        "typed": request.POST,
        "section": "calendar",
    }
