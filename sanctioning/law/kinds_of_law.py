"""The three laws that come in versions, told apart in one place.

Purpose: what drafting, comparing and adopting need to know of each: its words, its check, the levels and
types it speaks of, and what a body says in statements that a person can compare.
Terms: statement (one thing a body says, with a key by which two bodies are compared).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, TypeVar

from django.utils.translation import gettext as _

from rules_engine.points.awards import PAID_PLACES
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.kit.wording.localised import money, tenths
from sanctioning.law.articles import check_articles, require_scales
from sanctioning.law.fee_schedules import KINDS, amount_in, check_fees
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet, Version
from sanctioning.law.provisions import PROVISIONS
from sanctioning.law.rule_sets import check_rules

Body = Mapping[str, Any]
Law = TypeVar("Law", bound=Version)
SCALES: Final = _lazy("Award scales")
FEES: Final = {"event": _lazy("Events"), "individual": _lazy("Individual games")}


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryNames:
    """What people call levels and types, by slug; a slug that nothing is known of is called by itself."""

    levels: Mapping[str, str]
    types: Mapping[str, str]

    def pair(self, level: str, event_type: str) -> str:
        return f"{self.levels.get(level, level)}, {self.types.get(event_type, event_type)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LawStatement:
    key: tuple[str, ...]
    part: str
    title: str
    rule: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """`old` or `new` is empty where that body says nothing of it."""

    part: str
    title: str
    rule: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LawKind:
    """`slug` is its name in addresses, `version` what one version is called with its number; `require_whole`
    refuses what a draft may still lack, and a law may not."""

    slug: str
    model: type[Version]
    name: str
    version: str
    check: Callable[[Body], None]
    require_whole: Callable[[Body], None]
    statements: Callable[[Body, CategoryNames], Iterator[LawStatement]]
    pairs: Callable[[Body], Iterator[tuple[str, str]]]
    empty: Mapping[str, Any]


def differences(kind: LawKind, old: Body, new: Body, names: CategoryNames) -> tuple[Difference, ...]:
    """What two bodies say differently, in the order of the new one, then what only the old one said."""
    before = {statement.key: statement for statement in kind.statements(old, names)}
    after = {statement.key: statement for statement in kind.statements(new, names)}
    changed = []
    for key in [*after, *(key for key in before if key not in after)]:
        was, now = before.get(key), after.get(key)
        statement = now or was
        assert statement is not None
        if was is None or now is None or was.words != now.words:
            changed.append(
                Difference(
                    part=statement.part,
                    title=statement.title,
                    rule=statement.rule,
                    old=was.words if was else "",
                    new=now.words if now else "",
                )
            )
    parts = list(dict.fromkeys(difference.part for difference in changed))
    return tuple(sorted(changed, key=lambda difference: parts.index(difference.part)))


def provision_statements(body: Body) -> Iterator[LawStatement]:
    """What Articles say besides their scales."""
    for provision in PROVISIONS:
        yield LawStatement(
            key=(provision.name,),
            part=provision.part,
            title=provision.title,
            rule=provision.rule,
            words=provision.kind.in_words(body.get(provision.name, provision.default)),
        )


def articles_statements(body: Body, names: CategoryNames) -> Iterator[LawStatement]:
    yield from provision_statements(body)
    for level, event_type in _scale_pairs(body):
        scale = body["scales"][level][event_type]
        for band in PAID_PLACES:
            yield LawStatement(
                key=("scales", level, event_type, band),
                part=SCALES,
                title=_("%(pair)s: %(band)s players")
                % {"pair": names.pair(level, event_type), "band": band_in_words(band)},
                rule="IV",
                words=_row_in_words(scale["points"].get(band, []), scale["blue"].get(band, [])),
            )
    if body.get("note"):
        yield LawStatement(key=("note",), part=_("Note"), title=_("Note"), rule="", words=body["note"])


def band_in_words(band: str) -> str:
    """`8-10` is "8 to 10"."""
    return _("%(least)s to %(most)s") % dict(zip(("least", "most"), band.split("-"), strict=True))


def _row_in_words(points: list[str], blue: list[str]) -> str:
    paid = " · ".join(_tenth(text) for text in points) or _("no points")
    coloured = [text for text in blue if Decimal(text)]
    return (
        _("%(paid)s (%(blue)s blue)") % {"paid": paid, "blue": " · ".join(map(_tenth, blue))}
        if coloured
        else paid
    )


def _tenth(text: str) -> str:
    return tenths(Decimal(text))


def _scale_pairs(body: Body) -> Iterator[tuple[str, str]]:
    for level, types in body.get("scales", {}).items():
        for event_type in types:
            yield level, event_type


def fee_statements(body: Body, names: CategoryNames) -> Iterator[LawStatement]:
    for kind in KINDS:
        for level, types in body.get(kind, {}).items():
            for event_type, amount in types.items():
                yield LawStatement(
                    key=(kind, level, event_type),
                    part=FEES[kind],
                    title=names.pair(level, event_type),
                    rule="IV, reading 65",
                    words=money(amount_in(amount)),
                )
    if body.get("note"):
        yield LawStatement(key=("note",), part=_("Note"), title=_("Note"), rule="", words=body["note"])


def _fee_pairs(body: Body) -> Iterator[tuple[str, str]]:
    for kind in KINDS:
        for level, types in body.get(kind, {}).items():
            for event_type in types:
                yield level, event_type


def rule_statements(body: Body, names: CategoryNames) -> Iterator[LawStatement]:
    for section in body["sections"]:
        yield LawStatement(
            key=("sections", section),
            part=_("Sections"),
            title=_("Section %(section)s") % {"section": section},
            rule="IV",
            words=_("included"),
        )
    seen: dict[str, int] = {}
    for amendment in body.get("amendments", []):
        section = amendment["section"]
        seen[section] = seen.get(section, 0) + 1
        yield LawStatement(
            key=("amendments", section, str(seen[section])),
            part=_("Amendments"),
            title=_("To section %(section)s, %(seen)s") % {"section": section, "seen": seen[section]},
            rule="IV, reading 74",
            words=amendment["text"],
        )
    if body.get("note"):
        yield LawStatement(key=("note",), part=_("Note"), title=_("Note"), rule="", words=body["note"])


def _no_pairs(body: Body) -> Iterator[tuple[str, str]]:
    return iter(())


def _lacks_nothing(body: Body) -> None:
    pass


LAWS: Final[Mapping[str, LawKind]] = {
    kind.slug: kind
    for kind in (
        LawKind(
            slug="articles",
            model=Articles,
            name=_lazy("Articles of Administration"),
            version=_lazy("Articles"),
            check=check_articles,
            require_whole=require_scales,
            statements=articles_statements,
            pairs=_scale_pairs,
            empty={**{provision.name: provision.default for provision in PROVISIONS}, "scales": {}},
        ),
        LawKind(
            slug="rules",
            model=RuleSet,
            name=_lazy("Rules of play"),
            version=_lazy("Rules"),
            check=check_rules,
            require_whole=_lacks_nothing,
            statements=rule_statements,
            pairs=_no_pairs,
            empty={"sections": ["I", "II", "III", "IV"], "amendments": []},
        ),
        LawKind(
            slug="fees",
            model=FeeSchedule,
            name=_lazy("Fees"),
            version=_lazy("Fees"),
            check=check_fees,
            require_whole=_lacks_nothing,
            statements=fee_statements,
            pairs=_fee_pairs,
            empty={kind: {} for kind in KINDS},
        ),
    )
}


def kind_of(law: type[Version]) -> LawKind:
    return next(kind for kind in LAWS.values() if kind.model is law)
