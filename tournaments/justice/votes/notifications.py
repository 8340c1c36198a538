"""Who is told of charges and votes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.services.messages import send
from sanctioning.people.models.person import Person
from tournaments.events.addresses import game_path
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.votes.models import Violation, Vote


def vote_path(vote: Vote, game: Game) -> str:
    return game_path(game, "vote", vote=vote.pk)


def tell_of_charge(
    *, by: Person, at: dt.datetime, violation: Violation, offenders: Iterable[GamePlayer], entry: AuditEntry
) -> None:
    """The accused, and the Acting Executor."""
    game = violation.game
    executor = [game.acting_executor.person] if game.acting_executor else []
    send(
        to=[*executor, *(offender.person for offender in offenders)],
        kind="violation-charged",
        about=violation,
        occasion=entry.pk,
        path=game_path(game, "violations"),
        context={"by": by, "event": game.event},
        at=at,
    )


def tell_of_demand(*, by: Person, at: dt.datetime, vote: Vote, game: Game, entry: AuditEntry) -> None:
    """The Acting Executor has to open it, or to refuse it by rule."""
    if game.acting_executor is None:
        return
    send(
        to=game.acting_executor.person,
        kind="vote-demanded",
        about=vote,
        occasion=entry.pk,
        path=vote_path(vote, game),
        context={"who": vote.demanded_by.person, "event": game.event, "game": game},
        at=at,
    )


def tell_of_opening(
    *, by: Person, at: dt.datetime, vote: Vote, voters: Iterable[GamePlayer], entry: AuditEntry
) -> None:
    """Everybody on the roll."""
    game = vote.violation.game
    send(
        to=[voter.person for voter in voters],
        kind="vote-opened",
        about=vote,
        occasion=entry.pk,
        path=vote_path(vote, game),
        context={"by": by, "event": game.event, "game": game},
        at=at,
    )


def tell_of_result(
    *, by: Person, at: dt.datetime, vote: Vote, voters: Iterable[GamePlayer], entry: AuditEntry
) -> None:
    """Everybody on the roll, and those against whom it went."""
    game = vote.violation.game
    offenders = [offender.player for offender in vote.violation.offenders.all()]
    people = {player.person_id: player.person for player in (*voters, *offenders)}
    send(
        to=list(people.values()),
        kind="vote-closed",
        about=vote,
        occasion=entry.pk,
        path=vote_path(vote, game),
        context={"by": by, "event": game.event, "game": game},
        at=at,
    )
