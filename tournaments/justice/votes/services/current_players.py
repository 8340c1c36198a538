"""Who sits at a table now, and so may charge, demand and vote there.

Invariant: whoever acts on charges and votes of a game holds the locks of its family first.
Rule section: III (the current players); reading 47: those seated at that table, newcomers too, leavers not.
Terms: speaker (the player for whom a charge or a demand is made: oneself, or whom the Acting Executor names
for a table that speaks to him).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.identity.same_person import same_person
from sanctioning.kit.clock import day_of
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tournaments.events.permissions import rules_game
from tournaments.games.game_families import Family, locked_family
from tournaments.games.models import Game, GamePlayer
from tournaments.games.selectors.reported_stanzas import Stanzas, reported_stanzas

State = Game.State
RULE: Final = "III/Penalties"
CONFIRMED: Final = (State.CONFIRMED, State.CERTIFIED)
NOBODY_PLAYS: Final = (State.SPLIT, State.VOID)


@dataclass(frozen=True)
class VotersTable:
    """A game of a locked family, with all who ever had a seat there, by record id."""

    family: Family
    game: Game

    @cached_property
    def players(self) -> dict[str, GamePlayer]:
        return {player.record_id: player for player in self.family.players_of(self.game)}

    @cached_property
    def current(self) -> tuple[str, ...]:
        """Record ids of those who sit there, in the order of their seats; nobody once it was split.

        Of a game that was reported in one piece they are those of its last stanza, in the order of bidding.
        """
        if self.game.state in NOBODY_PLAYS:
            return ()
        if not self.family.stays_in(self.game) and self._stanzas:
            return tuple(player for player, _bid in self._stanzas[self.played]["bids"])
        return self.family.table_of(self.game)

    @property
    def played(self) -> int:
        """How many stanzas are reported."""
        return max(self._stanzas, default=0)

    @cached_property
    def _stanzas(self) -> Stanzas:
        return reported_stanzas(self.game)

    @property
    def sanctioned(self) -> bool:
        sanction = self.game.event.sanction
        return sanction is not None and sanction.state == Sanction.State.GRANTED

    @property
    def is_over(self) -> bool:
        return self.game.state in CONFIRMED

    def player(self, record_id: str) -> GamePlayer:
        """Somebody who plays or played there; refuses anybody else."""
        player = self.players.get(record_id)
        if player is None:
            raise Refusal(
                code="player-not-in-game",
                sentence=_("%(value)s has not played in this game.") % {"value": record_id or _("Nobody")},
                rule="I/Players",
                remedy=_("Name a player of the game."),
                status=422,
            )
        return player

    def speaker(self, by: Person, for_player: str, at: dt.datetime, *, what: str) -> GamePlayer:
        """The player for whom this is said: oneself, or whom the Acting Executor names."""
        if for_player and rules_game(by, day_of(at), self.game):
            return self.player(for_player)
        own = next((player for player in self.players.values() if same_person(by, player.person)), None)
        if own is None or (for_player and for_player != own.record_id):
            deny(
                what=what,
                who=_("a player at the table, or the Acting Executor for one"),
                rule=RULE,
            )
        return own


def locked_table(game: Game) -> VotersTable:
    family = locked_family(game)
    return VotersTable(family, family.games[game.pk])
