"""Published rosters as followers are told of them: with the moment of the last change."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Max

from scoring.rosters.models import Erratum
from scoring.rosters.selectors.rosters import RosterHead, rosters


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRoster:
    """`changed_at` is the moment of its last erratum, or that it was published."""

    roster: RosterHead
    published_at: dt.datetime
    changed_at: dt.datetime


def rosters_as_told() -> tuple[ToldRoster, ...]:
    """All that are published, the latest first. Three queries."""
    errata = Erratum.objects.order_by().values_list("roster__card_game", "roster__as_of")
    erred_at = {(card_game, as_of): at for card_game, as_of, at in errata.annotate(latest=Max("at"))}
    return tuple(
        ToldRoster(
            roster=head,
            published_at=head.published_at,
            changed_at=erred_at.get((head.card_game, head.as_of), head.published_at),
        )
        for head in rosters()
        if head.published_at is not None
    )
