"""The slips of an event as a page shows them.

Invariants: a constant number of queries, however many tables; a name is said as far as the public may know
it.
Terms: phase (the heading under which slips are due together), open (due, and not yet reported).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Annotated, Any

from django.utils.functional import cached_property

from sanctioning.identity.names import public_name
from sanctioning.identity.same_person import same_person
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import may_run_event
from tournaments.events.selectors.events import event_at
from tournaments.formats.fields import Field
from tournaments.formats.registry import format_named
from tournaments.formats.slips import OTHER_TEAM, Due
from tournaments.games.models import Game
from tournaments.reports.finding_words import words_of
from tournaments.reports.permissions import may_hand_in, may_open_again
from tournaments.slips.event_folders import (
    EventFolder,
    body_of,
    folder_of,
    is_signed,
    place_of,
    players_of,
    rounds_to_come,
)
from tournaments.slips.models import Slip
from tournaments.slips.permissions import (
    is_locked,
    may_see_slips,
    officially,
    require_may_write,
    signs_for_the_others,
    writes_as_official,
)
from tournaments.slips.selectors.finding_names import WordedFinding

State = Game.State


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipValue:
    field: Field
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipBeside:
    """Another slip of the same game."""

    place: str
    title: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipFacts:
    """`version` is 0 while nothing stands; what may be done is for whoever asks; `said` are words for what
    stands, `tells` whether what is typed can be told before it is handed in; `decides` is the slip whose tie
    this one decides, `decided_by` the one that decides its own; `ordered` says that it was corrected by
    order, and needs no signature."""

    place: str
    title: str
    phase: str
    table: int
    rule: str
    version: int
    reporter: str
    reported_at: dt.datetime | None
    signer: str
    findings: tuple[WordedFinding, ...]
    may_report: bool
    may_sign: bool
    needed: bool = True
    signs: bool = True
    ordered: bool = False
    said: str = ""
    tells: bool = False
    decides: SlipBeside | None = None
    decided_by: SlipBeside | None = None

    @property
    def settled(self) -> bool:
        """Whether nobody has to sign it any more."""
        return bool(self.signer) or self.ordered


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipLine(SlipFacts):
    """`written` is what who asks wrote into the list and could not be kept, or what is usual there;
    `withheld` are fields that are not his to write."""

    values: tuple[SlipValue, ...]
    withheld: tuple[Field, ...] = ()
    written: str = ""

    @property
    def single(self) -> SlipValue | None:
        """The one number, where a slip asks for nothing else."""
        alone = len(self.values) == 1 and self.values[0].field.kind == "whole"
        return self.values[0] if alone else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPhase:
    title: str
    lines: tuple[SlipLine, ...]

    @property
    def open(self) -> tuple[SlipLine, ...]:
        return tuple(line for line in self.lines if not line.version)

    @property
    def to_write(self) -> tuple[SlipLine, ...]:
        """Those open that can be written in the list itself."""
        return tuple(line for line in self.open if line.single and line.may_report)

    @property
    def to_sign(self) -> tuple[SlipLine, ...]:
        return tuple(line for line in self.lines if line.may_sign)

    @property
    def optional(self) -> bool:
        """Whether the event needs none of them."""
        return not any(line.needed for line in self.lines)

    @property
    def counting(self) -> int:
        """How many a second person signs."""
        return sum(line.signs for line in self.lines)

    @property
    def signed(self) -> int:
        return sum(line.settled for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipList:
    state: Annotated[str, Game.State]
    label: str
    number: int
    phases: tuple[SlipPhase, ...]
    findings: tuple[WordedFinding, ...]
    may_close: bool
    may_open_again: bool
    runs: bool
    rounds_to_come: int

    @property
    def all_there(self) -> bool:
        lines = [line for phase in self.phases for line in phase.lines]
        return (
            bool(lines)
            and not self.rounds_to_come
            and all(line.settled or (not line.signs if line.version else not line.needed) for line in lines)
        )


def game_of_event(event: Event) -> Game | None:
    """The one game of an event that is one; None while no round is confirmed."""
    if not format_named(event.format).hands_in_slips:
        return None
    game: Game | None = (
        event.games.select_related(
            "event__club", "event__sanction__rule_set", "acting_executor__person", "sheet"
        )
        .order_by("number")
        .first()
    )
    return game


def sees_slips_of(slug: str, asker: Person | None) -> bool:
    """Whether the page of an event that is one game leads whoever asks to its slips."""
    if asker is None:
        return False
    event = event_at(slug=slug, asker=asker)
    game = game_of_event(event) if event else None
    return event is not None and game is not None and may_see_slips(asker, event, game)


def slip_list(
    game: Game,
    asker: Person | None,
    typed: Mapping[str, str] | None = None,
    folder: EventFolder | None = None,
    *,
    orders: bool = False,
) -> SlipList:
    """Everything that is due in the game of an event, in the order of play; `typed` by place and field.

    `folder` is that of the game where it was read already; who `orders` a correction writes every field.
    """
    reading = _Reading(folder or folder_of(game), asker, orders=orders)
    listed = [due for due in reading.folder.due.values() if reading.lists(due)]
    lines = [_with_written(reading.line(due), typed) for due in listed]
    return SlipList(
        state=game.state,
        label=game.label,
        number=game.number,
        phases=tuple(
            SlipPhase(title=title, lines=tuple(of_phase))
            for title, of_phase in groupby(lines, key=lambda line: line.phase)
        ),
        findings=reading.findings.get("", ()),
        may_close=reading.runs and game.state == State.PLAYING,
        may_open_again=_may_open_again(game, asker),
        runs=reading.runs,
        rounds_to_come=rounds_to_come(reading.folder),
    )


def _may_open_again(game: Game, asker: Person | None) -> bool:
    """One query, once the event is closed."""
    if game.state != State.REPORTED:
        return False
    report = game.reports.filter(current=True).defer("record", "check_document").first()
    return report is not None and may_open_again(asker, today(), game, report)


def slip_line(game: Game, place: str, asker: Person | None) -> SlipLine | None:
    """One slip that is due; None for any other place."""
    return next(iter(lines_in(folder_of(game), asker, [place])), None)


def lines_in(
    folder: EventFolder, asker: Person | None, places: Collection[str], *, runs: bool | None = None
) -> tuple[SlipLine, ...]:
    """Those of these slips that are due, in the order of play; `runs` says, where that is known, whether who
    asks runs the event."""
    near = folder.of_game(next(iter(places))) if len(places) == 1 else {}
    reading = _Reading(folder, asker, near=near, runs=runs)
    return tuple(reading.line(due) for due in reading.due.values() if due.place in places)


def findings_of_event(folder: EventFolder) -> tuple[WordedFinding, ...]:
    """What the check found that is of no one slip. One query, for the check."""
    return _Reading(folder, None).findings.get("", ())


def slip_words(game: Game, place: str, typed: Mapping[str, Any], asker: Person) -> tuple[str, ...] | None:
    """What these values of a slip would come to, in sentences; refuses those that cannot be read or are not
    the asker's to write. None for a slip that is not due."""
    folder = folder_of(game)
    due = folder.due.get(place)
    if due is None:
        return None
    require_may_write(asker, folder.head, due, typed, may_run_event(asker, today(), game.event))
    if due.tells is None:
        return ()
    return tuple(map(str, due.tells(body_of(due, typed))))


