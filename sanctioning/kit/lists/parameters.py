"""What a program may ask of a list, as the description of the API says it of every list alike.

Invariants: each parameter says what it asks; one that takes a yes or a no takes `true` and `false`, and one
that takes one of several values names them wherever they are always the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError

from sanctioning.kit.lists.cursors import START
from sanctioning.kit.lists.paging import FIRST

LARGEST: Final = 200
"""So many lines are sent at once at most."""
DAYS: Final = frozenset({"since", "until"})
FLAGS: Final = frozenset({"guiding", "overdue", "places", "unread"})
TRUE: Final = "true"
YES_OR_NO: Final = (TRUE, "false")
SHAPES: Final[Mapping[str, dict[str, Any]]] = {
    **{name: {"type": "string", "format": "date"} for name in DAYS},
    **{name: {"type": "boolean"} for name in FLAGS},
    "month": {"type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"},
}
TEXT: Final = {"type": "string"}
ABOUT: Final[Mapping[str, str]] = {
    "book": "Only entries of this account: points won, or points recorded.",
    "by": "Who did it: each word is part of a name, or the member number.",
    "card_game": "Only of this card game, by its slug.",
    "club": "Each word is part of the name of the club.",
    "degree": "Only this degree, by its place in the scale: 0 is the lowest.",
    "game": "Only of this game, by the slug of its format.",
    "group": "Only messages about this.",
    "guiding": "With `true` only guiding rulings.",
    "irregularity": "Only rulings on this irregularity, by its slug.",
    "kind": "Only of this kind.",
    "level": "Only of this level, by its slug (`level_slug`; `/levels/` lists them).",
    "month": "Only of which a day lies in this month, such as `2026-11`.",
    "office": "Only of this office.",
    "outcome": "Only with this outcome.",
    "overdue": "With `true` only what is overdue.",
    "place": "Each word is part of the town, the hall or the club.",
    "places": "With `true` only with open places.",
    "player": "Only of this player: the member number, or words of the name where names are searched.",
    "row": "Only this row of the file, counted from 1.",
    "search": "Each word stands in what the line is called by: a name, a number, a title, a reason.",
    "section": "Only of this section, as it is cited (`section`).",
    "since": "Only of this day and later.",
    "state": "Only in this state.",
    "type": "Only messages of this type.",
    "unread": "With `true` only unread messages.",
    "until": "Only of this day and earlier.",
    "when": "`over` for those that are over, `all` for these too; without it those to come.",
}
SORT: Final = "The order of the lines; `-` before it turns it round."
PAGE: Final = "Which page, counted from 1."


class ParametersWrong(ValidationError):
    """With the values that each wrong parameter takes, where it takes one of several."""

    def __init__(self, detail: Mapping[str, list[str]], known: Mapping[str, list[str]]) -> None:
        super().__init__(dict(detail))
        self.known = known


def filter_parameter(name: str, values: Collection[str] = ()) -> OpenApiParameter:
    """How the schema tells of a filter."""
    shape = SHAPES.get(name, TEXT)
    return OpenApiParameter(
        name, {**shape, "enum": sorted(values)} if values else shape, description=ABOUT[name]
    )


def sort_parameter(sorts: Collection[str]) -> OpenApiParameter:
    return OpenApiParameter("sort", str, enum=[*sorts, *(f"-{name}" for name in sorts)], description=SORT)


def page_parameter() -> OpenApiParameter:
    return OpenApiParameter("page", {"type": "integer", "minimum": FIRST}, description=PAGE)


def paging_parameters(line_members: Collection[str]) -> tuple[OpenApiParameter, ...]:
    """By page or by cursor, how many lines and what of each."""
    any_name = f"({'|'.join(line_members)})"
    return (
        page_parameter(),
        OpenApiParameter("cursor", str, description=f"`{START}`, or what `Link` said last."),
        OpenApiParameter(
            "size",
            {"type": "integer", "minimum": FIRST, "maximum": LARGEST},
            description="How many lines at once.",
        ),
        OpenApiParameter(
            "fields",
            {"type": "string", "pattern": f"^{any_name}(,{any_name})*$"},
            description="Members of a line, with commas between them.",
        ),
    )


def require_yes_or_no(query: Mapping[str, str], flags: Collection[str]) -> None:
    """A flag is true or false; anything else would be taken for a yes.

    Raises:
        ParametersWrong: at each that is neither.
    """
    wrong = [name for name in flags if query.get(name, TRUE) not in YES_OR_NO]
    if wrong:
        sentence, known = one_of_these(YES_OR_NO), list(YES_OR_NO)
        raise ParametersWrong({name: [sentence] for name in wrong}, dict.fromkeys(wrong, known))


def one_of_these(known: Collection[str]) -> str:
    return _("Choose one of these: %(names)s.") % {"names": ", ".join(known)}
