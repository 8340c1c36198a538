"""An event with its games, and a game with its stanzas, findings, standings and awards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.rule_sheets import RULE_SHEETS
from sanctioning.offices.permissions import is_executor, is_managing_executor
from sanctioning.offices.selectors import runs_club_at
from sanctioning.people.models.person import Person
from scoring.results.selectors.advancing import goes_on_from
from scoring.results.selectors.games import (
    FindingView,
    GameDetail,
    Player,
    StanzaView,
    game_detail,
    version_result,
)
from scoring.results.selectors.results import event_detail
from scoring.results.structured_data import event_data, game_data
from scoring.results.views.live import event_now_part
from scoring.results.views.score_chart import score_chart
from tournaments.directing.permissions import rules_at
from tournaments.directing.selectors.endings import Stage, stages_to_end
from tournaments.directing.selectors.next_steps import NextStep, next_steps
from tournaments.events.addresses import GameLabel
from tournaments.events.played_out import is_closed_by, is_past_first_day
from tournaments.events.selectors.events import SHOWN_TO_ALL, event_at, games_of
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.games.views import game_or_404
from tournaments.slips.selectors.slips import sees_slips_of
from tournaments.tables.incident_words import incident_words
from tournaments.tables.selectors.stamps import PLAYED


@dataclass(frozen=True, slots=True, kw_only=True)
class StanzaCell:
    """One player in one stanza; `seated` is false where he did not play."""

    seated: bool
    score: int | None
    delta: int
    bid: int | None
    taken: int | None
    made: bool | None
    dealer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StanzaRow:
    number: int
    cards: int
    defining: str
    replayable: bool
    cells: tuple[StanzaCell, ...]
    findings: tuple[FindingView, ...]
    incidents: tuple[str, ...]
    leaves: tuple[str, ...]
    joins: tuple[str, ...]

    @property
    def is_remarked(self) -> bool:
        return bool(self.incidents or self.leaves or self.joins)


def score_table(game: GameDetail) -> tuple[StanzaRow, ...]:
    """Every stanza of the current report."""
    return tuple(_row(stanza, game) for stanza in game.stanzas)


def _row(stanza: StanzaView, game: GameDetail) -> StanzaRow:
    body, names = stanza.body, game.names
    return StanzaRow(
        number=stanza.number,
        cards=body.get("cards", 0),
        defining=body.get("defining") or "",
        replayable=stanza.replayable,
        cells=tuple(_cell(stanza, player) for player in game.players),
        findings=tuple(finding for finding in game.findings if finding.stanza == stanza.number),
        incidents=tuple(incident_words(incident, names) for incident in body.get("incidents", [])),
        leaves=tuple(names.get(player, player) for player in body.get("leaves", [])),
        joins=tuple(names.get(join.get("player"), str(join.get("player"))) for join in body.get("joins", [])),
    )


def _cell(stanza: StanzaView, player: Player) -> StanzaCell:
    who, body = player.record_id, stanza.body
    bids = dict(body.get("bids", []))
    taken = (stanza.taken or body.get("taken") or {}).get(who)
    return StanzaCell(
        seated=who in bids,
        score=stanza.scores.get(who),
        delta=stanza.deltas.get(who, 0),
        bid=bids.get(who),
        taken=taken,
        made=body.get("made", {}).get(who),
        dealer=body.get("dealer") == who,
    )


MOST_UNFOLDED: Final = 3
"""With more results than these each is folded, so that one comes to the rest of the page."""


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    person = asker(request)
    detail = event_detail(slug=slug, asker=person)
    if detail is None:
        raise Http404(_("There is no such event."))
    played = format_named(detail.format)
    may_run = person is not None and runs_club_at(person=person, club_slug=detail.club_slug)
    closed = is_closed_by(detail.format, (game.state for game in detail.games))
    steps, stages = steps_at(slug, person) if may_run else ((), ())
    is_announced = detail.sanction_state in SHOWN_TO_ALL
    in_play = any(game.state in PLAYED for game in detail.games)
    context = {
        "event": detail,
        "is_announced": is_announced,
        "now": event_now_part(slug) if in_play and is_announced else "",
        "may_run": may_run,
        "may_appoint": is_managing_executor(person, today()),
        "rules_tables": played.has_floor and rules_tables_at(slug, person),
        "checks_in": may_run and not closed,
        "steps": steps,
        "stages": stages,
        "played": played,
        "rule_sheet": RULE_SHEETS.get(detail.format),
        "sees_slips": played.hands_in_slips
        and ((may_run and bool(detail.games)) or sees_slips_of(slug, person)),
        "goes_on": goes_on_from(slug, person) if played.hands_in_slips else None,
        "begun": any(game.state != Game.State.OPEN for game in detail.games),
        "in_play": in_play,
        "folds_games": sum(bool(game.placings) for game in detail.games) > MOST_UNFOLDED,
        "has_results": is_announced and any(game.placings for game in detail.games),
        "takes_entries": not closed
        and detail.ends_at >= timezone.now()
        and not detail.cancelled_for
        and not is_past_first_day(
            detail.format,
            detail.first_day,
            detail.last_day,
            timezone.now().astimezone(ZoneInfo(detail.time_zone)).date(),
        ),
        "section": "calendar",
        "structured_data": event_data(request, detail) if is_announced else "",
    }
    return render(request, "scoring/results/event.html", context)


def steps_at(slug: str, person: Person | None) -> tuple[tuple[NextStep, ...], tuple[Stage, ...]]:
    """What is next there, and what is left until the event is over, for whoever runs it."""
    event = event_at(slug=slug, asker=person)
    if event is None:
        return (), ()
    games = list(games_of(event))
    return next_steps(event, games), stages_to_end(event, games)


def rules_tables_at(slug: str, person: Person | None) -> bool:
    """Whether the person is Acting Executor there, and has a floor of their tables."""
    if person is None or not is_executor(person, today()):
        return False
    event = event_at(slug=slug, asker=person)
    return event is not None and rules_at(person, event)


@require_safe
def game(request: HttpRequest, slug: str, game: GameLabel) -> HttpResponse:
    person = asker(request)
    detail = find_game(slug, game, person)
    context = game_context(detail, game, person)
    return render(
        request, "scoring/results/game.html", {**context, "structured_data": game_data(request, detail)}
    )


@require_safe
def version(request: HttpRequest, slug: str, game: GameLabel, version: int) -> HttpResponse:
    """An earlier version of a certified result, as it was."""
    detail = find_game(slug, game, asker(request))
    shown = next((certified for certified in detail.certified if certified.version == version), None)
    if shown is None:
        raise Http404(_("This game has no such version of its result."))
    context = {
        "game": detail,
        "label": str(game),
        "shown": shown,
        "result": version_result(game=game_or_404(slug, game), version=version),
        "section": "calendar",
    }
    return render(request, "scoring/results/game_version.html", context)


def find_game(slug: str, label: GameLabel, person: Person | None) -> GameDetail:
    detail = game_detail(event_slug=slug, number=label.number, group=label.group, asker=person)
    if detail is None:
        raise Http404(_("There is no such game."))
    return detail


def game_context(detail: GameDetail, label: GameLabel, person: Person | None) -> dict[str, object]:
    """What the page of a game shows, whoever asks and whatever was just tried."""
    loose = tuple(finding for finding in detail.findings if finding.stanza is None)
    return {
        "game": detail,
        "sees_slips": detail.played.hands_in_slips and sees_slips_of(detail.event_slug, person),
        "label": str(label),
        "rows": score_table(detail),
        "chart": score_chart(detail),
        "loose_findings": loose,
        "ends": ends_words(detail.planned),
        "section": "calendar",
        "needs": (
            "certify"
            if detail.acts.certify
            else "settle"
            if detail.acts.settle and detail.open_errors
            else "confirm"
            if detail.acts.confirm and not detail.open_errors
            else ""
        ),
    }
