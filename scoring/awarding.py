"""What the players of one game win by a version of the Articles: the one sum behind every award.

Purpose: certification awards by it, a preview asks it what a draft would have awarded; so the two can
never disagree. All arithmetic is the engine's.
Rule section: IV (paid places by table size, scales by level and type, blue points); readings 61 to 63.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from rules_engine import awards as law
from sanctioning.articles import ReadArticles, Scale
from sanctioning.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What a certified game brings to the sum; `finals` in the order of its standings.

    `players` are all who took part, those too who are ranked in a related game; none says: those ranked.
    """

    level: str
    type: str
    finals: Sequence[int]
    player_hands: int
    own_player_hands: int
    stanzas: int
    players: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """One share for each of the finals, and what they were computed from."""

    shares: tuple[law.Award, ...]
    scale: Scale
    size: int


def award_by(articles: ReadArticles, played: Played) -> Won | None:
    """What the game brings, None where it has too few player-hands; refuses a level, type or table size
    that these Articles pay nothing for.
    """
    if played.player_hands < articles.least_player_hands:
        return None
    scale = articles.scale_for(played.level, played.type)
    size = _table_size(articles, played)
    ties = cast(law.Ties, articles.tie_rule)
    return Won(shares=law.award(scale.points, scale.blue, played.finals, size, ties), scale=scale, size=size)


def _table_size(articles: ReadArticles, played: Played) -> int:
    size = played.players or len(played.finals)
    if articles.table_size == "truncated-average":
        size = law.table_size(played.own_player_hands, played.stanzas)
    try:
        law.band(size)
    except ValueError:
        raise Refusal(
            code="table-size",
            sentence=_("A table of %(size)s has no paid places.") % {"size": size},
            rule="I/Players",
            remedy=_("Correct the players in the report."),
            facts={"size": size},
        ) from None
    return size
