"""What ledger and degrees say when two records are to be one person, and what follows when they are.

Invariant: no point is moved. What the points together bring, a degree, comes and goes with the merge.
Rule section: IV (degrees of proficiency).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from rules_engine.card_games import CARD_GAMES
from sanctioning.people.models.person import Person
from scoring.degrees.services.degrees import settle_degrees, tell_of_settled


def follow_identity(*, people: Sequence[Person], by: Person, at: dt.datetime, why: str) -> None:
    for card_game in CARD_GAMES:
        settled = settle_degrees(by=by, at=at, people=people, card_game=card_game, why=why)
        tell_of_settled(at=at, settled=settled, why=why)
