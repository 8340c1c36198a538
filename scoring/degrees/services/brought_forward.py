"""Degrees of the time before: held from the day of the document, by the certificate of then.

Invariants: nobody gets a new paper for a degree that he had; who holds a degree here already gets what the
points together bear, as by any recording. Who had points or a degree then has taken part.
Rule section: IV (degrees of proficiency).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from rules_engine.points.degrees import DEGREES, level
from rules_engine.points.recordings import Held
from sanctioning.identity.same_person import identity_id, identity_of, rows_of
from sanctioning.people.models.person import Person
from scoring.degrees.selectors.recording_forecast import held_by
from scoring.degrees.services.degrees import settle_degrees, tell_of_settled
from scoring.imports.models import ImportRow
from scoring.recordings.models import DegreeHeld

AT_ONCE = 500
WHY = "points brought forward"


@transaction.atomic
def bring_degrees_forward(
    *,
    by: Person,
    at: dt.datetime,
    card_game: str,
    rows: Sequence[tuple[Person, ImportRow]],
    since: dt.date,
) -> None:
    """What the recorded points of these people bear in one card game. A constant number of queries."""
    people = [person for person, _row in rows]
    held = held_by(people, card_game)
    standing = DegreeHeld.objects.filter(person__in=rows_of(*people), card_game=card_game, until=None)
    known = set(standing.values_list(identity_of("person"), flat=True))
    fresh = [(person, row) for person, row in rows if identity_id(person) not in known]
    DegreeHeld.objects.bulk_create(
        DegreeHeld(
            person=person,
            card_game=card_game,
            degree=DEGREES[rank].name,
            rank=rank,
            since=since,
            brought_forward=row,
        )
        for person, row in fresh
        for rank in [_rank_of(held[identity_id(person)])]
    )
    holders = [person for person in people if identity_id(person) in known]
    if holders:
        settled = settle_degrees(by=by, at=at, people=holders, card_game=card_game, why=WHY)
        tell_of_settled(at=at, settled=settled, why=WHY)


def _rank_of(held: Held) -> int:
    """Whoever had points has taken part in a sanctioned game."""
    return level(held.total, held.blue, max(1, held.sanctioned_games))


@transaction.atomic
def take_degrees_back(*, by: Person, at: dt.datetime, rows: QuerySet[ImportRow, Any], why: str) -> None:
    """Degrees that came with these rows go; what the points left bear is settled for each of the people."""
    DegreeHeld.objects.filter(brought_forward__in=rows).delete()
    games = rows.order_by().values_list("values__card_game", flat=True).distinct()
    for card_game in [game for game in games if game]:
        keys = list(rows.filter(values__card_game=card_game).values_list("person", flat=True))
        for start in range(0, len(keys), AT_ONCE):
            people = list(Person.objects.filter(pk__in=keys[start : start + AT_ONCE]))
            settled = settle_degrees(by=by, at=at, people=people, card_game=card_game, why=why)
            tell_of_settled(at=at, settled=settled, why=why)
