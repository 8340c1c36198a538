"""The top of a file that is imported: the lines among which its head is, and what is in its columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.core.files.storage import default_storage
from django.utils.text import Truncator

from scoring.imports.columns import NOT_USED
from scoring.imports.files import Row, Settings, first_lines, sample
from scoring.imports.models import Import
from scoring.imports.services.kinds import KINDS

SAMPLE: Final = 3
LONGEST_LINE: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnView:
    """`place` is that of its head in the file, −1 where it is not there; `examples` are its first cells."""

    name: str
    label: str
    help: str
    required: bool
    place: int
    examples: tuple[str, ...]

    @property
    def control(self) -> str:
        """The name of its control in the form."""
        return f"column-{self.name}"

    @property
    def seen(self) -> str:
        """What the file has in it."""
        return " · ".join(filter(None, self.examples))


def columns_seen(importing: Import, cells: Sequence[Row]) -> tuple[ColumnView, ...]:
    places = importing.settings["columns"]
    return tuple(
        ColumnView(
            name=column.name,
            label=str(column.label),
            help=str(column.help),
            required=column.required,
            place=(place := places[column.name]),
            examples=tuple(row[place] for row in cells if place != NOT_USED and place < len(row)),
        )
        for column in KINDS[importing.kind].columns_for(importing.event)
    )


def unused_headings(importing: Import) -> tuple[str, ...]:
    """The columns of the file that nothing is read from."""
    used = set(importing.settings["columns"].values())
    headings = enumerate(importing.settings["headings"])
    return tuple(heading for place, heading in headings if heading and place not in used)


def top_of_file(importing: Import) -> tuple[Sequence[tuple[int, Row]], Sequence[Row]]:
    """The lines among which the head is, and the first cells below it."""
    settings = Settings.of(importing.settings)
    try:
        with default_storage.open(importing.file) as file:
            return first_lines(file, settings), sample(file, settings, SAMPLE)
    except FileNotFoundError:
        return (), ()


def line_in_words(line: int, cells: Row) -> str:
    return f"{line}: {Truncator(' · '.join(filter(None, cells))).chars(LONGEST_LINE)}"
