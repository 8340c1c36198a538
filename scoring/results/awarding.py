"""What the players of one game win by a version of the Articles: the one sum behind every award.

Purpose: certification awards by it, a preview asks it what a draft would have awarded; so the two can
never disagree. All arithmetic is the engine's.
Rule section: IV (paid places by table size, scales by level and type, blue points); readings 61 to 63.
Terms: team (by number, with the place that it takes; in a game of single players there are none).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from django.utils.translation import gettext as _

from rules_engine.points import awards as law
from sanctioning.kit.refusals import Refusal
from sanctioning.law.articles import ReadArticles, Scale
from sanctioning.sanctions.models import Sanction
from scoring.results.models import Standing
from tournaments.formats.format import FormatResult


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedGame:
    """What a certified game brings to the sum; `finals` in the order of its standings.

    `players` are all who took part, those too who are ranked in a related game; none says: those ranked.
    `teams` are the places of the teams in the order of theirs, `sides` says of each final whose it is.
    """

    level: str
    type: str
    finals: Sequence[int]
    player_hands: int
    own_player_hands: int
    stanzas: int
    players: int = 0
    teams: Mapping[int, int] = field(default_factory=dict)
    sides: Sequence[int] = ()

    def covered(self, place: int) -> list[int]:
        """The places that those who stand at this one cover together."""
        taken = list(self.teams.values()) if self.teams else list(law.places(self.finals))
        return list(range(place, place + taken.count(place)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """One share for each of the finals, and what they were computed from: `size` counts players of a table or
    teams, `band` is the row of the scale."""

    shares: tuple[law.Award, ...]
    scale: Scale
    size: int
    band: str


def played_of(sanction: Sanction, result: FormatResult, standings: Sequence[Standing]) -> CountedGame:
    """What the standings of one version of a result bring to the sum."""
    team_of = {ranked.player: ranked.team for ranked in result.ranking if ranked.team is not None}
    sides = [team_of[standing.record_id] for standing in standings] if team_of else []
    return CountedGame(
        level=sanction.level.slug,
        type=sanction.type.slug,
        finals=[standing.score for standing in standings],
        player_hands=result.player_hands,
        own_player_hands=result.own_player_hands,
        stanzas=result.stanzas,
        players=result.players,
        teams={team: standing.place for team, standing in zip(sides, standings, strict=False)},
        sides=sides,
    )


def award_by(articles: ReadArticles, played: CountedGame) -> Won | None:
    """What the game brings, None where it has too few player-hands or teams; refuses a level, type or table
    size that these Articles pay nothing for.
    """
    if played.player_hands < articles.least_player_hands:
        return None
    scale = articles.scale_for(played.level, played.type)
    ties = cast(law.Ties, articles.tie_rule)
    if played.teams:
        return _won_by_teams(scale, played, ties)
    size = _table_size(articles, played)
    shares = law.award(scale.points, scale.blue, played.finals, size, ties)
    return Won(shares=shares, scale=scale, size=size, band=law.band(size))


def _won_by_teams(scale: Scale, played: CountedGame, ties: law.Ties) -> Won | None:
    """Each member wins what the place of their team pays."""
    size = len(played.teams)
    band = law.team_band(size)
    if band is None:
        return None
    won = law.award_teams(scale.points, scale.blue, list(played.teams.values()), ties)
    by_team = dict(zip(played.teams, won, strict=True))
    return Won(shares=tuple(by_team[team] for team in played.sides), scale=scale, size=size, band=band)


def _table_size(articles: ReadArticles, played: CountedGame) -> int:
    size = played.players or len(played.finals)
    if articles.table_size == "truncated-average":
        size = law.table_size(played.own_player_hands, played.stanzas)
    try:
        law.band(size)
    except ValueError:
        raise Refusal(
            code="table-size",
            sentence=_("There are no paid places at a table of %(size)s.") % {"size": size},
            rule="I/Players",
            remedy=_("Correct the players in the report."),
            facts={"size": size},
        ) from None
    return size
