"""Many tables at once as they stand: for the director's floor, the board and the projector.

Invariants: a constant number of queries, however many tables, players and stanzas; who deals how many cards
next and whether a game is over is the law's; a name is said as far as whoever looks may know it.
Terms: due (the next stanza), leads (the highest running score of those seated; several where tied), last
report (when the latest stanza came in), unkept (nobody keeps the score of the due stanza until the Acting
Executor names somebody, reading 9).
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NotRequired, TypedDict, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rules_engine.table_size import FEWEST_PLAYERS
from rules_engine.whoopie.check import ending
from rules_engine.whoopie.deals_ahead import Deal, Written, deals
from rules_engine.whoopie.hand_sizes import Hand
from sanctioning.identity.names import shown, telling_apart
from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.formats.documents import ShownPlan
from tournaments.formats.registry import format_named
from tournaments.games.game_families import seats_of, table_of
from tournaments.games.models import Game, GamePlayer, place_in_round
from tournaments.reports.models.report import Report
from tournaments.reports.selectors.settlements import standing_settlements, with_settlements
from tournaments.tables.models.sheet import Settlement, Sheet, StanzaVersion
from tournaments.tables.models.stay import Stay
from tournaments.tables.scorekeepers import ScorePassed, score_passed, scorekeeper_at
from tournaments.tables.selectors.named_scorekeepers import named_among, namings_among, with_naming

State = Game.State
LIVE = (State.OPEN, State.PLAYING, State.SPLITTING)
NamedAs = Callable[[Person], str]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSeat:
    """`score` is none for whoever has no stanza behind him yet."""

    player: str
    name: str
    score: int | None
    leads: bool
    deals: bool
    keeps_score: bool


class FoundAtTable(TypedDict):
    """A finding that nobody has settled: of the running check, or of the report."""

    severity: str
    message: str
    rule: str
    stanza: NotRequired[int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTable:
    """`cards` is 0 while no stanza is due; `seats` are clockwise, after the game in the order of scores;
    `round_id` is 0 outside the rounds."""

    id: int
    number: int
    group: str
    label: str
    table: int
    round: str
    round_id: int
    state: Annotated[str, Game.State]
    planned: ShownPlan
    stanzas: int
    due: int
    cards: int
    direction: str
    dealer: str
    drawn: bool
    unkept: bool
    over: bool
    seats: tuple[EventSeat, ...]
    acting_executor: str
    starts_at: dt.datetime
    last_report: dt.datetime | None
    findings: tuple[FoundAtTable, ...]
    score_passed: ScorePassed | None

    @property
    def score_newly_passed(self) -> bool:
        """Whether no stanza has come in since somebody else keeps the score."""
        passed = self.score_passed
        return passed is not None and (self.last_report is None or passed.at >= self.last_report)

    @property
    def live(self) -> bool:
        return self.state in LIVE

    @property
    def place(self) -> str:
        """As its card says where it stands: the table of its round; outside the rounds the game alone."""
        return _("table %(number)s") % {"number": self.table} if self.round else self.label

    @property
    def address(self) -> str:
        return f"{self.number}{self.group}"

    @property
    def place_in_round(self) -> str:
        return place_in_round(self.table, self.round) if self.round else self.label

    @property
    def leaders(self) -> tuple[EventSeat, ...]:
        return tuple(seat for seat in self.seats if seat.leads)

    @property
    def by_score(self) -> tuple[EventSeat, ...]:
        scored = [seat for seat in self.seats if seat.score is not None]
        return tuple(sorted(scored, key=lambda seat: (-(seat.score or 0), seat.name)))


@dataclass(frozen=True)
class _Stanza:
    dealt: Written
    at: dt.datetime


@dataclass(frozen=True)
class _EventTables:
    """What is recorded of many games, by the key of the game."""

    players: Mapping[int, list[GamePlayer]]
    stays: Mapping[int, list[Stay]]
    sheets: Mapping[int, Sheet]
    stanzas: Mapping[int, list[_Stanza]]
    reports: Mapping[int, Report]
    settled: Mapping[int, Mapping[str, Settlement]]


def tables_of(
    event: Event, named: NamedAs, *, ruled_by: QuerySet[Appointment] | None = None
) -> tuple[EventTable, ...]:
    """Every table of an event, in the order of its games, but those that a split ended or left void;
    where terms are given, only those that are ruled by one of them and not certified yet.

    Five queries, up to eight where games are over or something was found.
    """
    standing_games = event.games.exclude(state__in=(State.VOID, State.SPLIT))
    if ruled_by is not None:
        standing_games = standing_games.filter(acting_executor__in=ruled_by).exclude(state=State.CERTIFIED)
    games = list(
        standing_games.select_related("round", "acting_executor__person").order_by("number", "group")
    )
    event_tables = _read_tables(games)
    seated = (player.person for players in event_tables.players.values() for player in players)
    named = telling_apart(named, seated)
    return tuple(_table(game, event_tables, named) for game in games)


def _read_tables(games: Sequence[Game]) -> _EventTables:
    keys = [game.pk for game in games]
    of_games = GamePlayer.objects.filter(game__in=keys)
    players = with_naming(of_games).select_related("person__merged_into", *shown("person"))
    stays = Stay.objects.filter(player__game__in=keys).select_related("player", "left_of")
    over = [game.pk for game in games if game.state not in LIVE]
    reports = Report.objects.filter(game__in=over, current=True).prefetch_related("findings").defer("record")
    sheets = {sheet.game_id: sheet for sheet in Sheet.objects.filter(game__in=keys)}
    doubtful = [key for key, sheet in sheets.items() if sheet.check_document["findings"]]
    return _EventTables(
        players=_by_game(players.order_by("pk"), lambda player: player.game_id),
        stays=_by_game(stays.order_by("pk"), lambda stay: stay.player.game_id),
        sheets=sheets,
        stanzas=_stanzas(StanzaVersion.objects.filter(game__in=keys)),
        reports={report.game_id: report for report in reports},
        settled=standing_settlements(doubtful) if doubtful else {},
    )


def _by_game(rows: Iterable[Row], game_of: Callable[[Row], int]) -> dict[int, list[Row]]:
    rows_by_game: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        rows_by_game[game_of(row)].append(row)
    return rows_by_game


def _stanzas(versions: QuerySet[StanzaVersion]) -> dict[int, list[_Stanza]]:
    """The current version of each stanza, by game, in the order of their numbers."""
    rows = versions.order_by("game", "number", "version").values_list(
        "game_id", "number", "received_at", "body__cards", "body__dealer", "body__bids"
    )
    current: dict[int, dict[int, _Stanza]] = defaultdict(dict)
    for game, number, at, cards, dealer, bids in rows:
        seated = tuple(str(player) for player, _ in bids)
        before = current[game].get(number)
        first_at = before.at if before else at
        current[game][number] = _Stanza(Written(seated, cards, dealer), first_at)
    return {game: [stanzas[number] for number in sorted(stanzas)] for game, stanzas in current.items()}


def _table(game: Game, event_tables: _EventTables, named: NamedAs) -> EventTable:
    players, stays = event_tables.players.get(game.pk, []), event_tables.stays.get(game.pk, [])
    sheet, stanzas = event_tables.sheets.get(game.pk), event_tables.stanzas.get(game.pk, [])
    seated = table_of(game, players, stays)
    keeper = scorekeeper_at(game.opening_draw, seated, named_among(players))
    start = _start(sheet)
    due = _due(game, players, stanzas, seated, start)
    dealt = [(stanza.dealt.cards or 0, len(stanza.dealt.table)) for stanza in stanzas]
    return EventTable(
        id=game.pk,
        number=game.number,
        group=game.group,
        label=game.label,
        table=game.table or game.number,
        round=game.round.label if game.round else "",
        round_id=game.round_id or 0,
        state=game.state,
        planned=game.planned,
        stanzas=_stanzas_of(game, event_tables),
        due=game.stanzas_played + 1 if due else 0,
        cards=due.cards if due else 0,
        direction=due.direction if due else "",
        dealer=due.dealer if due else "",
        drawn=game.first_dealer_id is not None,
        unkept=due is not None and keeper is None,
        over=bool(dealt) and ending.is_over_after(game.planned, start, dealt),
        seats=_seats(
            game, players, seated, _scores(game, event_tables), due.dealer if due else "", keeper, named
        ),
        acting_executor=game.acting_executor.person.name if game.acting_executor else "",
        starts_at=game.round.seated_at if game.round else game.starts_at,
        last_report=max((stanza.at for stanza in stanzas), default=None),
        findings=_findings(game, event_tables),
        score_passed=_score_passed(game, players, stays, keeper, named) if due else None,
    )


def _score_passed(
    game: Game, players: list[GamePlayer], stays: list[Stay], keeper: str | None, named: NamedAs
) -> ScorePassed | None:
    """With the names of those from whom it passed, and to whom."""
    passed = score_passed(game.opening_draw, stays, namings_among(players), keeper)
    if passed is None:
        return None
    names = {player.record_id: named(player.person) for player in players}
    return replace(passed, of=names.get(passed.of, ""), to=names[passed.to])


def _stanzas_of(game: Game, event_tables: _EventTables) -> int:
    """Of a game that was typed in as a whole those of its record."""
    report = event_tables.reports.get(game.pk)
    if game.stanzas_played or report is None:
        return game.stanzas_played
    return len(report.check_document.get("stanzas", ()))


def _start(sheet: Sheet | None) -> Hand | None:
    """The hand that a group carried over from its parent."""
    if sheet is None or sheet.start is None:
        return None
    return sheet.start["cards"], sheet.start["direction"]


def _due(
    game: Game,
    players: list[GamePlayer],
    stanzas: list[_Stanza],
    seated: tuple[str, ...],
    start: Hand | None,
) -> Deal | None:
    first = next((player.record_id for player in players if player.pk == game.first_dealer_id), "")
    if not first or len(seated) < FEWEST_PLAYERS or game.state not in Game.RUNNING:
        return None
    sheet = [*(stanza.dealt for stanza in stanzas), Written(seated)]
    return deals(first, start, sheet, seats_of(players))[-1]


def _scores(game: Game, event_tables: _EventTables) -> dict[str, int]:
    """Everybody's score as it stands: the final one once the game is reported, else the running one."""
    report, sheet = event_tables.reports.get(game.pk), event_tables.sheets.get(game.pk)
    if report is not None and game.state not in LIVE:
        final: dict[str, int] = report.check_document.get("final", {})
        return final
    totals: dict[str, int] = dict((sheet.start or {"scores": {}})["scores"]) if sheet else {}
    for stanza in sheet.check_document["stanzas"] if sheet else ():
        totals.update(stanza["scores"])
    return totals


