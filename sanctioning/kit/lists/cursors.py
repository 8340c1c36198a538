"""Cursors: where somebody stopped reading a list, so that they go on there however the list grew meanwhile.

Invariants: no row comes twice and none is left out, but for rows whose own place in the order changed; a
cursor that this site did not write is refused. Terms: keys (what a list is sorted by, the primary key last).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core import signing
from django.db.models import Expression, F, Field, Q, QuerySet
from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

START: Final = "start"
SALT: Final = "sanctioning.kit.lists.cursors"
Plain = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Key:
    """One thing by which a list is sorted; what `may_be_empty` comes last both ways when it is."""

    expression: F | Expression
    is_descending: bool
    may_be_empty: bool


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows of a list from one place on, by their primary keys, and the cursor of those behind them."""

    ids: tuple[Any, ...]
    next: str


def stretch_of(rows: QuerySet[Any], keys: Sequence[Key], *, order: str, cursor: str, size: int) -> Stretch:
    """So many rows at most, after the place of the cursor. One query.

    Raises:
        Refusal: `cursor-unknown`.
    """
    names = {f"cursor_{number}": key.expression for number, key in enumerate(keys)}
    keyed = rows.annotate(**names)
    if cursor != START:
        keyed = keyed.filter(_after(keys, _values_read(keyed, list(names), cursor, order)))
    places = list(keyed.values_list("pk", *names)[: size + 1])
    is_last = len(places) <= size
    following = "" if is_last else _cursor(order, places[size - 1][1:])
    return Stretch(tuple(place[0] for place in places[:size]), following)


def _after(keys: Sequence[Key], values: Sequence[Any]) -> Q:
    """Whatever the order has behind those values."""
    behind, alike = Q(), Q()
    for number, (key, value) in enumerate(zip(keys, values, strict=True)):
        name = f"cursor_{number}"
        if value is None:
            alike &= Q(**{f"{name}__isnull": True})
            continue
        later = Q(**{f"{name}__{'lt' if key.is_descending else 'gt'}": value})
        if key.may_be_empty:
            later |= Q(**{f"{name}__isnull": True})
        behind |= alike & later
        alike &= Q(**{name: value})
    return behind


def _cursor(order: str, values: Sequence[Any]) -> str:
    return signing.dumps([order, *map(_plain, values)], salt=SALT, compress=True)


def _plain(value: Any) -> Plain:
    if value is None or isinstance(value, str | int):
        return value
    return value.isoformat() if isinstance(value, dt.date) else str(value)


def _values_read(rows: QuerySet[Any], names: Sequence[str], cursor: str, order: str) -> list[Any]:
    annotations: Mapping[str, Any] = rows.query.annotations
    fields: list[Field[Any, Any]] = [annotations[name].output_field for name in names]
    try:
        of, *values = signing.loads(cursor, salt=SALT)
    except signing.BadSignature:
        raise _unknown(order) from None
    if of != order or len(values) != len(names):
        raise _unknown(order)
    return [field.to_python(value) for field, value in zip(fields, values, strict=True)]


def _unknown(order: str) -> Refusal:
    return Refusal(
        code="cursor-unknown",
        sentence=_("This cursor does not belong to the list as you sort it (%(order)s).") % {"order": order},
        rule=_("A cursor is what `Link` of the answer before says, for the same list in the same order."),
        remedy=_("Begin with `cursor=start`, and follow `Link` from there."),
        status=400,
        facts={"order": order},
    )
