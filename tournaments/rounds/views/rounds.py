"""Rounds of an event: seen by anybody, seated by whoever runs it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from sanctioning.identity.names import full_name, public_name
from sanctioning.kit.clock import moment, today
from sanctioning.kit.lists.word_search import LONG
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.entries.late_registration import doors_are_open
from tournaments.entries.selectors.entries import EntryList, entries_told_apart, entry_list
from tournaments.entries.views.just_withdrawn import just_withdrawn
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.played_out import is_closed
from tournaments.events.views.event_by_address import event_or_404
from tournaments.events.views.events_one_runs import runs_event
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.plans import ends_words, plan_of
from tournaments.rounds.forms import TABLE, RoundForm, tables_typed
from tournaments.rounds.models.round import Round
from tournaments.rounds.selectors.kept_tables import kept_tables
from tournaments.rounds.selectors.leavers import leavers_of
from tournaments.rounds.selectors.rounds import (
    RoundDetail,
    round_at,
    rounds_of,
    tables_with,
)
from tournaments.rounds.selectors.unfinished_rounds import ALONE, games_to_close, still_to_play
from tournaments.rounds.services.games_of_round import take_back_round
from tournaments.rounds.services.rounds import (
    ROUND_ACTS,
    confirm_round,
    discard_round,
    further_round,
    plan_round,
    seat_round_again,
)
from tournaments.teams.seated_players import Forfeiting, LeftOut, barred_teams, changed_since, forfeiting
from tournaments.teams.selectors.teams import teams_there

PARTS: Final = ("draw", "link", "tell")
"""What may come with the confirmation of a round, beside its papers."""
PARTS_CHOSEN: Final = "parts-of-a-round"


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Every round with its seeds and draws."""
    person = asker(request)
    event = event_or_404(slug, person)
    return rounds_page(request, event, runs=may_run_event(person, today(), event))


@require_POST
@runs_event
def plan(request: HttpRequest, person: Person, event: Event) -> HttpResponse:
    settled = bool(plan_of(event))
    form = RoundForm(request.POST, event=event, settled=settled)
    if not form.is_valid():
        return rounds_page(request, event, form=form, status=422)
    typed = form.cleaned_data
    try:
        round = plan_round(
            by=person,
            event=event,
            planned=None if settled else form.plan,
            mode=typed["mode"],
            preferred=typed.get("preferred"),
            tables=tables_typed(request.POST),
            name=typed["name"],
            kind=request.POST.get("kind") or Round.Kind.ORDINARY,
        )
    except Refusal as refusal:
        form.point_at(refusal)
        return rounds_page(request, event, form=form, refusal=refusal)
    messages.success(
        request,
        _("%(round)s is seated. Check the tables and confirm them.") % {"round": capfirst(round.label)},
    )
    return redirect("rounds", slug=event.slug)


@require_POST
@runs_event
def act(request: HttpRequest, person: Person, event: Event, round: int, act: str) -> HttpResponse:
    """Confirm a round or take that back; seat it again or discard it, for a reason."""
    this_round = round_at(event, round)
    if this_round is None or act not in ROUND_ACTS:
        raise Http404(_("There is no such round, or no such step."))
    try:
        messages.success(request, _act(request, person, this_round, act))
    except Refusal as refusal:
        return rounds_page(request, event, refusal=refusal, typed_act=act)
    return redirect("rounds", slug=event.slug)


def _act(request: HttpRequest, person: Person, round: Round, act: str) -> str:
    why = request.POST.get("why", "")
    if act == "confirm":
        return _opened(round, confirm_round(by=person, round=round, why=why))
    if act == "take-back":
        take_back_round(by=person, round=round, why=why)
        return _("The round is taken back. Check its tables, then confirm, reseat or discard it.")
    if act == "discard":
        discard_round(by=person, round=round, why=why)
        return _("The round is discarded. It stays in the list.")
    seat_round_again(
        by=person,
        round=round,
        why=why,
        mode=request.POST.get("mode", round.mode),
        preferred=round.preferred,
        tables=tables_typed(request.POST),
    )
    return _("The round is seated again. The previous draw is kept.")


def _opened(round: Round, games: Sequence[Game]) -> str:
    """What a round that is confirmed opened, and whether it waits for somebody to be appointed."""
    unruled = [game for game in games if game.acting_executor_id is None]
    if not unruled:
        return _("The tables of %(round)s are confirmed. Play begins.") % {"round": round.label}
    sentence = ngettext(
        "%(count)s game is open; the authority appoints its Acting Executor.",
        "%(count)s games are open; the authority appoints their Acting Executors.",
        len(unruled),
    )
    return sentence % {"count": len(unruled)}


