"""What an award was computed from, as it is kept with it: enough to compute it again by hand."""

from __future__ import annotations

from typing import TypedDict


class AwardNumbers(TypedDict, total=False):
    """By which Articles, of what game, in which band of the table of points, for which place."""

    articles: int
    level: str
    type: str
    finals: list[int]
    table_size: int
    table_size_by: str
    tie_rule: str
    player_hands: int
    own_player_hands: int
    stanzas: int
    band: str
    paid_places: int
    scale: list[str]
    blue_scale: list[str]
    place: int
    covered: list[int]
