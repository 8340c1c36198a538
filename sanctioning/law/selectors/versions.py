"""Versions of the law as pages and programs show them: in force, to come, before, drafts; what each says.

Invariant: adopted versions are public; drafts and withdrawn ones are seen by who may amend the law.
Terms: before (the version that the one shown took over from, or for a draft would take over from).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from sanctioning.kit.clock import today
from sanctioning.kit.wording import localised
from sanctioning.law.kinds_of_law import LAWS, CategoryNames, Difference, LawKind, differences, kind_of
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import RuleSet, Version
from sanctioning.law.permissions import may_amend_law
from sanctioning.law.selectors.in_force import category_names, levels_in_force, types_in_force
from sanctioning.people.models.person import Person

VersionState = Literal["in force", "to come", "before", "draft", "withdrawn"]
IN_FORCE: Final = "in force"
TO_COME: Final = "to come"
BEFORE: Final = "before"
DRAFT: Final = "draft"
WITHDRAWN: Final = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLine:
    """`last_day` is the day before the next version began, None while none follows."""

    kind: str
    kind_name: str
    reference: str
    label: str
    title: str
    format: str
    state: VersionState
    first_day: dt.date | None
    last_day: dt.date | None
    adopted_by: str
    adopted_at: dt.datetime | None
    edit: int
    edited_by: str
    edited_at: dt.datetime | None

    @property
    def shown(self) -> str:
        return f"{self.title}, {_(self.state)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    title: str
    rule: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    title: str
    statements: tuple[Said, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPage:
    """`changes` are against `before`; both are empty for the first of its law."""

    line: VersionLine
    parts: tuple[Part, ...]
    before: VersionLine | None
    changes: tuple[Difference, ...]
    body: dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    old: VersionLine
    new: VersionLine
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryLine:
    """`in_force` where the Articles of today pay something for it, or there are none yet."""

    kind: str
    slug: str
    name: str
    restricted: bool
    playoff: bool
    special_event: bool
    retired_on: dt.date | None
    in_force: bool

    @property
    def traits(self) -> tuple[str, ...]:
        """What sets it apart from the others, in words."""
        retired = self.retired_on and _("not available since %(retired_on)s") % {
            "retired_on": localised.day(self.retired_on)
        }
        traits = (
            self.restricted and _("has an entry condition"),
            self.playoff and _("playoffs and consolations"),
            self.special_event and _("a special event, which no bar covers"),
            retired,
        )
        return tuple(words for words in traits if words)


def law_history(
    *, asker: Person | None, kind: LawKind | None = None, day: dt.date | None = None
) -> tuple[VersionLine, ...]:
    """Every version that the asker may see, by law, the newest first day first. One query for each law."""
    day = day or today()
    drafts = may_amend_law(asker, day)
    lines: list[VersionLine] = []
    for law_kind in [kind] if kind else LAWS.values():
        shown = _lines(_rows(law_kind), law_kind, day)
        lines += [line for line in shown if drafts or line.state not in (DRAFT, WITHDRAWN)]
    return tuple(lines)


def version_of(
    *, asker: Person | None, kind: LawKind, reference: str, day: dt.date | None = None
) -> Version | None:
    """The version that an address names, if the asker may see it."""
    version: Version | None = _find(kind, reference)
    if version is None or (not version.adopted and not may_amend_law(asker, day or today())):
        return None
    return version


def version_page(version: Version, day: dt.date | None = None) -> VersionPage:
    """What it says, and what it says otherwise than the one before it."""
    kind, names, lines = kind_of(type(version)), category_names(), _line_of(version, day or today())
    before = before_of(version, day)
    parts: dict[str, list[Said]] = {}
    for statement in kind.statements(version.body, names):
        parts.setdefault(statement.part, []).append(
            Said(title=statement.title, rule=statement.rule, words=statement.words)
        )
    return VersionPage(
        line=lines[version.pk],
        parts=tuple(Part(title=title, statements=tuple(statements)) for title, statements in parts.items()),
        before=lines[before.pk] if before else None,
        changes=differences(kind, before.body, version.body, names) if before else (),
        body=version.body,
    )


def compare(old: Version, new: Version, day: dt.date | None = None) -> Comparison:
    lines = {**_line_of(old, day or today()), **_line_of(new, day or today())}
    changed = differences(kind_of(type(new)), old.body, new.body, category_names())
    return Comparison(old=lines[old.pk], new=lines[new.pk], differences=changed)


def differences_of(version: Version, body: Mapping[str, Any]) -> tuple[Difference, ...]:
    """What is typed against what is saved, once it can be read."""
    return differences(kind_of(type(version)), version.body, body, category_names())


def before_of(version: Version, day: dt.date | None = None) -> Any:
    """The adopted version that was, or will be, in force just before this one begins."""
    adopted = version.line().filter(adopted_at__isnull=False).exclude(pk=version.pk)
    if version.first_day is None:
        return adopted.filter(first_day__lte=day or today()).order_by("-first_day").first()
    reach = "first_day__lt" if version.adopted else "first_day__lte"
    return adopted.filter(**{reach: version.first_day}).order_by("-first_day").first()


def is_first_of_its_law(version: Version) -> bool:
    """Whether nothing of its law was adopted yet; then nothing can have been judged by it either."""
    return not version.line().filter(adopted_at__isnull=False).exists()


def categories(kind: str = "") -> tuple[CategoryLine, ...]:
    """Levels, then types, retired ones too, in their order."""
    day = today()
    models: Sequence[tuple[str, type[Level] | type[EventType], QuerySet[Any]]] = (
        ("level", Level, levels_in_force(day)),
        ("type", EventType, types_in_force(day)),
    )
    return tuple(
        CategoryLine(
            kind=name,
            slug=category.slug,
            name=category.name,
            restricted=getattr(category, "restricted", False),
            playoff=getattr(category, "playoff", False),
            special_event=getattr(category, "special_event", False),
            retired_on=category.retired_on,
            in_force=category.in_force,
        )
        for name, model, in_force in models
        if kind in ("", name)
        for category in model._default_manager.annotate(
            in_force=Exists(in_force.filter(pk=OuterRef("pk")).order_by())
        )
    )


def _find(kind: LawKind, reference: str) -> Any:
    if kind.model is RuleSet:
        return _rows(kind).filter(slug=reference).first()
    if not (reference.isascii() and reference.isdigit() and len(reference) < 10):
        return None
    return _rows(kind).filter(number=int(reference)).first()


def _rows(kind: LawKind) -> QuerySet[Any]:
    return kind.model._default_manager.select_related("adopted_by", "edited_by", "drafted_by")


def _line_of(version: Version, day: dt.date) -> dict[int, VersionLine]:
    kind = kind_of(type(version))
    rows = list(version.line().select_related("adopted_by", "edited_by", "drafted_by").defer("body"))
    return dict(zip([row.pk for row in _ordered(rows)], _lines(rows, kind, day), strict=True))


def _ordered(rows: Any) -> list[Any]:
    """Drafts first, then by first day, newest first."""
    return sorted(rows, key=lambda row: (row.adopted, -(row.first_day or dt.date.max).toordinal(), -row.pk))


def _lines(rows: Any, kind: LawKind, day: dt.date) -> list[VersionLine]:
    following: dict[str, dt.date] = {}
    lines = []
    for row in _ordered(rows):
        game = getattr(row, "format", "")
        follows = following.get(game) if row.adopted else None
        if row.adopted:
            following[game] = row.first_day
        saved_by, saved_at = row.edited_by or row.drafted_by, row.edited_at or row.drafted_at
        lines.append(
            VersionLine(
                kind=kind.slug,
                kind_name=kind.name,
                reference=row.reference,
                label=f"{kind.version} {row.reference}",
                title=row.title,
                format=game,
                state=_state(row, follows, day),
                first_day=row.first_day,
                last_day=follows - dt.timedelta(days=1) if follows else None,
                adopted_by=row.adopted_by.name if row.adopted_by else "",
                adopted_at=row.adopted_at,
                edit=row.edit,
                edited_by=saved_by.name if saved_by else "",
                edited_at=saved_at,
            )
        )
    return lines


def _state(row: Any, follows: dt.date | None, day: dt.date) -> VersionState:
    if not row.adopted:
        return DRAFT if row.draft else WITHDRAWN
    if row.first_day > day:
        return TO_COME
    return BEFORE if follows and follows <= day else IN_FORCE


def names_and_pairs() -> tuple[CategoryNames, tuple[tuple[str, str], ...]]:
    """What levels and types are called, and every pair of them that may be applied for today."""
    levels = Level.applied_for_on(today()).values_list("slug", flat=True)
    types = list(EventType.applied_for_on(today()).values_list("slug", flat=True))
    return category_names(), tuple((level, event_type) for level in levels for event_type in types)
