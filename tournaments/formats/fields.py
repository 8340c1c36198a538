"""What a form, the API and a pad ask for: fields as data, read in one way wherever they come from.

Invariant: what is read is of the kind that the field says and between its bounds, or refused with its name.
Terms: whole (a whole number), choice (one of a few words), cards (one card of a suit or more, in the order in
which they were drawn), text (words of somebody), lines (several lines of them), rows (a list whose rows have
columns, such as the hands of a scoresheet; a row in which nothing is written is none).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _

from rules_engine import cards, draws
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number

Said = str
"""Words for people; lazy translations are fine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowColumn:
    """One value that is asked for; `keys` are what a pad offers to tap instead of typing. Those `aside` are
    folded away until they are needed."""

    name: str
    label: Said
    kind: Literal["whole", "choice", "cards", "text", "lines", "rows"] = "text"
    help: Said = ""
    missing: Said = ""
    initial: str = ""
    needed: bool = True
    least: int = 0
    most: int = 1_000_000
    choices: Sequence[tuple[str, Said]] = ()
    keys: tuple[str, ...] = ()
    aside: bool = False

    @property
    def keyboard(self) -> str | bool:
        """Which keys a phone shows; those of numbers have no minus."""
        return "numeric" if self.kind == "whole" and self.least >= 0 else False


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(RowColumn):
    """One value, or of the kind "rows" up to `most` rows of `columns`, of which a form begins with
    `offered`. `official` is the rule by which whoever runs the event writes it, and no player of the table.
    """

    columns: tuple[RowColumn, ...] = ()
    offered: int = 0
    official: str = ""


Values = dict[str, Any]
"""What was typed into fields, or read from it, by their names."""
Body = Mapping[str, Any]
"""The same as it is kept: which values it has, and of which kind, the fields say."""


def read_fields(fields: Sequence[RowColumn], typed: Body, rule: str) -> Values:
    """The values by name; fields that are left empty and not needed are left out."""
    strangers = [name for name in typed if name not in {field.name for field in fields}]
    if strangers:
        raise _refused(strangers[0], _("There is no field “%(name)s” here.") % {"name": strangers[0]}, rule)
    values = {field.name: _read(field, typed.get(field.name), rule) for field in fields}
    return {name: value for name, value in values.items() if value is not None}


def typed_values(fields: Sequence[Field], typed: Body) -> Values:
    """What a form sent of these fields, for `read_fields` to judge."""
    return {
        field.name: typed_rows(field, typed) if field.kind == "rows" else typed.get(field.name)
        for field in fields
    }


def typed_rows(field: Field, typed: Body) -> list[Values]:
    """The rows of a field as they were typed, empty ones among them, the last at most that which it has."""
    columns = {column.name for column in field.columns}
    rows: dict[int, Values] = {}
    for name in typed:
        number, _hyphen, column = name.removeprefix(f"{field.name}-").partition("-")
        at = whole_number(number) if name.startswith(f"{field.name}-") else None
        if at and at <= field.most and column in columns:
            rows.setdefault(at, {})[column] = typed[name]
    return [rows.get(number, {}) for number in range(1, max(rows, default=0) + 1)]


def is_empty(value: Any) -> bool:
    """Whether nothing is written: no value, blanks, or rows that are all empty."""
    if isinstance(value, Mapping):
        return all(map(is_empty, value.values()))
    if isinstance(value, (list, tuple)):
        return all(map(is_empty, value))
    return value is None or (isinstance(value, str) and not value.strip())


def _read(field: RowColumn, value: Any, rule: str) -> int | str | list[Values] | None:
    if is_empty(value):
        if field.needed:
            raise _refused(field.name, str(field.missing) or _("%(field)s is missing.") % _said(field), rule)
        return None
    if isinstance(field, Field) and field.kind == "rows":
        return _rows(field, value, rule)
    if field.kind == "whole":
        return _whole(field, value, rule)
    if not isinstance(value, str):
        raise _refused(field.name, _("%(field)s is not text.") % _said(field), rule)
    text = value.strip()
    if "\0" in text:
        raise _refused(field.name, _("%(field)s contains a null character.") % _said(field), rule)
    if len(text) > field.most:
        values = {**_said(field), "most": field.most}
        raise _refused(field.name, _("%(field)s can have at most %(most)s characters.") % values, rule)
    if field.kind == "cards":
        return _cards(field, text, rule)
    if field.kind == "choice" and text not in dict(field.choices):
        choices = ", ".join(str(choice) for choice, _words in field.choices)
        values = {**_said(field), "choices": choices}
        raise _refused(field.name, _("%(field)s is one of %(choices)s.") % values, rule)
    return text


def _rows(field: Field, value: Any, rule: str) -> list[Values]:
    """What is written row by row; a refusal names the row and its column."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(row, Mapping) for row in value):
        raise _refused(field.name, _("%(field)s is not a list of rows.") % _said(field), rule)
    if len(value) > field.most:
        values = {**_said(field), "most": field.most}
        raise _refused(field.name, _("%(field)s can have at most %(most)s rows.") % values, rule)
    rows = []
    for number, row in enumerate(value, start=1):
        if is_empty(row):
            continue
        try:
            rows.append(read_fields(field.columns, row, rule))
        except Refusal as wrong:
            values = {**_said(field), "number": number, "why": wrong.sentence}
            place = f"{field.name}-{number}-{wrong.facts['field']}"
            raise _refused(place, _("%(field)s, row %(number)s: %(why)s") % values, rule) from None
    return rows


def _cards(field: RowColumn, text: str, rule: str) -> str:
    """The cards in capitals, apart by a blank."""
    drawn = text.upper().split()
    if not all(_is_of_a_suit(card) for card in drawn):
        raise _refused(
            field.name, _("%(field)s: write rank and suit, as in 9C, 10D or QH.") % _said(field), rule
        )
    return " ".join(drawn)


def _is_of_a_suit(card: str) -> bool:
    try:
        return draws.rank(card) >= 0 and card != cards.TEXT[cards.JOKER]
    except ValueError:
        return False


def _whole(field: RowColumn, value: Any, rule: str) -> int:
    number = _signed(value.strip()) if isinstance(value, str) else value
    if isinstance(number, int) and not isinstance(number, bool) and field.least <= number <= field.most:
        return number
    values = {**_said(field), "least": field.least, "most": field.most}
    raise _refused(field.name, _("%(field)s is a whole number from %(least)s to %(most)s.") % values, rule)


def _signed(text: str) -> int | None:
    """A whole number with its sign, a minus as typed or as printed."""
    if not text.startswith(("-", "−")):
        return whole_number(text)
    number = whole_number(text[1:])
    return None if number is None else -number


def _said(field: RowColumn) -> dict[str, object]:
    return {"field": str(field.label)}


def _refused(name: str, sentence: str, rule: str) -> Refusal:
    return Refusal(
        code="field-unreadable",
        sentence=sentence,
        rule=rule,
        remedy=_("Correct it and send it again."),
        status=422,
        facts={"field": name},
    )
