"""The example law as tables: what a place pays, what a sanction costs, and every other provision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from rules_engine.points.awards import PAID_PLACES
from sanctioning.kit.wording.localised import money, tenths
from sanctioning.law.kinds_of_law import CategoryNames, band_in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleRow:
    title: str
    cells: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleTable:
    title: str
    explanation: str
    heads: Sequence[str]
    rows: Sequence[ExampleRow]


def scale_table(articles: Mapping[str, Any], names: CategoryNames) -> ExampleTable:
    """A row for each level and type, a column for each number of players."""
    return ExampleTable(
        title=_("Points for each place"),
        explanation=_(
            "First place, then second and third where they are paid. Blue points are part of the total."
        ),
        heads=[_("%(band)s players") % {"band": band_in_words(band)} for band in PAID_PLACES],
        rows=[
            ExampleRow(
                title=names.pair(level, event_type),
                cells=[_paid(scale, band) for band in PAID_PLACES],
            )
            for level, event_type, scale in _pairs(articles["scales"])
        ],
    )


def fee_table(fees: Mapping[str, Any], names: CategoryNames) -> ExampleTable:
    """A row for each level and type: the fee of an event, and that of a single game."""
    return ExampleTable(
        title=_("Fees"),
        explanation=_("What a club pays for a sanction."),
        heads=[_("An event"), _("A single game")],
        rows=[
            ExampleRow(
                title=names.pair(level, event_type),
                cells=[money(amount), money(fees["individual"][level][event_type])],
            )
            for level, event_type, amount in _pairs(fees["event"])
        ],
    )


def _pairs(levels: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str, Any]]:
    for level, types in levels.items():
        for event_type, content in types.items():
            yield level, event_type, content


def _paid(scale: Mapping[str, Mapping[str, Sequence[str]]], band: str) -> str:
    blue = scale["blue"].get(band, [])
    places = []
    for place, total in enumerate(scale["points"].get(band, [])):
        part, words = blue[place] if place < len(blue) else "", tenths(Decimal(total))
        if part:
            words = _("%(total)s (%(blue)s blue)") % {"total": words, "blue": tenths(Decimal(part))}
        places.append(words)
    return "; ".join(places)
