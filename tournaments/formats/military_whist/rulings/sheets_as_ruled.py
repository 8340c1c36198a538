"""Hands of Military Whist against what the leader ruled: the revokes that cost tricks.

Rule section: 9g (M-22: a revoke found too late moves two tricks); 4 and 10b (M-12: the leader is the final
authority). Counts of flags tell no hand, so nothing of them is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules_engine.sentences import says
from tournaments.formats.fields import Body
from tournaments.formats.military_whist.hands import SIDES
from tournaments.formats.rulings import NotKept, of_ruling
from tournaments.formats.slips import Due, EventHead
from tournaments.formats.standing_rulings import Ruled

TRICKS: Final = "tricks"
MISSING: Final = says(
    "Ruling %(ruling)s awards %(tricks)s tricks for a revoke of team %(team)s; the slip does not."
)
OF_EXTRA_HAND: Final = ("revokes-one", "revokes-other")


def compare(head: EventHead, due: Due, body: Body, rulings: Sequence[Ruled]) -> Sequence[NotKept]:
    """Each revoke that was ruled on and that the slip of its hand does not have."""
    return tuple(_not_kept(_fields(head, due), body, rulings))


def _not_kept(fields: Mapping[str, str], body: Body, rulings: Sequence[Ruled]) -> Iterator[NotKept]:
    ruled_so_far: Counter[str] = Counter()
    for ruled in rulings:
        tricks = next(
            (consequence.said["tricks"] for consequence in ruled.consequences if consequence.code == TRICKS),
            None,
        )
        field = fields.get(ruled.offender)
        if tricks is None or field is None:
            continue
        ruled_so_far[field] += 1
        if body.get(field, 0) < ruled_so_far[field]:
            message = of_ruling(MISSING, ruled, tricks=tricks)
            yield NotKept(ruled=ruled, message=message, body={**body, field: ruled_so_far[field]})


def _fields(head: EventHead, due: Due) -> Mapping[str, str]:
    """By the number of a team the field that has its revokes; none where the slip tells no hand."""
    names = {field.name for field in due.fields}
    if set(OF_EXTRA_HAND) <= names:
        tables = dict.fromkeys(int(name.split("-")[1][:-1]) for name in _cuts(due))
        teams = [head.rounds[0][table - 1][0] for table in tables]
        return dict(zip(map(str, teams), OF_EXTRA_HAND, strict=True))
    of_sides = dict(SIDES)
    if not set(of_sides.values()) <= names:
        return {}
    home, *visitors = due.teams
    return {
        str(home): of_sides["home"],
        **{str(team): of_sides["visitors"] for team in visitors},
    }


def _cuts(due: Due) -> Iterator[str]:
    return (field.name for field in due.fields if field.name.startswith("cut-"))
