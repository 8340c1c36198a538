"""What each certified game would have brought by a draft, and where that differs.

Purpose: the first part of a preview, in batches of a constant number of queries.
Invariant: computed by the very sum that certification awards by (`scoring.results.awarding`), from the
current version of each result; a corrected result counts as if it had been right from the first.
Rule section: IV (paid places, scales, blue points).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from django.db.models import QuerySet

from sanctioning.identity.same_person import kept_ids
from sanctioning.kit.clock import noon
from sanctioning.kit.refusals import Refusal
from sanctioning.law.articles import ReadArticles
from scoring.points import NO_POINTS
from scoring.previews.models import Preview, PreviewGame, PreviewPlacing
from scoring.results.awarding import award_by, played_of
from scoring.results.models import Award, Certification, Standing
from scoring.results.services.certification import result_of

BATCH = 100
Share = tuple[Decimal, Decimal]
NOTHING: Share = (NO_POINTS, NO_POINTS)


def games_of(preview: Preview) -> QuerySet[Certification]:
    """The current result of every game first certified in the preview's two years."""
    began = noon(preview.since, 0)
    first = Certification.objects.filter(version=1, at__gte=began, at__lte=preview.asked_at)
    return Certification.objects.filter(current=True, game__in=first.values("game")).order_by("pk")


def batches_of_games(preview: Preview) -> Iterator[list[Certification]]:
    """Those not done yet, each batch with what the sum needs."""
    last = preview.games_to
    related = ("game__event__sanction__level", "game__event__sanction__type", "report")
    while batch := list(games_of(preview).filter(pk__gt=last).select_related(*related)[:BATCH]):
        yield batch
        last = batch[-1].pk


def differing(
    preview: Preview, articles: ReadArticles, batch: Sequence[Certification]
) -> tuple[list[PreviewGame], list[PreviewPlacing]]:
    """The games of a batch that the draft pays otherwise, and the placings in them that differ."""
    standings: dict[int, list[Standing]] = {}
    for standing in Standing.objects.filter(certification__in=batch).order_by("pk"):
        standings.setdefault(standing.certification_id, []).append(standing)
    now = _shares_now(batch)
    merged_into = kept_ids({row.person_id for rows in standings.values() for row in rows})
    games, placings = [], []
    for certification in batch:
        own = standings.get(certification.pk, [])
        shares, trouble = _shares_by(articles, certification, own)
        changed = [
            PreviewPlacing(
                preview=preview,
                game_id=certification.game_id,
                person_id=merged_into.get(standing.person_id, standing.person_id),
                points_now=was[0],
                blue_now=was[1],
                points_draft=share[0],
                blue_draft=share[1],
            )
            for standing, share in zip(own, shares, strict=True)
            if (was := now.get(standing.pk, NOTHING)) != share
        ]
        if changed:
            games.append(PreviewGame(preview=preview, game_id=certification.game_id, trouble=trouble))
            placings += changed
    return games, placings


def _shares_now(batch: Iterable[Certification]) -> dict[int, Share]:
    rows = Award.objects.filter(standing__certification__in=[certification.pk for certification in batch])
    return {
        standing: (points, blue) for standing, points, blue in rows.values_list("standing", "points", "blue")
    }


def _shares_by(
    articles: ReadArticles, certification: Certification, standings: Sequence[Standing]
) -> tuple[list[Share], str]:
    """What the draft gives each standing, and why it gives nothing where it cannot be asked."""
    nothing = [NOTHING] * len(standings)
    game = certification.game
    sanction = game.event.sanction
    assert sanction is not None, "only sanctioned games are certified"
    if not certification.card_game:
        return nothing, ""
    played = played_of(sanction, result_of(game, certification.report), standings)
    try:
        won = award_by(articles, played)
    except Refusal as refusal:
        return nothing, refusal.sentence
    if won is None:
        return nothing, ""
    return [(share.points, share.blue) for share in won.shares], ""