def _with_written(line: SlipLine, typed: Mapping[str, str] | None) -> SlipLine:
    single = line.single
    if single is None:
        return line
    usual = single.field.initial
    written = usual if typed is None else typed.get(f"{line.place}:{single.field.name}", usual)
    return replace(line, written=written)


class _Reading:
    """A folder as one person sees it; `near` are the slips of the one game that is looked at, if any."""

    def __init__(
        self,
        folder: EventFolder,
        asker: Person | None,
        *,
        orders: bool = False,
        near: Mapping[str, Due] = MappingProxyType({}),
        runs: bool | None = None,
    ) -> None:
        self.folder = folder
        self.due = near or folder.due
        self.asker = asker
        self.orders = orders
        self.runs = may_run_event(asker, today(), folder.game.event) if runs is None else runs

    @cached_property
    def own(self) -> frozenset[str]:
        """The record ids of whoever asks, if he plays, or has played, in the event."""
        game = self.folder.game
        players = [player for team in self.folder.head.teams.values() for player in team.everybody]
        if self.asker is None or not may_hand_in(self.asker, today(), game, players):
            return frozenset()
        return frozenset({self.asker.number, self.asker.identity.number})

    @cached_property
    def findings(self) -> Mapping[str, tuple[WordedFinding, ...]]:
        """What the check of the event so far found, by place."""
        by_place: dict[str, list[WordedFinding]] = {}
        for finding in self.folder.check["findings"] if self.folder.check else ():
            place = place_of(self.folder, finding)
            by_place.setdefault(place, []).append({**finding, "words": words_of(finding["code"])})
        return {place: tuple(findings) for place, findings in by_place.items()}

    def lists(self, due: Due) -> bool:
        """Whether a slip stands in the list: one that is past only where something is wrong with it."""
        return not due.past or due.place not in self.folder.slips or due.place in self.findings

    def _signs(self, due: Due, slip: Slip) -> bool:
        if due.signs != OTHER_TEAM or self.asker is None:
            return self.runs or bool(self.own)
        return signs_for_the_others(self.folder, due, slip.reporter, self.asker, self.runs)

    def _writes(self, due: Due) -> bool:
        """Whether whoever asks writes what is the official's."""
        asker = self.asker
        if self.orders:
            return True
        return asker is not None and writes_as_official(self.folder.head, due, asker, self.runs)

    def _reports(self, due: Due, slip: Slip | None) -> bool:
        if slip is not None and officially(due, slip.body) and not self._writes(due):
            return False
        if self.runs:
            return True
        at_table = bool(self.own & set(players_of(self.folder.head, due)))
        return at_table and not is_locked(due, slip)

    def line(self, due: Due) -> SlipLine:
        slip = self.folder.slips.get(due.place)
        body = slip.body if slip else {}
        running = self.folder.is_running
        mine = slip is not None and same_person(self.asker, slip.reporter)
        signed = slip is not None and is_signed(slip)
        own = [field for field in due.fields if not field.official or self._writes(due)]
        return SlipLine(
            place=due.place,
            title=str(due.title),
            phase=str(due.phase),
            table=due.table,
            rule=due.rule,
            values=tuple(SlipValue(field=field, value=body.get(field.name)) for field in own),
            withheld=tuple(field for field in due.fields if field not in own),
            version=slip.version if slip else 0,
            reporter=public_name(slip.reporter) if slip else "",
            reported_at=slip.received_at if slip else None,
            signer=public_name(slip.signature.signer) if slip and signed else "",
            ordered=slip is not None and slip.ordered_by_id is not None,
            findings=self.findings.get(due.place, ()),
            may_report=running and self._reports(due, slip),
            may_sign=due.signed
            and running
            and slip is not None
            and not signed
            and not mine
            and self._signs(due, slip)
            and not due.leaves_open(body),
            needed=due.needed,
            signs=due.signed,
            said=str(due.said),
            tells=due.tells is not None,
            decides=self._beside(due.decides),
            decided_by=self._beside(self._deciders.get(due.place, "")),
        )

    @cached_property
    def _deciders(self) -> Mapping[str, str]:
        """By the place of a tie that of the slip which decides it."""
        return {due.decides: due.place for due in self.due.values() if due.decides}

    def _beside(self, place: str) -> SlipBeside | None:
        due = self.due.get(place)
        return SlipBeside(place=due.place, title=str(due.title), said=str(due.said)) if due else None


def initial_values(line: SlipLine) -> dict[str, object]:
    """What a form begins with: what stands, else what is usual."""
    return {
        value.field.name: value.field.initial if value.value is None else value.value for value in line.values
    }
