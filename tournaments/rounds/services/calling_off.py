"""Calling off a game at which nobody plays: people went home, or sat down elsewhere, before its first stanza.

Invariants: nothing was played, so nothing is ranked or lost; whoever sits or waits there is free again and is
told; the next round may use the number of the game.
Rule section: I/Players; reading 10 (a game ends by its plan only once it was dealt).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.people.models.person import Person
from tournaments.events.services.events import require_runs
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game, require_state
from tournaments.rounds.notifications import tell_that_it_is_called_off
from tournaments.rounds.services.games_of_round import empty_game


@transaction.atomic
def call_off_game(*, by: Person, game: Game, reason: str, at: dt.datetime | None = None) -> Game:
    """Void a game before its first stanza: nobody sits, waits or calls there any more, and its link is dead.

    Raises:
        Refusal: `game-state`, `not-allowed`, `part-of-a-split`, `reason-missing`.
    """
    at = moment(at)
    game = locked_game(game.pk)
    require_runs(by, at, game.event, _("call a game off"))
    reason = require_reason(reason, rule=_("Calling a game off needs a reason, which the players read."))
    require_state(
        game,
        (Game.State.OPEN,),
        rule=_("A game can be called off before its first stanza. After that its scores count."),
        remedy=_("Close it on the page of its table: what was played is kept."),
    )
    if game.parent_id is not None:
        raise Refusal(
            code="part-of-a-split",
            sentence=_("%(game)s came from a split.") % {"game": game.place},
            rule="II/Splitting a game",
            remedy=_("Its Acting Executor can give the group up, or undo the split."),
        )
    tell_that_it_is_called_off(game=game, why=reason, at=at)
    empty_game(game, by=by, why=reason, calls_end=_("The game was called off."), at=at)
    return game


def may_be_called_off(game: Game) -> bool:
    """Whether nothing was played there, and it is no group of a split."""
    return game.state == Game.State.OPEN and game.parent_id is None
