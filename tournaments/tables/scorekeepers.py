"""Who keeps the score of a table, and since when that is somebody else than before.

Invariant: nothing is kept of it; who sat there when, whom the cards named and whom the Acting Executor named
say it, so that an undo takes it back with the rest.
Rule section: I/Scorekeeper and First Dealer; reading 9.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules_engine.draws import highest_left
from tournaments.tables.models.stay import Stay

OpeningDraw = Sequence[Mapping[str, str]]
Naming = tuple[dt.datetime, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePassed:
    """Since `at` the score is kept by `to`, before that by `of`, or by nobody: ""."""

    of: str
    to: str
    at: dt.datetime


def scorekeeper_at(opening_draw: OpeningDraw, seated: Sequence[str], named: Sequence[str]) -> str | None:
    """Whom the Acting Executor `named` last of those still seated, or who of them drew highest; None where
    that is a tie or nobody, and he must name one."""
    for player in reversed(named):
        if player in seated:
            return player
    return highest_left(opening_draw, seated)


def score_passed(
    opening_draw: OpeningDraw, stays: Iterable[Stay], namings: Sequence[Naming], keeper: str | None
) -> ScorePassed | None:
    """When the score passed on to whoever is its `keeper` now; None where they kept it from the first deal.

    Whoever walked out keeps the score until their last stanza is reported."""
    spans = [(stay.player.record_id, stay.sat_at, stay.left_at) for stay in stays]
    moments = sorted({at for _player, *span in spans for at in span if at} | {at for at, _player in namings})
    if keeper is None or not opening_draw or not moments:
        return None
    drew = list(opening_draw[0])
    before, passed = scorekeeper_at(opening_draw, drew, ()), None
    for moment in moments:
        seated = [player for player, sat, left in spans if sat <= moment and (left is None or left > moment)]
        named = [player for at, player in namings if at <= moment]
        now = scorekeeper_at(opening_draw, seated if spans else drew, named)
        if now != before:
            passed = ScorePassed(of=before or "", to=now or "", at=moment)
        before = now
    return passed if passed is not None and passed.to == keeper else None
