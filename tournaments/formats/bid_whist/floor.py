"""The director's floor of Bid Whist: the round in play, the call to begin it, its quarter of an hour, sheets
at a glance, and then the playoff with the same for each stage.

Rule section: 2 (B-7, the doors), 3 (B-37, B-38), 4 (B-42, B-43), Canon 2 (B-47).
Terms: quarter (of an hour: from the start to the doors in the first round, from the call to Canon 2 later),
guest (the team that plays twice, so that the odd one has a game).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules_engine.bid_whist.canons import MINUTES_TO_SIT
from rules_engine.bid_whist.timetable import MINUTES_OF_DOORS
from sanctioning.kit.clock import moment
from tournaments.formats.bid_whist.plan import tournament_of
from tournaments.formats.brackets import Bracket, Match
from tournaments.formats.display.countdowns import Countdown
from tournaments.formats.display.registry import FLOORS, FormatFloor
from tournaments.formats.fields import Said
from tournaments.formats.lateness import AT_THE_START, BEGINS
from tournaments.formats.slips import EventHead
from tournaments.slips.event_folders import EventFolder, place_of
from tournaments.slips.selectors.round_starts import called_at, confirmed_rounds

DOORS: Final = dt.timedelta(minutes=MINUTES_OF_DOORS)
TO_SIT: Final = dt.timedelta(minutes=MINUTES_TO_SIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Twice:
    """A team that plays at its own table, and at another one against the odd team."""

    team: str
    table: int
    odd: str
    odd_table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenStage:
    """A stage of the playoff with so many matches still to be decided."""

    title: Said
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """How many sheets are still to come, not signed, and with findings."""

    missing: int
    unsigned: int
    troubled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The quarter of an hour of what is in play, None until it is called: with the slip `call` by which that
    is done, "" where it counts from the start; `button` is the field by which the Director calls now, "" once
    he has; `called` is when he did."""

    quarter: Countdown | None
    call: str = ""
    button: str = ""
    called: dt.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorsFloor:
    """`beginning` is None once everything is decided; `stages` are those of the playoff in play, none at its
    end; `runs` says that whoever looks may call."""

    round: int
    rounds: int
    beginning: Beginning | None
    twice: Sequence[Twice]
    sheets: Glance
    begun: bool
    stages: Sequence[OpenStage]
    runs: bool


def floor_facts(folder: EventFolder, runs: bool, now: dt.datetime | None = None) -> DirectorsFloor:
    """The floor as it stands. Two queries: the check of the event so far, and the start of a later round."""
    head = folder.head
    assert folder.slipping.bracket is not None
    bracket = folder.slipping.bracket(head, folder.standing)
    begun = any(side.team for stage in bracket.stages[:1] for match in stage.matches for side in match.sides)
    return DirectorsFloor(
        round=len(head.rounds),
        rounds=tournament_of(head.planned).rounds,
        beginning=_beginning(folder, begun, moment(now)),
        twice=() if begun else tuple(_twice(head)),
        sheets=_glance(folder),
        begun=begun,
        stages=tuple(_in_play(bracket)) if begun else (),
        runs=runs,
    )


def _beginning(folder: EventFolder, begun: bool, now: dt.datetime) -> Beginning | None:
    """That of the round in play, or of the stage, whose call is due; none where every sheet of it is in."""
    event, number = folder.game.event, len(folder.head.rounds)
    if number in AT_THE_START and not begun:
        return Beginning(quarter=Countdown(ends=event.starts_at + DOORS, now=now))
    call = next((place for place, slip in folder.due.items() if slip.fields[0].name == BEGINS), None)
    if call is None:
        return None
    called = called_at(folder.slips, call)
    counts = called or (None if begun else confirmed_rounds(event)[number].seated_at)
    return Beginning(
        quarter=Countdown(ends=counts + TO_SIT, now=now) if counts else None,
        call=call if call in folder.slips else "",
        button="" if call in folder.slips else f"{call}:{BEGINS}",
        called=called,
    )


def _twice(head: EventHead) -> Iterator[Twice]:
    for at, guest in head.guests[-1].items():
        tables = dict(enumerate(head.rounds[-1], start=1))
        [odd] = [team for team in tables.pop(at) if team != guest]
        [own] = [table for table, teams in tables.items() if guest in teams]
        yield Twice(
            team=head.teams[guest].name,
            table=own,
            odd=head.teams[odd].name,
            odd_table=at,
        )


def _glance(folder: EventFolder) -> Glance:
    findings = folder.check["findings"] if folder.check else []
    troubled = {place_of(folder, finding) for finding in findings}
    return Glance(
        missing=len(folder.missing),
        unsigned=len(folder.unsigned),
        troubled=len(troubled & folder.due.keys()),
    )


def _in_play(bracket: Bracket) -> Iterator[OpenStage]:
    """The first stage not decided, and the match for the third place once both its teams are known."""
    for stage in bracket.stages:
        left = sum(not match.decided for match in stage.matches)
        if left:
            yield OpenStage(title=stage.title, left=left)
            break
    if bracket.third is not None and _is_to_play(bracket.third):
        yield OpenStage(title=bracket.third_title, left=1)


def _is_to_play(match: Match) -> bool:
    return bool(match.place) and not match.decided


FLOORS.register(
    "bid-whist", FormatFloor(template="tournaments/formats/bid_whist/floor.html", read=floor_facts)
)
