"""What the body of a version of the Articles says: one reader and one check.

Purpose: the JSON that the authority edits becomes a typed thing here and nowhere else; the numbers go to
`rules_engine` as they stand. The provisions besides the scales are the table in `sanctioning.law.provisions`.
Invariant: a version adopted before a provision was written is read with that provision's default.
Rule section: IV ("defined under appropriate titles in the Articles of Administration").
Terms: scale (points of each paid place, by band of table sizes), blue (part of those points).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from rules_engine.points.awards import PAID_PLACES
from sanctioning.kit.refusals import Refusal
from sanctioning.law.provisions import PROVISIONS

TENTHS: Final = re.compile(r"\d{1,4}(\.\d)?")
ABOUT: Final = ("example", "note")
NOTE_LENGTH: Final = 2000

Rows = dict[str, tuple[Decimal, ...]]


@dataclass(frozen=True, slots=True)
class Scale:
    """Points and the blue ones among them, by band of table sizes."""

    points: Rows
    blue: Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadArticles:
    """A body as the authority acts by it: a field for each of `PROVISIONS` and scales by level and type."""

    scales: Mapping[tuple[str, str], Scale]
    least_player_hands: int
    tie_rule: str
    table_size: str
    executor_may_play_at_one_table: bool
    simple_majority_of: str
    college_quorum: int
    days_to_answer_charge: int
    days_to_appeal_to_associate: int
    days_to_appeal_to_managing: int
    days_to_appeal_to_college: int
    days_for_associate_to_decide: int
    days_for_managing_to_decide: int
    days_for_college_to_decide: int
    penalties_without_merit: tuple[str, ...]
    days_to_submit: int
    days_to_decide: int
    days_to_answer: int
    days_to_pay: int

    def days_of(self, provision: str) -> int:
        """The days that a provision named `days_…` sets."""
        days: int = getattr(self, provision)
        return days

    def scale_for(self, level: str, event_type: str) -> Scale:
        """The scale of a level and a type; refuses where the Articles have none."""
        scale = self.scales.get((level, event_type))
        if scale is None:
            raise Refusal(
                code="no-scale",
                sentence=_("These Articles have no award scale for level %(level)s, type %(event_type)s.")
                % {"level": level, "event_type": event_type},
                rule="IV",
                remedy=_("Choose another level or type, or adopt Articles that have one."),
            )
        return scale


def read_articles(body: Mapping[str, Any]) -> ReadArticles:
    """A checked body, typed; what it leaves out is read as its provision's default."""
    provided = {provision.name: body.get(provision.name, provision.default) for provision in PROVISIONS}
    provided["penalties_without_merit"] = tuple(provided["penalties_without_merit"])
    scales = {
        (level, event_type): Scale(points=_rows(scale["points"]), blue=_rows(scale["blue"]))
        for level, types in body.get("scales", {}).items()
        for event_type, scale in types.items()
    }
    return ReadArticles(scales=scales, **provided)


def check_articles(body: Mapping[str, Any]) -> None:
    """Refuse a body that cannot be read, naming the place."""
    known = {provision.name for provision in PROVISIONS} | {"scales", *ABOUT}
    for name in body:
        _need(name in known, name, _("only what the Articles provide for; this is unknown"))
    for name, kind in (("example", bool), ("note", str)):
        _need(isinstance(body.get(name, kind()), kind), name, _("true or false") if kind is bool else "text")
    _need(
        len(body.get("note", "")) <= NOTE_LENGTH,
        "note",
        _("at most %(note_length)s characters") % {"note_length": NOTE_LENGTH},
    )
    for provision in PROVISIONS:
        _need(
            provision.kind.fits(body.get(provision.name, provision.default)),
            provision.name,
            provision.kind.wanted(),
        )
    scales = body.get("scales")
    _need(isinstance(scales, dict), "scales", _("scales by level and type"))
    for level, types in body["scales"].items():
        _need(isinstance(types, dict), f"scales/{level}", _("scales by type"))
        for event_type, scale in types.items():
            _check_scale(f"scales/{level}/{event_type}", scale)


def require_scales(body: Mapping[str, Any]) -> None:
    """A draft may begin without scales; nothing could be awarded by Articles that stay so."""
    if not body["scales"]:
        raise Refusal(
            code="no-scales",
            sentence=_("These Articles have no award scale yet, so no game could win points."),
            rule="IV",
            remedy=_("Add a level and a type, then write the points for at least one table size."),
            status=422,
            facts={"place": "scales"},
        )


def _check_scale(place: str, scale: Any) -> None:
    _need(isinstance(scale, dict) and set(scale) == {"points", "blue"}, place, _("points and blue"))
    for colour, rows in scale.items():
        known = isinstance(rows, dict) and set(rows) <= set(PAID_PLACES)
        _need(
            known,
            f"{place}/{colour}",
            _("rows for tables of %(names)s players") % {"names": ", ".join(PAID_PLACES)},
        )
    for band, paid in PAID_PLACES.items():
        points = _tenths(f"{place}/points/{band}", scale["points"].get(band), paid)
        blue = _tenths(f"{place}/blue/{band}", scale["blue"].get(band, []), paid)
        _need(
            all(share <= whole for share, whole in zip(blue, points, strict=False))
            and len(blue) <= len(points),
            f"{place}/blue/{band}",
            _("no more blue points than points"),
        )
        _need(list(points) == sorted(points, reverse=True), f"{place}/points/{band}", _("the most for first"))


def _tenths(place: str, row: Any, most: int) -> tuple[Decimal, ...]:
    _need(
        isinstance(row, list) and len(row) <= most,
        place,
        _("a list of at most %(most)s numbers") % {"most": most},
    )
    exact = all(isinstance(text, str) and TENTHS.fullmatch(text) for text in row)
    _need(exact, place, _('tenths as text, such as "2.5"'))
    return tuple(map(Decimal, row))


def _rows(rows: Mapping[str, list[str]]) -> Rows:
    return {band: tuple(Decimal(text) for text in row) for band, row in rows.items()}


def _need(met: bool, place: str, wanted: str) -> None:
    if not met:
        raise Refusal(
            code="articles-unreadable",
            sentence=_("The Articles cannot be read at %(place)s.") % {"place": place},
            rule="IV",
            remedy=_("Give %(wanted)s.") % {"wanted": wanted},
            status=422,
            facts={"place": place},
        )
