"""Giving up a group of a split that never plays a stanza, while the other groups go on.

Invariants: the group that carries on the game itself is never given up; whoever was placed in the group is
ranked where he last played, and that game is still to be closed.
Rule section: II (splitting a game, re-entering players); readings 37 and 38.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.permissions import rules_game
from tournaments.games.game_families import Family, family_of, locked_family
from tournaments.games.models import Game
from tournaments.tables.models.sheet import Sheet
from tournaments.tables.services.following_sheets import refresh_sheets
from tournaments.tables.services.groups import give_up_group
from tournaments.tables.services.splits import RULE

State = Game.State


@transaction.atomic
def give_up_unplayed(*, by: Person, game: Game, reason: str, at: dt.datetime | None = None) -> Game:
    """Give a group up before its first stanza; who came from another game is ranked there.

    Raises:
        Refusal: `home-closed`, `not-allowed`, `not-unplayed`, `reason-missing`.
    """
    at = moment(at)
    family = locked_family(game)
    game = family.games[game.pk]
    require(
        rules_game(by, day_of(at), game),
        what=_("give this group up"),
        who=_("its Acting Executor"),
        rule=RULE,
    )
    reason = require_reason(reason, _("Giving up a group needs a reason."), remedy=_("Write why."))
    if not is_unplayed_group(family, game):
        raise Refusal(
            code="not-unplayed",
            sentence=_("%(game)s is not a group that can be given up.") % {"game": game.place},
            rule=RULE,
            remedy=_("Only a group without a stanza can be, and never the one that continues the game."),
        )
    Sheet.objects.filter(game=game).delete()
    give_up_group(family=family, group=game, at=at)
    refresh_sheets(family_of(game), at)
    note(by=by, at=at, action="give up group", thing=game, why=reason, after={"state": game.state})
    return game


def is_unplayed_group(family: Family, game: Game) -> bool:
    """Whether nothing was played in this group of a split, and another one carries on the game itself."""
    if game.parent_id is None or game.state != State.OPEN or game.stanzas_played:
        return False
    parent = family.games[game.parent_id]
    return parent.state == State.SPLIT and family.goes_on_as(parent.pk).pk != game.pk
