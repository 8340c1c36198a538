"""Slips as programs see them: lines without what their fields ask for, which one slip says for itself.

Two sheets of one kind differ in the teams that they name, and an event has hundreds: the list names the
fields of each, and a program asks the slip that it fills in for their choices and bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated

from sanctioning.kit.lists.lists import PAGE
from sanctioning.kit.lists.paging import page_among, pages_of
from tournaments.formats.fields import Field
from tournaments.games.models import Game
from tournaments.slips.api.values import SlipValuesField
from tournaments.slips.selectors.finding_names import WordedFinding
from tournaments.slips.selectors.slips import SlipFacts, SlipLine, SlipList, SlipPhase


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipState(SlipFacts):
    """`values` are what stands, by the names of its `fields`."""

    fields: tuple[str, ...]
    values: Annotated[dict[str, object], SlipValuesField]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipToFill:
    """One slip, and what each of its fields asks for."""

    slip: SlipState
    asks: tuple[Field, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCount:
    """Slips that are due together: how many there are, stand, are signed by a second person, and are signed
    already."""

    title: str
    slips: int
    reported: int
    counting: int
    signed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipPage:
    """One page of the slips that were asked for; all else is of the whole event. `all_there` says that it can
    be closed."""

    state: Annotated[str, Game.State]
    number: int
    phases: tuple[PhaseCount, ...]
    findings: tuple[WordedFinding, ...]
    runs: bool
    may_close: bool
    may_open_again: bool
    all_there: bool
    rounds_to_come: int
    lines: tuple[SlipState, ...]
    found: int
    page: int
    pages: int


def state_of(line: SlipLine) -> SlipState:
    return SlipState(
        **{field.name: getattr(line, field.name) for field in fields(SlipFacts)},
        fields=tuple(value.field.name for value in line.values),
        values={value.field.name: value.value for value in line.values if value.value is not None},
    )


def to_fill(line: SlipLine) -> SlipToFill:
    return SlipToFill(slip=state_of(line), asks=tuple(value.field for value in line.values))


def page_of(listed: SlipList, shown: Sequence[SlipPhase], page: int) -> SlipPage:
    """A page of those `shown`."""
    lines = [line for phase in shown for line in phase.lines]
    pages = pages_of(len(lines), PAGE)
    page = page_among(page, pages)
    return SlipPage(
        state=listed.state,
        number=listed.number,
        phases=tuple(map(_count, listed.phases)),
        findings=listed.findings,
        runs=listed.runs,
        may_close=listed.may_close,
        may_open_again=listed.may_open_again,
        all_there=listed.all_there,
        rounds_to_come=listed.rounds_to_come,
        lines=tuple(map(state_of, lines[(page - 1) * PAGE : page * PAGE])),
        found=len(lines),
        page=page,
        pages=pages,
    )


def _count(phase: SlipPhase) -> PhaseCount:
    return PhaseCount(
        title=phase.title,
        slips=len(phase.lines),
        reported=len(phase.lines) - len(phase.open),
        counting=phase.counting,
        signed=phase.signed,
    )
