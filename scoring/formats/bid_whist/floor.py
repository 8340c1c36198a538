"""The director's floor of Bid Whist: the round in play, its quarter of an hour, sheets at a glance, and then
the playoff.

Rule section: 2 (B-7, the doors), 3 (B-37, B-38), 4 (B-42, B-43), Canon 2 (B-47).
Terms: quarter (of an hour, from the start: to the doors in the first round, to Canon 2 in a later one), guest
(the team that plays twice, so that the odd one has a game).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules_engine.bid_whist.canons import MINUTES_TO_SIT
from rules_engine.bid_whist.timetable import MINUTES_OF_DOORS
from sanctioning.clock import moment
from scoring.countdowns import Countdown
from scoring.formats import Floor, register_floor
from scoring.services.slip_folders import Folder, is_signed, place_of
from tournaments.formats.bid_whist.plan import tournament_of
from tournaments.formats.brackets import Bracket, Match
from tournaments.formats.fields import Said
from tournaments.formats.slips import EventHead
from tournaments.models import Round

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
class DirectorsFloor:
    """`quarter` is None once the playoff has begun; `stages` are those of it in play, none at its end."""

    round: int
    rounds: int
    quarter: Countdown | None
    twice: Sequence[Twice]
    sheets: Glance
    begun: bool
    stages: Sequence[OpenStage]


def floor_facts(folder: Folder, runs: bool, now: dt.datetime | None = None) -> DirectorsFloor:
    """The floor as it stands. Two queries: the check of the event so far, and the start of a later round."""
    head = folder.head
    assert folder.slipping.bracket is not None
    bracket = folder.slipping.bracket(head, folder.standing)
    begun = any(side.team for stage in bracket.stages[:1] for match in stage.matches for side in match.sides)
    return DirectorsFloor(
        round=len(head.rounds),
        rounds=tournament_of(head.planned).rounds,
        quarter=None if begun else Countdown(ends=_quarter_ends(folder), now=moment(now)),
        twice=() if begun else tuple(_twice(head)),
        sheets=_glance(folder),
        begun=begun,
        stages=tuple(_in_play(bracket)) if begun else (),
    )


def _quarter_ends(folder: Folder) -> dt.datetime:
    event, number = folder.game.event, len(folder.head.rounds)
    if number == 1:
        return event.starts_at + DOORS
    drawn = Round.objects.filter(event=event, state=Round.State.OPEN).latest("number")
    return drawn.starts_at + TO_SIT


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


def _glance(folder: Folder) -> Glance:
    due, slips = folder.due, folder.slips
    findings: Sequence[dict[str, Any]] = (folder.check or {"findings": ()})["findings"]
    troubled = {place_of(folder, found) for found in findings}
    return Glance(
        missing=sum(one.needed and place not in slips for place, one in due.items()),
        unsigned=sum(
            one.signed and place in slips and not is_signed(slips[place]) for place, one in due.items()
        ),
        troubled=len(troubled & due.keys()),
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


register_floor("bid-whist", Floor(template="formats/bid-whist/floor.html", read=floor_facts))
