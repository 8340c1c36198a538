"""A bracket on one page: the tree with what is known so far, to be hung up or filled in with a pencil.

Invariants: whatever the bracket, it is one page; the same facts give the same bytes.
"""

from __future__ import annotations

from typing import Final

from tournaments.papers.printing import printed
from tournaments.slips.bracket_drawing import Drawing, Sizes, drawn
from tournaments.slips.selectors.brackets import EventBracket

WIDTH: Final = 190.0
HEIGHT: Final = 246.0
HEAD: Final = 8.0
GAP: Final = 4.0
HIGHEST_ROW: Final = 11.0
SPACE_OF_A_ROW: Final = 0.3
TYPE_OF_A_ROW: Final = 0.62
TYPES_OF_A_COLUMN: Final = 14.5
"""The type is as large as the height of a row and the width of a column allow; all sizes in millimetres."""


def bracket_pdf(facts: EventBracket, title: str, identifier: str) -> bytes:
    """The tree on one upright page."""
    drawing = drawing_of(facts)
    context = {"facts": facts, "drawing": drawing, "type": _type(drawing)}
    return printed("bracket.html", "bracket.css", title, identifier, **context)


def _type(drawing: Drawing) -> float:
    if not drawing.boxes:
        return 0.0
    box = drawing.boxes[0]
    return round(min(box.row * TYPE_OF_A_ROW, box.width / TYPES_OF_A_COLUMN), 2)


def drawing_of(facts: EventBracket) -> Drawing:
    """The tree in millimetres, as large as the page allows."""
    stages = max(1, len(facts.stages))
    matches = max(1, facts.teams // 2)
    row = min(HIGHEST_ROW, (HEIGHT - HEAD) / (matches * (2 + SPACE_OF_A_ROW)))
    column = (WIDTH - GAP * (stages - 1)) / stages
    sizes = Sizes(row=row, column=column, gap=GAP, space=SPACE_OF_A_ROW * row, head=HEAD)
    return drawn(facts.stages, facts.third, facts.third_title, sizes)
