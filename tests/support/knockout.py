"""Knock-out, a toy format on top of High Card: its bracket takes the teams as they are numbered, its first
stage is won by the points of the slips, and it has the canons of Bid Whist."""

from __future__ import annotations

from dataclasses import replace

from saas_high_card.game import HIGH_CARD
from tournaments.formats.bid_whist.canons import CANONS
from tournaments.formats.brackets import Bracket, BracketStage, Match, Side
from tournaments.formats.slips import EventHead, Standing


def bracket(head: EventHead, standing: Standing) -> Bracket:
    """One stage of the tables of the first round, then empty ones."""
    matches = [
        _match(f"r1-t{at}", table, standing.get(f"r1-t{at}", {}))
        for at, table in enumerate(head.rounds[0], 1)
    ]
    stages = [BracketStage(title=f"First {2 * len(matches)}", matches=tuple(matches))]
    while len(stages[-1].matches) > 1:
        half = len(stages[-1].matches) // 2
        stages.append(BracketStage(title=f"Last {2 * half}", matches=(Match(),) * half))
    return Bracket(stages=tuple(stages), third=Match(), third_title="Third place")


def _match(place: str, table: tuple[int, ...], slip: object) -> Match:
    points = [slip.get(f"team-{team}") for team in table] if isinstance(slip, dict) else [None, None]
    first, other = (
        Side(team=team, seed=team, score=score) for team, score in zip(table, points, strict=True)
    )
    decided = points[0] is not None
    winner = max(zip(points, table, strict=True))[1] if decided else None
    return Match(place=place, sides=(first, other), decided=decided, winner=winner)


assert HIGH_CARD.slips is not None
KNOCKOUT = replace(
    HIGH_CARD,
    slug="knockout",
    title="Knock-out",
    canons=CANONS,
    slips=replace(HIGH_CARD.slips, bracket=bracket),
)
