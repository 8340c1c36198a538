"""The form of one slip: fields one by one, and rows of columns such as the hands of a scoresheet.

Terms: kept (what was typed, shown again without judging it), grid (a field of rows as the page draws it),
aside (folded away until it is needed).
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from tournaments.formats.fields import Field, RowColumn, is_empty, typed_rows
from tournaments.formats.form_fields import form_field
from tournaments.slips.selectors.slips import SlipLine, initial_values

FURTHER: Final = 4
"""How many empty rows are added at a time."""
LONGEST: Final = 16
"""So many letters of a choice can be read in a third of a line on a phone."""
FIRST: Final = "0"
"""What a form that corrects nothing says that it replaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormCell:
    column: RowColumn
    name: str
    value: str
    wrong: bool

    @property
    def control_id(self) -> str:
        return f"id_{self.name}"

    @property
    def choices(self) -> list[tuple[str, object]]:
        return [("", ""), *self.column.choices]

    @property
    def typing(self) -> dict[str, object]:
        """How a line is written in: on which keyboard, how long, or with the keys of the page."""
        column = self.column
        attributes: dict[str, object] = {"autocomplete": "off"}
        if column.kind == "whole":
            attributes |= {"inputmode": column.keyboard, "size": 3}
        else:
            attributes |= {"maxlength": column.most}
        if column.keys:
            attributes |= {
                "autocapitalize": "none",
                "spellcheck": "false",
                "data-keys": " ".join(column.keys),
                "data-rub": _("take back"),
                "data-label": _("Keys for %(label)s") % {"label": column.label},
            }
        return attributes

    @property
    def long(self) -> bool:
        """Whether a choice is too long for a third of a phone."""
        return any(len(str(words)) > LONGEST for _value, words in self.column.choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormRow:
    number: int
    cells: tuple[FormCell, ...]

    @property
    def shown(self) -> tuple[FormCell, ...]:
        return tuple(cell for cell in self.cells if not cell.column.aside)

    @property
    def aside(self) -> tuple[FormCell, ...]:
        return tuple(cell for cell in self.cells if cell.column.aside)

    @property
    def opened(self) -> bool:
        """Whether something that is folded away is written, or wrong."""
        return any(cell.value or cell.wrong for cell in self.aside)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """`name` is that of the field in its form."""

    field: Field
    name: str
    rows: tuple[FormRow, ...]

    @property
    def full(self) -> bool:
        return len(self.rows) >= self.field.most


class SlipForm(forms.Form):
    """The fields of a slip; a correction has a reason, which what is sent again as it was first does not."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=80)
    replaces = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        line: SlipLine,
        filled: Mapping[str, Any] | None = None,
        more: str = "",
    ) -> None:
        fresh = {"key": str(uuid.uuid4()), "replaces": line.version}
        super().__init__(data, initial={**initial_values(line), **fresh, **(filled or {})})
        self.line = line
        self.typed = data if data is not None else filled
        self.more = more
        self.wrong = ""
        for value in line.values:
            if value.field.kind != "rows":
                self.fields[value.field.name] = form_field(value.field)
                self.fields[value.field.name].initial = self.initial[value.field.name]
        if line.version:
            self.fields["reason"] = forms.CharField(
                label=_("What was wrong"),
                max_length=300,
                required=data is None or data.get("replaces") != FIRST,
                error_messages={"required": _("Correcting a slip needs a reason.")},
            )

    @property
    def values(self) -> dict[str, object]:
        """What was typed, by the names of the fields, for `read_fields` to judge; what was sent in fields
        that are withheld is for the service to refuse."""
        unasked = {field.name: self._sent(field) for field in self.line.withheld}
        return {value.field.name: self._value(value.field) for value in self.line.values} | {
            name: value for name, value in unasked.items() if not is_empty(value)
        }

    @property
    def shown(self) -> list[forms.BoundField]:
        aside = self._aside()
        return [field for field in self.visible_fields() if field.name not in aside]

    @property
    def aside(self) -> list[forms.BoundField]:
        aside = self._aside()
        return [field for field in self.visible_fields() if field.name in aside]

    @property
    def opened(self) -> bool:
        """Whether something that is folded away is written, or wrong."""
        return any(field.value() or field.name == self.wrong for field in self.aside)

    @property
    def grids(self) -> list[Grid]:
        return [
            self._grid(value.field, value.value) for value in self.line.values if value.field.kind == "rows"
        ]

    def _value(self, field: Field) -> Any:
        if field.kind == "rows":
            return typed_rows(field, self.typed or {})
        return self.cleaned_data[field.name] if self.is_bound else (self.typed or {}).get(field.name)

    def _sent(self, field: Field) -> Any:
        typed = self.typed or {}
        return typed_rows(field, typed) if field.kind == "rows" else typed.get(field.name)

    def _aside(self) -> frozenset[str]:
        return frozenset(value.field.name for value in self.line.values if value.field.aside)

    def _grid(self, field: Field, stands: Sequence[Mapping[str, Any]] | None) -> Grid:
        rows = list(stands or ()) if self.typed is None else typed_rows(field, self.typed)
        count = max(field.offered, len(rows)) + (FURTHER if self.more == field.name else 0)
        rows += [{}] * (min(count, field.most) - len(rows))
        return Grid(
            field=field,
            name=self.add_prefix(field.name),
            rows=tuple(
                FormRow(
                    number=number,
                    cells=tuple(self._cell(field, number, column, row) for column in field.columns),
                )
                for number, row in enumerate(rows, start=1)
            ),
        )

    def _cell(self, field: Field, number: int, column: RowColumn, row: Mapping[str, Any]) -> FormCell:
        name = f"{field.name}-{number}-{column.name}"
        value = str(row.get(column.name, ""))
        return FormCell(column=column, name=self.add_prefix(name), value=value, wrong=name == self.wrong)


class SlipOfOrderForm(SlipForm):
    """One slip among several that an order corrects: its fields carry its place, and the order says why."""

    def __init__(self, *, line: SlipLine, typed: Mapping[str, Any], more: str = "") -> None:
        super().__init__(line=line, filled=typed, more=more)
        for name in ("key", "reason"):
            self.fields.pop(name, None)

    def add_prefix(self, field_name: str) -> str:
        return f"{self.line.place}:{field_name}"


def typed_body(line: SlipLine, body: Mapping[str, Any]) -> dict[str, object]:
    """A body of a slip as it is typed into its form, which then shows nothing of what stands."""
    typed: dict[str, object] = {}
    for field in (value.field for value in line.values):
        if field.kind != "rows":
            typed[field.name] = body.get(field.name, "")
            continue
        for number, row in enumerate(body.get(field.name, ()), start=1):
            typed |= {f"{field.name}-{number}-{column}": value for column, value in row.items()}
    return typed
