"""What the body of a version of the Articles says, and the example that ships.

Purpose: one reader and one check of the JSON that the authority edits; the numbers go to `rules_engine`
as they stand.
Rule section: IV ("defined under appropriate titles in the Articles of Administration"); the example is
ours, the original Articles are not among the texts.
Terms: scale (points of each paid place, by band of table sizes), blue (part of those points).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from rules_engine.awards import PAID_PLACES
from sanctioning.refusal import Refusal

TIE_RULES: Final = ("share",)
TABLE_SIZES: Final = ("truncated-average", "finals")

Rows = dict[str, tuple[Decimal, ...]]


@dataclass(frozen=True, slots=True)
class Scale:
    """Points and the blue ones among them, by band of table sizes."""

    points: Rows
    blue: Rows


def scale_for(body: Mapping[str, Any], level: str, event_type: str) -> Scale:
    """The scale of a level and a type; refuses where the Articles have none."""
    found = body["scales"].get(level, {}).get(event_type)
    if found is None:
        raise Refusal(
            code="no-scale",
            sentence=f"These Articles have no award scale for level {level}, type {event_type}.",
            rule="IV",
            remedy="Choose another level or type, or adopt Articles that have one.",
        )
    return Scale(points=_rows(found["points"]), blue=_rows(found["blue"]))


def least_player_hands(body: Mapping[str, Any]) -> int:
    return int(body["least_player_hands"])


def table_size_by(body: Mapping[str, Any]) -> str:
    return str(body["table_size"])


def executor_may_play(body: Mapping[str, Any]) -> bool:
    return bool(body["executor_may_play_at_one_table"])


def check_articles(body: Mapping[str, Any]) -> None:
    """Refuse a body that cannot be read, naming the place."""
    _need(isinstance(body.get("example"), bool), "example", "true or false")
    hands = body.get("least_player_hands")
    _need(isinstance(hands, int) and hands >= 0, "least_player_hands", "a whole number from 0")
    _need(body.get("tie_rule") in TIE_RULES, "tie_rule", " or ".join(TIE_RULES))
    _need(body.get("table_size") in TABLE_SIZES, "table_size", " or ".join(TABLE_SIZES))
    may_play = body.get("executor_may_play_at_one_table")
    _need(isinstance(may_play, bool), "executor_may_play_at_one_table", "true or false")
    scales = body.get("scales")
    _need(isinstance(scales, dict) and bool(scales), "scales", "scales by level and type")
    for level, types in body["scales"].items():
        for event_type, scale in types.items():
            _check_scale(f"scales/{level}/{event_type}", scale)


def _check_scale(place: str, scale: Mapping[str, Any]) -> None:
    for band, paid in PAID_PLACES.items():
        points = _tenths(f"{place}/points/{band}", scale.get("points", {}).get(band), paid)
        blue = _tenths(f"{place}/blue/{band}", scale.get("blue", {}).get(band, []), paid)
        _need(
            all(share <= whole for share, whole in zip(blue, points, strict=False))
            and len(blue) <= len(points),
            f"{place}/blue/{band}",
            "no more blue points than points",
        )
        _need(list(points) == sorted(points, reverse=True), f"{place}/points/{band}", "the most for first")


def _tenths(place: str, row: Any, most: int) -> tuple[Decimal, ...]:
    _need(isinstance(row, list) and len(row) <= most, place, f"a list of at most {most} numbers")
    try:
        read = tuple(Decimal(text) for text in row)
    except (InvalidOperation, TypeError):
        read = (Decimal(-1),)
    exact = all(value.is_finite() and value >= 0 and value == round(value, 1) for value in read)
    _need(exact, place, 'tenths as text, such as "2.5"')
    return read


def _rows(rows: Mapping[str, list[str]]) -> Rows:
    return {band: tuple(Decimal(text) for text in row) for band, row in rows.items()}


def _need(met: bool, place: str, wanted: str) -> None:
    if not met:
        raise Refusal(
            code="articles-unreadable",
            sentence=f"The Articles cannot be read at {place}.",
            rule="IV",
            remedy=f"Give {wanted}.",
            status=422,
            facts={"place": place},
        )


def _scale(points: str, blue: str = "") -> dict[str, dict[str, list[str]]]:
    """A scale from `first place / first second / first second third`."""
    return {"points": _bands(points), "blue": _bands(blue) if blue else {}}


def _bands(text: str) -> dict[str, list[str]]:
    return {band: row.split() for band, row in zip(PAID_PLACES, text.split("/"), strict=True)}


EXAMPLE_ARTICLES: Final[dict[str, Any]] = {
    "example": True,
    "note": "An example that ships with the system; the original Articles are not among the texts.",
    "least_player_hands": 0,
    "tie_rule": "share",
    "table_size": "truncated-average",
    "executor_may_play_at_one_table": False,
    "scales": {
        "restricted": {
            "club-game": _scale("1.5 / 2.0 1.0 / 3.0 1.5 0.8"),
            "tournament": _scale("2.5 / 4.0 2.0 / 5.0 3.0 1.5"),
        },
        "open": {
            "club-game": _scale("3.0 / 4.0 2.0 / 5.0 3.0 1.5"),
            "tournament": _scale("5.0 / 8.0 4.0 / 10.0 6.0 3.0"),
        },
        "special-event": {
            "club-game": _scale("8.0 / 12.0 6.0 / 15.0 9.0 5.0", "1.0 / 2.0 1.0 / 3.0 1.5 0.5"),
            "tournament": _scale("12.0 / 18.0 10.0 / 24.0 14.0 8.0", "2.0 / 3.0 1.5 / 4.0 2.0 1.0"),
        },
        "series-playoff-consolation": {
            "club-game": _scale("10.0 / 16.0 8.0 / 20.0 12.0 6.0", "3.0 / 4.0 2.0 / 5.0 2.5 1.0"),
            "tournament": _scale("16.0 / 24.0 14.0 / 32.0 20.0 12.0", "4.0 / 6.0 3.0 / 8.0 4.0 2.0"),
        },
    },
}
