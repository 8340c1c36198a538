"""Where everything of a bracket stands when it is drawn as a tree, in whatever unit the sizes are given.

Invariants: a match stands in the middle between the two whose winners meet in it; the match for the third
place under the final, clear of it; whatever is drawn lies within width and height.
Terms: row (the height of one side of a match), column (the width of a stage), gap (between columns), space
(between two matches of the first stage), head (the height of a heading).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tournaments.slips.selectors.brackets import ShownMatch, ShownStage

ROWS_OF_A_MATCH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    row: float
    column: float
    gap: float
    space: float
    head: float


SIZES: Final = Sizes(row=26, column=216, gap=34, space=13, head=34)
"""On a screen, in its pixels; `bracket_tree.html` sets the type for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A match at its place; `middle` is the height of the line between its sides."""

    match: ShownMatch
    x: float
    y: float
    width: float
    height: float
    row: float

    @property
    def middle(self) -> float:
        return round(self.y + self.height / 2, 2)

    @property
    def right(self) -> float:
        return round(self.x + self.width, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """The line from a match to the one in which its winner plays."""

    x: float
    y: float
    bend: float
    to_x: float
    to_y: float
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """`y` is the line on which it stands."""

    title: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    width: float
    height: float
    headings: tuple[Heading, ...]
    boxes: tuple[Box, ...]
    joints: tuple[Joint, ...]


def drawn(stages: Sequence[ShownStage], third: ShownMatch | None, third_title: str, sizes: Sizes) -> Drawing:
    """The tree of these stages, the first on the left."""
    each = sizes.row * ROWS_OF_A_MATCH + sizes.space
    columns = [_column(stage, at, each, sizes) for at, stage in enumerate(stages)]
    base = _base(0, sizes)
    headings = [Heading(title=stage.title, x=_left(at, sizes), y=base) for at, stage in enumerate(stages)]
    boxes = [box for column in columns for box in column]
    bottom = max((box.y + box.height for box in boxes), default=0.0)
    if third is not None and columns:
        head = columns[-1][0].y + columns[-1][0].height + sizes.row
        place = _box(third, _left(len(stages) - 1, sizes), head + sizes.head, sizes)
        headings.append(Heading(title=third_title, x=place.x, y=_base(head, sizes)))
        boxes.append(place)
        bottom = max(bottom, place.y + place.height)
    return Drawing(
        width=round(_left(len(stages), sizes) - sizes.gap, 2) if stages else 0.0,
        height=round(bottom + sizes.space / 2, 2),
        headings=tuple(headings),
        boxes=tuple(boxes),
        joints=tuple(_joints(columns)),
    )


def _base(top: float, sizes: Sizes) -> float:
    return round(top + 0.6 * sizes.head, 2)


def _left(stage: int, sizes: Sizes) -> float:
    return round(stage * (sizes.column + sizes.gap), 2)


def _column(stage: ShownStage, at: int, each: float, sizes: Sizes) -> list[Box]:
    """Matches of a stage take twice the room of those of the one before, and stand in its middle."""
    room = each * 2**at
    lead = sizes.head + (room - sizes.row * ROWS_OF_A_MATCH) / 2
    return [
        _box(match, _left(at, sizes), lead + number * room, sizes)
        for number, match in enumerate(stage.matches)
    ]


def _box(match: ShownMatch, x: float, y: float, sizes: Sizes) -> Box:
    return Box(
        match=match,
        x=x,
        y=round(y, 2),
        width=sizes.column,
        height=round(sizes.row * ROWS_OF_A_MATCH, 2),
        row=sizes.row,
    )


def _joints(columns: Sequence[Sequence[Box]]) -> list[Joint]:
    joints: list[Joint] = []
    for column, following in pairwise(columns):
        for number, box in enumerate(column):
            to = following[number // 2]
            joints.append(
                Joint(
                    x=box.right,
                    y=box.middle,
                    bend=round((box.right + to.x) / 2, 2),
                    to_x=to.x,
                    to_y=round(to.y + to.row * (0.5 if number % 2 == 0 else 1.5), 2),
                    won=box.match.decided,
                )
            )
    return joints
