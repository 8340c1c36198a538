"""Rating points for the paid places of one game, each with the numbers it was computed from.

Computing and posting are two steps, so that a correction can compare what a result brings with what stands.

Rule section: IV (paid places by table size, scales by level and type, blue points); readings 61 to 63. Where
teams play, each member wins what the place of their team pays (docs/decisions/0011).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from rules_engine.points import awards as law
from sanctioning.law.articles import ReadArticles, read_articles
from sanctioning.law.models.versions import Articles
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from scoring.ledger import reasons
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import Posting, post
from scoring.results.awarding import CountedGame, Won, award_by, played_of
from scoring.results.models import Award, Standing
from tournaments.formats.format import FormatResult

NOT_CORRECTING: Mapping[int, LedgerEntry] = {}


def awards_for(
    *, sanction: Sanction, articles: Articles, result: FormatResult, standings: Sequence[Standing]
) -> list[Award]:
    """Awards of a game, not saved yet, by the Articles frozen on its sanction; none for a result that is of
    no card game.

    Raises:
        Refusal: `no-scale`, `table-size`.
    """
    if not standings or not standings[0].certification.card_game:
        return []
    played = played_of(sanction, result, standings)
    read = read_articles(articles.body)
    won = award_by(read, played)
    if won is None:
        return []
    common = _numbers(articles, read, played, won)
    return [
        Award(
            standing=standing,
            points=share.points,
            blue=share.blue,
            numbers={**common, "place": share.place, "covered": played.covered(share.place)},
        )
        for standing, share in zip(standings, won.shares, strict=True)
        if share.points > 0
    ]


def postings_of(
    awards: Sequence[Award], corrects: Mapping[int, LedgerEntry] = NOT_CORRECTING
) -> list[Posting]:
    """What the ledger says of saved awards; `corrects` gives by person the entry that one takes over from."""
    return [
        Posting(
            book=LedgerEntry.Book.AWARDED,
            card_game=award.standing.certification.card_game,
            person_id=award.standing.person_id,
            points=award.points,
            blue=award.blue,
            award=award,
            corrects=corrects.get(award.standing.person_id),
            reason=_reason(award.standing),
        )
        for award in awards
    ]


def _reason(standing: Standing) -> str:
    game = standing.certification.game
    return reasons.PLACE % {
        "place": standing.place,
        "event": game.event,
        "game": f"{game.number}{game.group}",
    }


def award_points(
    *,
    by: Person,
    at: dt.datetime,
    sanction: Sanction,
    articles: Articles,
    result: FormatResult,
    standings: Sequence[Standing],
) -> list[Award]:
    """Awards of a game and their ledger entries.

    Raises:
        Refusal: `no-scale`, `table-size`.
    """
    computed = awards_for(sanction=sanction, articles=articles, result=result, standings=standings)
    awards = Award.objects.bulk_create(computed)
    post(postings_of(awards), ordered_by=by, at=at)
    return awards


def _numbers(articles: Articles, read: ReadArticles, played: CountedGame, won: Won) -> dict[str, object]:
    return {
        "articles": articles.number,
        "level": played.level,
        "type": played.type,
        "finals": list(played.finals),
        "table_size": won.size,
        "table_size_by": "teams" if played.teams else read.table_size,
        "tie_rule": read.tie_rule,
        "player_hands": played.player_hands,
        "own_player_hands": played.own_player_hands,
        "stanzas": played.stanzas,
        "band": won.band,
        "paid_places": law.PAID_PLACES[won.band],
        "scale": [f"{points:.1f}" for points in won.scale.points.get(won.band, ())],
        "blue_scale": [f"{blue:.1f}" for blue in won.scale.blue.get(won.band, ())],
    }
