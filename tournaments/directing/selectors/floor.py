"""The director's floor: every table of an event with what needs him there, and everybody without a table.

Invariants: for whoever runs the event, who sees full names; a constant number of queries, however many
tables; nothing is decided here that a service would refuse.
Terms: need (what somebody has to do at a table, by a code for which the page has the words), urgent (a need
that play waits for), quiet (no report for so many minutes that the director had better go and look),
unstarted (the same of a table whose first stanza is still to come).
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.core.cache import caches
from django.db.models import OuterRef, Subquery
from django.utils.text import capfirst
from django.utils.translation import ngettext

from rules_engine.table_size import FEWEST_PLAYERS
from rules_engine.whoopie.splitting import LEAST_WISHING
from sanctioning.identity.names import full_name
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.lists.counting import counted
from sanctioning.offices.permissions import terms_held
from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.calls.selectors import CallLine, open_calls_in
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import EntryLine, EntryList, entries_told_apart, entry_list
from tournaments.events.models.announcement import Announcement
from tournaments.events.models.event import Event
from tournaments.events.selectors.announcements import AnnouncementLine, announcements_of
from tournaments.games.models import Game, GamePlayer
from tournaments.reports.models.report import ReportFinding
from tournaments.rounds.models.round import Round
from tournaments.tables.models.sheet import Settlement
from tournaments.tables.models.stay import Waiting
from tournaments.tables.selectors.stamps import stamp_of
from tournaments.tables.selectors.tables_of_event import EventTable, tables_of

State = Game.State
QUIET_AFTER: Final = 20  # minutes
KEPT_SECONDS: Final = 60
URGENT: Final = ("call", "errors", "executor", "keeper", "too-few")


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitsHere:
    player: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorTable:
    """`minutes` since the last report, or since the game was to begin; none before that."""

    table: EventTable
    calls: tuple[CallLine, ...]
    waiting: tuple[WaitsHere, ...]
    minutes: int | None
    errors: int
    warnings: int
    needs: tuple[str, ...]

    @property
    def urgent(self) -> bool:
        return any(need in URGENT for need in self.needs)


class _Merged(dict[str, str]):
    """By the number of a record that was merged that of the one which is kept."""

    def kept(self, person: Person) -> str:
        number: str = person.identity.number
        if number != person.number:
            self[person.number] = number
        return number


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """`free` are those entered who sit at no table and wait at none, who have come first; `merged` gives the
    number of the record that is kept by that of one that was merged."""

    tables: tuple[FloorTable, ...]
    free: tuple[EntryLine, ...]
    entries: EntryList
    announcements: tuple[AnnouncementLine, ...]
    round_to_confirm: bool
    states: dict[str, int]
    merged: Mapping[str, str]

    def kept(self, number: str) -> str:
        return self.merged.get(number, number)

    @property
    def is_over(self) -> bool:
        """Every game is certified, and no further round is seated."""
        certified = all(floor_table.table.state == State.CERTIFIED for floor_table in self.tables)
        return bool(self.tables) and certified and not self.round_to_confirm

    @property
    def owing(self) -> int:
        """How many of those entered still owe their entry fee."""
        return sum(entry.owes for entry in self.entries.entered)

    @property
    def without_table(self) -> tuple[EntryLine, ...]:
        """Those who are here and have no table, while others play; whoever has played their game of the
        latest round in play is done with it."""
        live = [floor_table.table for floor_table in self.tables if floor_table.table.live]
        if not live:
            return ()
        latest = max(live, key=lambda table: table.number).round
        done = {
            self.kept(seat.player)
            for floor_table in self.tables
            if not floor_table.table.live and floor_table.table.round == latest
            for seat in floor_table.table.seats
        }
        return tuple(line for line in self.free if line.present and line.kept_number not in done)

    @property
    def needing(self) -> tuple[FloorTable, ...]:
        """Tables that need somebody, those first for which play waits, and those last whose play is over."""
        return tuple(
            sorted(
                (floor_table for floor_table in self.tables if floor_table.needs),
                key=lambda floor_table: (not floor_table.urgent, not floor_table.table.live),
            )
        )


def floor_of(event: Event, at: dt.datetime | None = None) -> Floor:
    """The floor at that moment. Twelve queries."""
    at = moment(at)
    entries = entries_told_apart(entry_list(event))
    names = {line.kept_number: line.name for line in (*entries.gone, *entries.waiting, *entries.entered)}
    merged = _Merged()
    calls, waiting = _by_table(open_calls_in(event=event)), _waiting(event, names, merged)
    tables = tuple(
        _floor_table(
            table,
            calls.get((table.number, table.group), ()),
            waiting.get(table.id, ()),
            at,
        )
        for table in tables_of(event, lambda person: names.get(merged.kept(person), person.identity.name))
    )
    placed = {
        merged.get(seat.player, seat.player)
        for table in tables
        if table.table.live
        for seat in table.table.seats
    }
    placed |= {merged.get(waiter.player, waiter.player) for table in tables for waiter in table.waiting}
    free = [line for line in entries.entered if line.kept_number not in placed]
    return Floor(
        merged=dict(merged),
        tables=tables,
        free=tuple(sorted(free, key=lambda line: not line.present)),
        entries=entries,
        announcements=announcements_of(event=event, at=at),
        round_to_confirm=event.rounds.filter(state=Round.State.PREVIEW).exists(),
        states=dict(Counter(floor_table.table.state for floor_table in tables)),
    )


def ruled_tables(event: Event, person: Person, at: dt.datetime | None = None) -> tuple[FloorTable, ...]:
    """The tables of an event that the person rules, those first that call, then those for which play waits.
    Nine queries."""
    at = moment(at)
    terms = terms_held(person, day_of(at))
    calls, waiting = _by_table(open_calls_in(event=event)), _waiting(event, {}, _Merged())
    tables = (
        _floor_table(table, calls.get((table.number, table.group), ()), waiting.get(table.id, ()), at)
        for table in tables_of(event, full_name, ruled_by=terms)
    )
    return tuple(sorted(tables, key=lambda table: (not table.calls, not table.urgent, not table.needs)))


def floor_at(event: Event, stamp: str) -> Floor:
    """The floor as its stamp has it, read once in each process while nothing at all is noted on the trail.
    Stamp and trail are read before the floor, so that what is kept is never older than they say."""
    latest = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first()
    kept, key = caches["parts"], f"floor-{event.pk}-{latest}-{stamp}"
    floor: Floor | None = kept.get(key)
    if floor is None:
        floor = floor_of(event)
        kept.set(key, floor, KEPT_SECONDS)
    return floor


def floor_stamp(event: Event, at: dt.datetime | None = None) -> str:
    """What the floor stands at; minutes count too. Three queries."""
    at = moment(at)
    games = event.games.order_by("pk").values_list(
        "pk", "state", "revision", "stanzas_played", "first_dealer_id", "acting_executor_id"
    )
    hung = Announcement.objects.standing(at).filter(event=event).order_by("pk").values_list("pk")
    minute = at.replace(second=0, microsecond=0)
    return stamp_of(list(games), list(hung), _counts(event), minute)


def _counts(event: Event) -> list[tuple[object, ...]]:
    """Everything of the floor that is told apart by how many there are and which came last, in one query."""
    entries, here = Entry.objects.filter(event=OuterRef("pk")), "game__event"
    seats = GamePlayer.objects.filter(game__event=OuterRef("pk"))
    calls = Call.objects.filter(game__event=OuterRef("pk"), ended="")
    waiting = Waiting.objects.filter(game__event=OuterRef("pk"), ended_at__isnull=True)
    last = ("entered_at", entries), ("pk", calls), ("pk", waiting), ("pk", seats)
    counts = (
        counted(entries, "event"),
        counted(entries.filter(checked_in_at__isnull=False), "event"),
        counted(entries.filter(state=Entry.State.ENTERED), "event"),
        counted(calls, here),
        counted(waiting, here),
        counted(seats, here),
        counted(
            ReportFinding.objects.filter(report__game__event=OuterRef("pk"), settled_at__isnull=True),
            "report__game__event",
        ),
        counted(Settlement.objects.filter(game__event=OuterRef("pk")), here),
        counted(Round.objects.filter(event=OuterRef("pk"), state=Round.State.PREVIEW), "event"),
    )
    lasts = (Subquery(rows.order_by(f"-{field}").values(field)[:1]) for field, rows in last)
    return list(Event.objects.filter(pk=event.pk).values_list(*counts, *lasts))


def _floor_table(
    table: EventTable, calls: tuple[CallLine, ...], waiting: tuple[WaitsHere, ...], at: dt.datetime
) -> FloorTable:
    since = table.last_report or table.starts_at
    minutes = int((at - since).total_seconds() // 60) if table.live and at >= since else None
    errors = sum(finding["severity"] == "error" for finding in table.findings)
    return FloorTable(
        table=table,
        calls=calls,
        waiting=waiting,
        minutes=minutes,
        errors=errors,
        warnings=len(table.findings) - errors,
        needs=tuple(_needs(table, calls, errors, len(waiting), minutes)),
    )


def _needs(
    table: EventTable, calls: tuple[CallLine, ...], errors: int, waiting: int, minutes: int | None
) -> Iterable[str]:
    playing, begun = table.state == State.PLAYING, minutes is not None
    wanting: Mapping[str, bool] = {
        "call": bool(calls),
        "errors": errors > 0,
        "executor": table.live and not table.acting_executor,
        "keeper": table.unkept and not table.over,
        "too-few": len(table.seats) < FEWEST_PLAYERS and (playing or (begun and table.state == State.OPEN)),
        "draw": table.state == State.OPEN
        and (begun or bool(table.round))
        and not table.drawn
        and len(table.seats) >= FEWEST_PLAYERS,
        "places": table.state == State.SPLITTING,
        "split": playing and not table.over and len(table.seats) + waiting >= LEAST_WISHING,
        "over": playing and table.over,
        "quiet": playing and not table.over and minutes is not None and minutes >= QUIET_AFTER,
        "unstarted": table.state == State.OPEN and minutes is not None and minutes >= QUIET_AFTER,
        "confirm": table.state == State.REPORTED and not errors,
        "certify": table.state == State.CONFIRMED,
    }
    return (code for code, wants in wanting.items() if wants)


def _by_table(calls: Iterable[CallLine]) -> dict[tuple[int, str], tuple[CallLine, ...]]:
    by_table: dict[tuple[int, str], tuple[CallLine, ...]] = {}
    for call in calls:
        key = (call.game_number, call.game_group)
        by_table[key] = (*by_table.get(key, ()), call)
    return by_table


def _waiting(event: Event, names: Mapping[str, str], merged: _Merged) -> dict[int, tuple[WaitsHere, ...]]:
    rows = Waiting.objects.filter(game__event=event, ended_at__isnull=True)
    rows = rows.select_related("person__merged_into")
    by_game: dict[int, list[WaitsHere]] = defaultdict(list)
    for row in rows.order_by("pk"):
        name = names.get(merged.kept(row.person), row.person.identity.name)
        by_game[row.game_id].append(WaitsHere(player=row.person.number, name=name))
    return {game: tuple(waiting) for game, waiting in by_game.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnFloor:
    """One player as the director takes him in hand: where he is, and where he can go. `queue` is the place on
    the waiting list, 0 for none; `offered_until` until when a place is kept for him there; `gone` what has
    become of an entry that does not count any more."""

    number: str
    name: str
    entry: int
    present: bool
    entered: bool
    queue: int
    offered_until: dt.datetime | None
    gone: str
    sits_at: EventTable | None
    waits_at: EventTable | None
    tables: tuple[EventTable, ...]

    @property
    def places(self) -> list[tuple[str, str]]:
        """The tables to go to, with how many sit there."""
        return [
            (
                table.address,
                ngettext("%(game)s, %(n)s sits there", "%(game)s, %(n)s sit there", len(table.seats))
                % {"game": capfirst(table.place_in_round), "n": len(table.seats)},
            )
            for table in self.tables
        ]


def on_floor(floor: Floor, person: Person) -> OnFloor:
    """Of a floor that was read already. No query."""
    number = person.identity.number
    entries = floor.entries
    of_them = (*entries.entered, *entries.waiting, *entries.gone)
    line = next((entry for entry in of_them if entry.kept_number == number), None)
    sits = [
        floor_table
        for floor_table in floor.tables
        if floor_table.table.live
        and any(floor.kept(seat.player) == number for seat in floor_table.table.seats)
    ]
    waits = [
        floor_table
        for floor_table in floor.tables
        if any(floor.kept(waiter.player) == number for waiter in floor_table.waiting)
    ]
    return OnFloor(
        number=number,
        name=line.name if line else person.identity.name,
        entry=line.id if line else 0,
        present=line is not None and line.present,
        entered=line is not None and line.state == Entry.State.ENTERED,
        queue=line.waits_at if line else 0,
        offered_until=line.offered_until if line else None,
        gone=line.state_words if line and line.state in Entry.GONE else "",
        sits_at=sits[0].table if sits else None,
        waits_at=waits[0].table if waits else None,
        tables=tuple(
            floor_table.table
            for floor_table in floor.tables
            if floor_table.table.live and floor_table not in sits
        ),
    )
