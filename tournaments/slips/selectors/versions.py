"""All that was ever reported at a place, in the words of its fields."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sanctioning.identity.names import public_name, shown
from tournaments.formats.fields import Field, RowColumn
from tournaments.games.models import Game
from tournaments.slips.event_folders import is_signed
from tournaments.slips.models import Slip
from tournaments.slips.selectors.slips import SlipLine

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipTable:
    """A field of rows: the columns in which something stands, and the rows in words."""

    title: str
    columns: Words
    rows: tuple[Words, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipVersion:
    version: int
    values: tuple[tuple[str, int | str], ...]
    tables: tuple[SlipTable, ...]
    reason: str
    reporter: str
    reported_at: dt.datetime
    signer: str
    ordered: bool


def slip_versions(game: Game, line: SlipLine) -> tuple[SlipVersion, ...]:
    """The latest first. One query."""
    slips = game.slips.filter(place=line.place).select_related(
        *shown("reporter"), *shown("signature__signer")
    )
    fields = {field.name: field for field in (*(value.field for value in line.values), *line.withheld)}
    return tuple(_version(slip, fields) for slip in slips.order_by("-version"))


def _version(slip: Slip, fields: Mapping[str, Field]) -> SlipVersion:
    known = {name: fields.get(name, Field(name=name, label=name)) for name in slip.body}
    return SlipVersion(
        version=slip.version,
        values=tuple(
            (str(field.label), _words(field, slip.body[name]))
            for name, field in known.items()
            if not isinstance(slip.body[name], list)
        ),
        tables=tuple(
            _table(field, slip.body[name])
            for name, field in known.items()
            if isinstance(slip.body[name], list)
        ),
        reason=slip.reason,
        reporter=public_name(slip.reporter),
        reported_at=slip.received_at,
        signer=public_name(slip.signature.signer) if is_signed(slip) else "",
        ordered=slip.ordered_by_id is not None,
    )


def _table(field: Field, rows: Sequence[Mapping[str, Any]]) -> SlipTable:
    columns = [column for column in field.columns if any(column.name in row for row in rows)]
    return SlipTable(
        title=str(field.label),
        columns=tuple(str(column.label) for column in columns),
        rows=tuple(
            tuple(str(_words(column, row[column.name])) if column.name in row else "" for column in columns)
            for row in rows
        ),
    )


def _words(field: RowColumn, value: Any) -> int | str:
    """A choice in its words, anything else as it is."""
    return str(dict(field.choices).get(value, value)) if field.choices else value
