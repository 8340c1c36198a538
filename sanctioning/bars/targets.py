"""What a bar keeps somebody from, found by the name that people use and said by it.

Purpose: a desk writes the name of a club, a level, an event; a bar keeps the id that
`rules_engine.justice.bar_reach` compares.
Invariants: what fits no name, or the names of two things, is nothing; a layer adds the kinds that it keeps.
Terms: targets of a layer (its kinds: how one is found, how several are named, which are offered in a form).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from rules_engine.justice.bar_reach import EVERYTHING, REST_OF_GAME, Target, TargetKind
from sanctioning.clubs.models import Club
from sanctioning.kit.clock import today
from sanctioning.kit.registry import Registry
from sanctioning.kit.request_cache import asked_once
from sanctioning.law.models.levels import Level
from sanctioning.law.selectors.in_force import levels_in_force
from sanctioning.sanctions.models import Sanction


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerTargets:
    """`find` gives the id of what is called so; `names` those of the targets that are of this layer."""

    kinds: frozenset[str]
    find: Callable[[TargetKind, str], str | None]
    names: Callable[[Collection[Target]], Mapping[Target, str]]
    offered: Callable[[], Iterable[str]]


BAR_TARGETS: Registry[LayerTargets] = Registry("what a bar can name")


def target_called(kind: TargetKind, typed: str) -> Target | None:
    """The target that was named, or None where nothing of the kind is called so."""
    typed = typed.strip()
    if kind == EVERYTHING:
        return Target(kind)
    for layer in BAR_TARGETS.values():
        if kind in layer.kinds:
            key = layer.find(kind, typed) if typed else None
            return Target(kind, key) if key else None
    return None


def barred_from(targets: Iterable[Target]) -> dict[Target, str]:
    """What each target takes in, in words. One query a kind of thing."""
    targets = set(targets)
    names: dict[Target, str] = {}
    for layer in BAR_TARGETS.values():
        names |= layer.names([target for target in targets if target.kind in layer.kinds])
    return {target: _in_words(target, names.get(target, target.id)) for target in targets}


def names_offered() -> list[str]:
    """Names to choose from while one is typed."""
    return list(dict.fromkeys(name for layer in BAR_TARGETS.values() for name in layer.offered()))


def slug_called(things: QuerySet[Any], typed: str) -> str | None:
    """The slug of the only one of the things whose slug or name was typed."""
    slugs = list(things.filter(Q(slug=typed) | Q(name__iexact=typed)).values_list("slug", flat=True)[:2])
    return slugs[0] if len(slugs) == 1 else None


def _in_words(target: Target, name: str) -> str:
    number = target.id.partition("/")[2]
    match target.kind:
        case "everything":
            return _("all sanctioned games")
        case "club":
            return _("all games of %(club)s") % {"club": name}
        case "level":
            return _("all games of level %(level)s") % {"level": name}
        case "sanction":
            return _("games under sanction %(number)s") % {"number": name}
        case "game":
            return _("game %(number)s of %(event)s") % {"number": number, "event": name}
        case _ if target.kind == REST_OF_GAME:
            return _("the rest of game %(number)s of %(event)s") % {"number": number, "event": name}
    return name


def _find(kind: TargetKind, typed: str) -> str | None:
    if kind == "club":
        return slug_called(Club.objects.all(), typed)
    if kind == "level":
        return slug_called(Level.objects.all(), typed)
    number = typed.upper().removeprefix("S-").lstrip("0")
    sanction = Sanction.objects.filter(number=int(number)).first() if number.isdecimal() else None
    return sanction.label if sanction else None


def _names(targets: Collection[Target]) -> Mapping[Target, str]:
    kinds = {target.kind for target in targets}
    known: dict[str, Mapping[str, str]] = {}
    if "club" in kinds:
        known["club"] = dict(_clubs())
    if "level" in kinds:
        known["level"] = dict(Level.objects.values_list("slug", "name"))
    return {target: known.get(target.kind, {}).get(target.id, target.id) for target in targets}


def _clubs() -> tuple[tuple[str, str], ...]:
    """Slug and name of every club, by name. One query, once in a page."""
    clubs = Club.objects.order_by("name").values_list("slug", "name")
    return asked_once("clubs a bar can name", lambda: tuple(clubs))


def _offered() -> Iterable[str]:
    yield from (name for _slug, name in _clubs())
    yield from levels_in_force(today()).values_list("name", flat=True)


CLUBS_AND_SANCTIONS: Final = LayerTargets(
    kinds=frozenset({"club", "level", "sanction"}), find=_find, names=_names, offered=_offered
)
