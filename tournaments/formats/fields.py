"""What a form, the API and a pad ask for: fields as data, read in one way wherever they come from.

Invariant: what is read is of the kind that the field says and between its bounds, or refused with its name.
Terms: whole (a whole number), choice (one of a few words), cards (one card of a suit or more, in the order in
which they were drawn), text (words of somebody), lines (several lines of them).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _

from rules_engine import cards, draws
from sanctioning.refusal import Refusal
from sanctioning.services.typed import whole_number

Said = str
"""Words for people; lazy translations are fine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    name: str
    label: Said
    kind: Literal["whole", "choice", "cards", "text", "lines"] = "text"
    help: Said = ""
    missing: Said = ""
    initial: str = ""
    needed: bool = True
    least: int = 0
    most: int = 1_000_000
    choices: Sequence[tuple[str, Said]] = ()


def read_fields(fields: Sequence[Field], typed: Mapping[str, Any], rule: str) -> dict[str, Any]:
    """The values by name; fields that are left empty and not needed are left out."""
    strangers = [name for name in typed if name not in {field.name for field in fields}]
    if strangers:
        raise _refused(strangers[0], _("There is no field “%(name)s” here.") % {"name": strangers[0]}, rule)
    values = {field.name: _read(field, typed.get(field.name), rule) for field in fields}
    return {name: value for name, value in values.items() if value is not None}


def _read(field: Field, value: Any, rule: str) -> int | str | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        if field.needed:
            raise _refused(field.name, str(field.missing) or _("%(field)s is missing.") % _said(field), rule)
        return None
    if field.kind == "whole":
        return _whole(field, value, rule)
    if not isinstance(value, str):
        raise _refused(field.name, _("%(field)s is no text.") % _said(field), rule)
    text = value.strip()
    if "\0" in text:
        raise _refused(field.name, _("%(field)s holds a null character.") % _said(field), rule)
    if len(text) > field.most:
        said = {**_said(field), "most": field.most}
        raise _refused(field.name, _("%(field)s has at most %(most)s letters.") % said, rule)
    if field.kind == "cards":
        return _cards(field, text, rule)
    if field.kind == "choice" and text not in dict(field.choices):
        choices = ", ".join(str(one) for one, _words in field.choices)
        said = {**_said(field), "choices": choices}
        raise _refused(field.name, _("%(field)s is one of %(choices)s.") % said, rule)
    return text


def _cards(field: Field, text: str, rule: str) -> str:
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


def _whole(field: Field, value: Any, rule: str) -> int:
    number = whole_number(value.strip()) if isinstance(value, str) else value
    if isinstance(number, int) and not isinstance(number, bool) and field.least <= number <= field.most:
        return number
    said = {**_said(field), "least": field.least, "most": field.most}
    raise _refused(field.name, _("%(field)s is a whole number from %(least)s to %(most)s.") % said, rule)


def _said(field: Field) -> dict[str, object]:
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
