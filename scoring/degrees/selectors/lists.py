"""Who holds which degree, and the scale.

Invariant: of a person no more than the public sees; a constant number of queries a page."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from rules_engine.card_games import CARD_GAMES
from rules_engine.points.degrees import DEGREES
from sanctioning.identity.lookup import is_listed
from sanctioning.identity.names import public_name, shown
from sanctioning.identity.same_person import every_merged
from sanctioning.kit.kept_while_unchanged import KeptWhileUnchanged
from sanctioning.kit.lists.filters import NAME_OR_NUMBER, one_of, words
from sanctioning.kit.lists.lists import ListSource
from scoring.degree_names import full_style
from scoring.list_filters import by_card_game
from scoring.recordings.models import DegreeHeld

NEWEST: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderLine:
    name: str
    number: str
    club_name: str
    degree: str
    since: dt.date
    brought_forward: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DegreeStep:
    """One degree of the scale, and how many hold it as their highest, by the slug of each card game."""

    name: str
    points: Decimal
    blue: Decimal
    holders: Mapping[str, int]


def holders() -> ListSource[DegreeHeld, HolderLine]:
    """Who holds which degree now, of those who let their names be listed; the highest of each card game."""
    higher = DegreeHeld.objects.filter(
        until=None, person=OuterRef("person"), card_game=OuterRef("card_game"), rank__gt=OuterRef("rank")
    )
    return ListSource(
        rows=DegreeHeld.objects.filter(is_listed("person"), ~Exists(higher), until=None).select_related(
            "person__home_club", "person__merged_into__home_club"
        ),
        lines=lambda page: tuple(map(_holder, page)),
        sorts={
            "degree": ("rank", "since"),
            "name": ("person__family_name", "person__given_names"),
            "since": ("since",),
        },
        order="-degree",
        filters=(
            words(
                "search",
                NAME_OR_NUMBER,
                "person__given_names",
                "person__family_name",
                numbers=("person__number",),
            ),
            one_of(
                "degree",
                _("Degree"),
                "rank",
                [(str(rank), degree.name) for rank, degree in enumerate(DEGREES)],
                all_words=_("all degrees"),
            ),
            by_card_game(),
        ),
    )


def newest_degrees() -> tuple[HolderLine, ...]:
    """The degrees reached last, of those who let their names be listed, without those of older records. At
    most two queries, one where nothing was written since."""
    return _newest("")


def _read_newest(_key: str) -> tuple[HolderLine, ...]:
    rows = holders().rows.filter(brought_forward=None).select_related(*shown("person"))
    return tuple(
        replace(_holder(row), name=public_name(row.person))
        for row in rows.order_by("-since", "-rank", "-pk")[:NEWEST]
    )


_newest: Final = KeptWhileUnchanged(_read_newest)


def scale() -> tuple[DegreeStep, ...]:
    """The degrees, the highest first, with how many hold each as their highest. At most three queries, one
    where nothing was written since they were counted."""
    count = _holders("")
    steps = (
        DegreeStep(
            name=degree.name,
            points=degree.points,
            blue=degree.blue,
            holders={card_game: count[card_game, rank] for card_game in CARD_GAMES},
        )
        for rank, degree in enumerate(DEGREES)
    )
    return tuple(steps)[::-1]


def _count_holders(_key: str) -> Counter[tuple[str, int]]:
    """How many hold each degree of each card game as their highest."""
    merged = every_merged()
    highest: dict[tuple[int, str], int] = {}
    held = DegreeHeld.objects.filter(until=None).order_by().values_list("person", "card_game", "rank")
    for row, card_game, rank in held:
        whose = (merged.get(row, row), card_game)
        highest[whose] = max(rank, highest.get(whose, rank))
    return Counter((card_game, rank) for (_person, card_game), rank in highest.items())


_holders: Final = KeptWhileUnchanged(_count_holders)


def _holder(row: DegreeHeld) -> HolderLine:
    person = row.person.identity
    return HolderLine(
        name=person.sort_name,
        number=person.number,
        club_name=person.home_club.name if person.home_club else "",
        degree=full_style(row.degree, row.card_game),
        since=row.since,
        brought_forward=row.brought_forward_id is not None,
    )
