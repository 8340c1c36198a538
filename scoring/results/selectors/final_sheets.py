"""The final sheets of an event on one page: what each says, and which of them wait for whoever looks.

Invariants: a constant number of queries, however many tables; who runs the event may confirm what
somebody else reported, and each game is certified by its Acting Executor, as the services have it.
Terms: totals (final scores, the highest first).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from sanctioning.identity.names import full_name, shown, telling_apart
from sanctioning.identity.same_person import same_person
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event, rules_game
from tournaments.games.models import Game, GamePlayer, place_in_round
from tournaments.reports.models.report import Report

State = Game.State
CLOSED = (State.REPORTED, State.CONFIRMED, State.CERTIFIED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTotal:
    name: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSheet:
    """`own` was reported by whoever looks, who cannot confirm it; `settled` counts the findings that were
    settled: such a game is certified on the page that shows them."""

    number: int
    group: str
    place: str
    state: Annotated[str, Game.State]
    version: int
    stanzas: int
    reporter: str
    received_at: dt.datetime
    totals: tuple[SheetTotal, ...]
    errors: int
    warnings: int
    settled: int
    own: bool
    may_confirm: bool
    may_certify: bool

    @property
    def label(self) -> str:
        return f"{self.number}{self.group}"

    @property
    def waits_for_reader(self) -> bool:
        return not self.errors and (self.may_confirm or self.may_certify)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSheets:
    sheets: tuple[FinalSheet, ...]

    @property
    def confirmed(self) -> int:
        return sum(sheet.state != State.REPORTED for sheet in self.sheets)

    @property
    def certified(self) -> int:
        return sum(sheet.state == State.CERTIFIED for sheet in self.sheets)

    @property
    def next(self) -> FinalSheet | None:
        """The first that waits for whoever looks."""
        return next((sheet for sheet in self.sheets if sheet.waits_for_reader), None)


def final_sheets(event: Event, asker: Person) -> FinalSheets | None:
    """All that are closed, for whoever runs the event, and for an executor those of the games that they rule;
    None where that is neither. Six queries."""
    games = event.games.filter(state__in=CLOSED).select_related("round", "acting_executor__person")
    closed = list(games.order_by("number", "group"))
    runs = may_run_event(asker, today(), event)
    if not runs:
        closed = [game for game in closed if rules_game(asker, today(), game)]
        if not closed and not event.games.filter(acting_executor__person=asker).exists():
            return None
    keys = [game.pk for game in closed]
    reports = Report.objects.filter(game__in=keys, current=True).select_related("reporter")
    by_game = {report.game_id: report for report in reports.prefetch_related("findings").defer("record")}
    names = _names(keys)
    sheets = []
    for game in closed:
        game.event = event
        if (report := by_game.get(game.pk)) is not None:
            sheets.append(_sheet(game, report, asker, names, runs=runs))
    return FinalSheets(sheets=tuple(sheets))


def _names(games: Iterable[int]) -> Mapping[tuple[int, str], str]:
    """By game and record id."""
    rows = list(GamePlayer.objects.filter(game__in=games).select_related("person", *shown("person")))
    named = telling_apart(full_name, (row.person for row in rows))
    return {(row.game_id, row.record_id): named(row.person) for row in rows}


def _sheet(
    game: Game, report: Report, asker: Person, names: Mapping[tuple[int, str], str], *, runs: bool
) -> FinalSheet:
    own = same_person(asker, report.reporter)
    final: dict[str, int] = report.check_document.get("final", {})
    open_findings = [finding for finding in report.findings.all() if finding.settled_at is None]
    errors = sum(finding.severity == "error" for finding in open_findings)
    return FinalSheet(
        number=game.number,
        group=game.group,
        place=place_in_round(game.table, game.round.label) if game.round and game.table else game.label,
        state=game.state,
        version=report.version,
        stanzas=len(report.check_document.get("stanzas", ())),
        reporter=report.reporter.name,
        received_at=report.received_at,
        totals=tuple(
            SheetTotal(name=names.get((game.pk, player), player), score=score)
            for player, score in sorted(final.items(), key=lambda total: -total[1])
        ),
        errors=errors,
        warnings=len(open_findings) - errors,
        settled=len(report.findings.all()) - len(open_findings),
        own=own,
        may_confirm=runs and not own and game.state == State.REPORTED,
        may_certify=game.state == State.CONFIRMED and rules_game(asker, today(), game),
    )