def _seats(
    game: Game,
    players: list[GamePlayer],
    seated: tuple[str, ...],
    scores: Mapping[str, int],
    dealer: str,
    keeper: str | None,
    named: NamedAs,
) -> tuple[EventSeat, ...]:
    by_id = {player.record_id: player for player in players}
    listed = (
        seated
        if game.state in LIVE
        else [record_id for record_id in by_id if record_id in scores] or list(by_id)
    )
    best = max((scores[record_id] for record_id in listed if record_id in scores), default=None)
    ahead = (
        {record_id for record_id in listed if scores.get(record_id) == best}
        if any(scores.values())
        else set()
    )
    seats = [
        EventSeat(
            player=record_id,
            name=named(by_id[record_id].person),
            score=scores.get(record_id),
            leads=record_id in ahead,
            deals=record_id == dealer,
            keeps_score=record_id == keeper,
        )
        for record_id in listed
    ]
    if game.state not in LIVE:
        seats.sort(key=lambda seat: -(seat.score or 0))
    return tuple(seats)


def _findings(game: Game, event_tables: _EventTables) -> tuple[FoundAtTable, ...]:
    """What was found and nobody has settled: of the game so far, or of its final sheet."""
    report, sheet = event_tables.reports.get(game.pk), event_tables.sheets.get(game.pk)
    if game.state in LIVE:
        findings = sheet.check_document["findings"] if sheet else ()
        with_reasons = with_settlements(
            format_named(game.event.format), findings, event_tables.settled.get(game.pk, {})
        )
        return tuple(finding for finding in with_reasons if not finding["settled_at"])
    if report is None or game.state == State.CERTIFIED:
        return ()
    return tuple(
        {
            "severity": finding.severity,
            "stanza": finding.stanza,
            "message": finding.message,
            "rule": finding.rule,
        }
        for finding in report.findings.all()
        if finding.settled_at is None
    )
