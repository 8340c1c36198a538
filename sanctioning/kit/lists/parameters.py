"""What a program may ask of a list, as the description of the API says it of every list alike.

Invariants: each parameter says what it asks; one that takes a yes or a no takes `true` and `false`, and one
that takes one of several values names them wherever they are always the same.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from typing import Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError

from sanctioning.kit.lists.cursors import START
from sanctioning.kit.lists.paging import FIRST

LARGEST: Final = 200
"""So many lines are sent at once at most."""
NEVER_EMPTY: Final = frozenset({"month", "page", "since", "sort", "until"})
"""Of these an empty one says nothing, and is left out."""
TRUE: Final = "true"
YES_OR_NO: Final = (TRUE, "false")
SORT: Final = "The order of the lines; `-` before it turns it round."
PAGE: Final = "Which page, counted from 1."


class ParametersWrong(ValidationError):
    """With the values that each wrong parameter takes, where it takes one of several."""

    def __init__(self, detail: Mapping[str, list[str]], known: Mapping[str, list[str]]) -> None:
        super().__init__(dict(detail))
        self.known = known


def filter_parameter(name: str, about: str, values: Collection[str] = ()) -> OpenApiParameter:
    """How the schema tells of a filter: what it asks, and the values that it takes where they are always the
    same."""
    return OpenApiParameter(name, str, enum=sorted(values) or None, description=about)


def flag_parameter(name: str, about: str) -> OpenApiParameter:
    return OpenApiParameter(name, bool, description=about)


def kind_parameter(values: Collection[str] = ()) -> OpenApiParameter:
    return filter_parameter("kind", "Only of this kind.", values)


def state_parameter(values: Collection[str]) -> OpenApiParameter:
    return filter_parameter("state", "Only in this state.", values)


SEARCH: Final = filter_parameter(
    "search", "Each word stands in what the line is called by: a name, a number, a title, a reason."
)
SINCE: Final = OpenApiParameter("since", dt.date, description="Only of this day and later.")
UNTIL: Final = OpenApiParameter("until", dt.date, description="Only of this day and earlier.")


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


def require_one_of(query: Mapping[str, str], known: Mapping[str, Collection[str]]) -> None:
    """What is asked is one of the values that there are, or empty.

    Raises:
        ParametersWrong: at each that is another, with those that there are.
    """
    wrong = {name: list(values) for name, values in known.items() if query.get(name, "") not in ("", *values)}
    if wrong:
        raise ParametersWrong({name: [one_of_these(values)] for name, values in wrong.items()}, wrong)


def one_of_these(known: Collection[str]) -> str:
    return _("Choose one of these: %(names)s.") % {"names": ", ".join(known)}
