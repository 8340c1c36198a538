"""Rulings and decisions in tests: what they amend goes through the services of `tournaments`, felt at once.

An appeal is written down with its one step, as if nobody could take another.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from itertools import count
from typing import Any, cast

from django.db import transaction

from rules_engine.whoopie.document import IncidentDocument
from tests.cast import MARCH, Cast
from tournaments.games.game_families import locked_family
from tournaments.games.models import Game
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.amendments import (
    StanzaChange,
    amend,
    end_amendments,
    record_changed,
)
from tournaments.justice.rulings.services.rulings import keep_ruling

WHY = "Two saw it."
Json = dict[str, Any]
numbers = count(1)


def revoke(player: str, *, trick: int = 1) -> Json:
    """A revoke that another found: four points and the bid."""
    return {"kind": "revoke-other", "player": player, "trick": trick}


def no_call(player: str, *, trick: int = 1) -> Json:
    """A Whoopie card without a call: one point."""
    return {"kind": "no-whoopie-call", "player": player, "trick": trick}


@transaction.atomic
def ruled(
    cast: Cast, game: Game, *changes: StanzaChange, instead_of: Ruling | None = None, at: dt.datetime = MARCH
) -> Ruling:
    """A ruling of the Acting Executor, with what it changes; what it takes the place of ends."""
    game = locked_family(game).games[game.pk]
    ruling = keep_ruling(
        by=cast.executor,
        game=game,
        kind="play",
        section="II/Revokes",
        what="A revoke.",
        reason=WHY,
        supersedes=instead_of,
        at=at,
    )
    if instead_of is not None:
        end_amendments(of=instead_of, by=ruling, at=at)
    amend(source=ruling, game=game, changes=changes, at=at)
    record_changed(game=game, by=cast.executor, at=at, ruling=f"Ruling {ruling.number}", why=WHY)
    return ruling


def appealed(cast: Cast, ruling: Ruling, *, at: dt.datetime = MARCH) -> AppealStep:
    """The ruling before the Managing Executor."""
    player = ruling.game.players.order_by("pk")[0]
    appeal = Appeal.objects.create(
        number=next(numbers), ruling=ruling, appellant=player, bundle={}, bundle_sha256="0" * 64, at=at
    )
    return AppealStep.objects.create(
        appeal=appeal,
        place=1,
        office="Managing",
        taken_by=player,
        taken_at=at,
        grounds="No.",
        until=at.date(),
    )


@transaction.atomic
def decided(
    cast: Cast,
    step: AppealStep,
    *changes: StanzaChange,
    at: dt.datetime,
    of: Ruling | AppealStep | None = None,
) -> AppealStep:
    """A final decision: what the ruling (or an earlier step) amended ends, and its own amendments stand."""
    ruling = step.appeal.ruling
    assert ruling is not None
    step.decision = "varied" if changes else "overturned"
    step.reasons, step.decided_by, step.decided_at = "Nobody saw it.", cast.managing, at
    step.save()
    game = locked_family(ruling.game).games[ruling.game_id]
    end_amendments(of=of or ruling, by=step, at=at)
    amend(source=step, game=game, changes=changes, at=at)
    record_changed(game=game, by=cast.managing, at=at, ruling=str(step.appeal), why=step.reasons)
    return step


def overturned(cast: Cast, ruling: Ruling, *changes: StanzaChange, at: dt.datetime) -> AppealStep:
    """The ruling appealed, and overturned or varied by a decision that is final."""
    return decided(cast, appealed(cast, ruling, at=at), *changes, at=at)


def puts_in(stanza: int, *incidents: Json) -> StanzaChange:
    return StanzaChange(stanza, adds=cast(tuple[IncidentDocument, ...], incidents))


def takes_out(stanza: int, incidents: Iterable[Json]) -> StanzaChange:
    return StanzaChange(stanza, removes=cast(tuple[IncidentDocument, ...], tuple(incidents)))