def rounds_page(
    request: HttpRequest,
    event: Event,
    *,
    runs: bool = True,
    form: RoundForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
    typed_act: str = "",
) -> HttpResponse:
    listed = rounds_of(event, counted=runs, named=full_name if runs else public_name)
    waits = next((round for round in listed if round.state == Round.State.PREVIEW), None)
    played = format_named(event.format)
    closed = is_closed(event)
    settled = plan_of(event)
    left_out = barred_teams(event, settled) if runs and not closed else ()
    entries = _entries(event) if runs else None
    table_of = request.POST or _drawn(waits)
    drafted = round_at(event, waits.id) if runs and waits is not None else None
    changed = changed_since(drafted) if drafted is not None else None
    sought = request.GET.get("q", "").strip()
    present, not_drawn = _to_place(event, entries, left_out) if runs else ([], NotDrawn())
    number = sum(round.state != Round.State.DISCARDED for round in listed) + 1
    beyond = further_round(event, settled, number) if runs else None
    further = not closed and (beyond is None or beyond.open)
    context = {
        **_to_play_first(event, listed, by_table=runs and played.opens_games_by_table),
        **({} if entries is None or closed else _gone(request, event, entries)),
        "event": event,
        "rounds": [(round, ends_words(round.planned), tables_with(round, sought)) for round in listed],
        "long": sum(len(round.tables) for round in listed) > LONG,
        "q": sought,
        "waits": waits,
        "changed": changed,
        "kept": kept_tables(drafted) if drafted is not None and changed else None,
        "present": [(line, table_of.get(f"{TABLE}{line.number}", "")) for line in present],
        "not_drawn": not_drawn,
        "runs": runs,
        "played": played,
        "plans_next": runs and waits is None and further,
        "further": further,
        "beyond": beyond,
        "barred": left_out,
        "forfeiting": _forfeiting(event) if runs and not closed else (),
        "leaving": played.seating.leaving,
        "begun": any(round.state == Round.State.OPEN for round in listed),
        "doors_open": runs and waits is not None and doors_are_open(event, moment(None)),
        "form": form or RoundForm(event=event, settled=bool(settled)),
        "modes_again": _modes_again(played.seating.modes),
        "what_taking_back_does": _what_taking_back_does(waits),
        "refusal": refusal,
        "typed": request.POST,
        "typed_act": typed_act,
        "parts": _parts(request, event),
        "section": "calendar",
    }
    return render(
        request, "tournaments/rounds/rounds.html", context, status=refusal.status if refusal else status
    )


def _to_play_first(event: Event, listed: Sequence[RoundDetail], *, by_table: bool) -> dict[str, object]:
    """What is missing of the rounds before, and the games of it that only have to be closed."""
    lacking = [round for round in reversed(listed) if round.missing]
    alone = still_to_play(event).get(ALONE, 0) if by_table else 0
    to_close = games_to_close(event) if by_table and (lacking or alone) else ()
    return {"lacking": lacking, "alone": alone, "to_close": to_close}


def _entries(event: Event) -> EntryList | None:
    """None where teams enter."""
    is_team = format_named(event.format).unit.is_team
    return None if is_team else entries_told_apart(entry_list(event))


def _gone(request: HttpRequest, event: Event, entries: EntryList) -> dict[str, object]:
    """Who may have gone, and who was just withdrawn for that."""
    has_floor = format_named(event.format).has_floor
    return {
        "leavers": leavers_of(event, entries.entered) if has_floor else (),
        "just_withdrawn": just_withdrawn(request, entries),
    }


def _modes_again(modes: Collection[str]) -> list[tuple[str, str]]:
    """How a round may be seated once more, each with its words."""
    return [
        (mode, _("by hand, as below") if mode == Round.Mode.HAND else words)
        for mode, words in Round.Mode.choices
        if mode in modes
    ]


def _parts(request: HttpRequest, event: Event) -> dict[str, bool]:
    """Which parts are ticked: as typed, as the last time at this event, or all."""
    if any(part in request.POST for part in PARTS):
        return {part: part in request.POST for part in PARTS}
    chosen = request.session.get(PARTS_CHOSEN, {})
    of_event = chosen if chosen.get("event") == event.slug else {}
    return {part: bool(of_event.get(part, True)) for part in PARTS}


def _what_taking_back_does(waits: RoundDetail | None) -> str:
    before = _(
        "Before its first stanza or slip. The tables stay as they are seated, and have to be confirmed "
        "again. Draws and links to the pads are taken back, and everyone who was told a table is told to "
        "wait."
    )
    with_it = _("The round waiting to be confirmed is discarded too.")
    return f"{before} {with_it}" if waits else before


@dataclass(frozen=True, slots=True)
class ToPlace:
    """Whoever gets a table by hand: a player, or a team by the number of its first player."""

    name: str
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDrawn:
    """The names of those who asked to play and are in no draw: not checked in, or without a place."""

    missing: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


def _to_place(
    event: Event, entries: EntryList | None, barred: Collection[LeftOut]
) -> tuple[list[ToPlace], NotDrawn]:
    """Who is there and not left out, and of those who play for no team who is not drawn."""
    if entries is None:
        left_out = {team.number for team, _why in barred}
        teams = (team for team in teams_there(event) if team.number not in left_out)
        return [ToPlace(team.name, next(iter(team.players.values()))) for team in teams], NotDrawn()
    not_drawn = NotDrawn(
        missing=tuple(line.name for line in entries.entered if not line.present),
        waiting=tuple(line.name for line in entries.waiting),
    )
    return [ToPlace(line.name, line.number) for line in entries.entered if line.present], not_drawn


def _forfeiting(event: Event) -> list[tuple[Forfeiting, int]]:
    """The teams that forfeit their games, each with its key."""
    forfeits = forfeiting(event)
    standing = event.teams.filter(withdrawn_at__isnull=True) if forfeits else event.teams.none()
    keys = dict(standing.values_list("number", "pk"))
    return [(forfeit, keys[forfeit.team.number]) for forfeit in forfeits]


def _drawn(waits: RoundDetail | None) -> dict[str, str]:
    """The table of everybody, as it was drawn, by the name of its field."""
    tables = waits.tables if waits else ()
    return {f"{TABLE}{seat.number}": str(table.table) for table in reversed(tables) for seat in table.seats}
