"""Charging and voting in tests, through the services."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tournaments.games.models import Game
from tournaments.justice.votes.models import Violation, Vote
from tournaments.justice.votes.services.ballots import answer_vote, close_vote
from tournaments.justice.votes.services.charges import charge
from tournaments.justice.votes.services.votes import demand_vote, open_vote

BAR: Final[Mapping[str, Any]] = {"scope": [{"kind": "rest-of-game"}]}
POINTS: Final[Mapping[str, Any]] = {"points": 4, "fails_bid": True}
ACT = "He threw his cards about the room."


def charged(
    game: Game,
    by: Person,
    *offenders: Person,
    kind: str = "chaotic-action",
    stanza: int = 1,
    at: dt.datetime = MARCH,
) -> Violation:
    return charge(
        by=by,
        game=game,
        kind=kind,
        stanza=stanza,
        act=ACT,
        offenders=[person.number for person in offenders],
        at=at,
    )


def opened(
    cast: Cast,
    violation: Violation,
    by: Person,
    motion: str,
    terms: Mapping[str, Any] | None = None,
    *,
    secret: bool = False,
    penalised_by: str = "",
) -> Vote:
    """Demanded by a player and put to the Acting Executor."""
    vote = demand_vote(by=by, violation=violation, motion=motion, terms=terms or {}, at=MARCH)
    return open_vote(by=cast.executor, vote=vote, secret=secret, penalised_by=penalised_by, at=MARCH)


def answered(cast: Cast, vote: Vote, players: Sequence[Person], ayes: int) -> Vote:
    """The first so many say aye, the others no; closed by the last answer."""
    for place, player in enumerate(players):
        vote = answer_vote(by=player, vote=vote, answer="aye" if place < ayes else "no", at=MARCH)
    return vote


def violation_found(
    cast: Cast, game: Game, players: Sequence[Person], offender: Person, **more: Any
) -> Violation:
    """A charge that all found to be type 2."""
    violation = charged(game, players[0], offender, **more)
    answered(cast, opened(cast, violation, players[0], f"find-{violation.kind}"), players, len(players))
    return Violation.objects.get(pk=violation.pk)


def closed(cast: Cast, vote: Vote) -> Vote:
    return close_vote(by=cast.executor, vote=vote, at=MARCH)
