"""Rating points for the paid places of one game, each with the numbers it was computed from.

Rule section: IV (paid places by table size, scales by level and type, blue points); readings 61 to 63.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from rules_engine import awards as law
from sanctioning.articles import Scale, least_player_hands, scale_for, table_size_by
from sanctioning.models import Articles, Person, Sanction
from sanctioning.refusal import Refusal
from scoring.models import Award, LedgerEntry, Standing
from scoring.services.ledger import Posting, post
from tournaments.formats.base import Result


def award_points(
    *,
    by: Person,
    at: dt.datetime,
    sanction: Sanction,
    articles: Articles,
    result: Result,
    standings: list[Standing],
) -> list[Award]:
    """Awards of a game and their ledger entries, by the Articles frozen on its sanction."""
    if result.player_hands < least_player_hands(articles.body):
        return []
    scale = scale_for(articles.body, sanction.level.slug, sanction.type.slug)
    finals = [standing.score for standing in standings]
    size = _table_size(articles.body, result, len(finals))
    won = law.award(scale.points, scale.blue, finals, size)
    common = _numbers(articles, sanction, scale, result, finals, size)
    awards = Award.objects.bulk_create(
        Award(
            standing=standing,
            points=share.points,
            blue=share.blue,
            numbers={**common, "place": share.place, "covered": _covered(finals, share.place)},
        )
        for standing, share in zip(standings, won, strict=True)
        if share.points > 0
    )
    post(
        [
            Posting(
                book=LedgerEntry.Book.AWARDED,
                person_id=award.standing.person_id,
                points=award.points,
                blue=award.blue,
                award=award,
                reason=f"Place {award.standing.place} in {award.standing.certification.game}",
            )
            for award in awards
        ],
        ordered_by=by,
        at=at,
    )
    return awards


def _table_size(body: dict[str, Any], result: Result, finals: int) -> int:
    size = finals
    if table_size_by(body) == "truncated-average":
        size = law.table_size(result.own_player_hands, result.stanzas)
    try:
        law.band(size)
    except ValueError:
        raise Refusal(
            code="table-size",
            sentence=f"A table of {size} has no paid places.",
            rule="I/Players",
            remedy="Correct the players in the report.",
            facts={"size": size},
        ) from None
    return size


def _numbers(
    articles: Articles, sanction: Sanction, scale: Scale, result: Result, finals: list[int], size: int
) -> dict[str, Any]:
    band = law.band(size)
    return {
        "articles": articles.number,
        "level": sanction.level.slug,
        "type": sanction.type.slug,
        "finals": finals,
        "table_size": size,
        "table_size_by": table_size_by(articles.body),
        "player_hands": result.player_hands,
        "own_player_hands": result.own_player_hands,
        "stanzas": result.stanzas,
        "band": band,
        "paid_places": law.paid_places(size),
        "scale": [f"{points:.1f}" for points in scale.points.get(band, ())],
        "blue_scale": [f"{blue:.1f}" for blue in scale.blue.get(band, ())],
    }


def _covered(finals: list[int], place: int) -> list[int]:
    """The places that those who stand at this one cover together."""
    return list(range(place, place + law.places(finals).count(place)))
