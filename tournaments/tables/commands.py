"""What is done at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.api.serializers import field_of_typed_dict
from sanctioning.kit.commands import Command, Commands, optional, sent_as
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from tournaments.formats.documents import GamePlan
from tournaments.games.models import Game
from tournaments.reports.services.settlements import settle_in_play
from tournaments.rounds.services.calling_off import call_off_game
from tournaments.tables.services.authorisations import authorise_extrapolation, change_plan, name_scorekeeper
from tournaments.tables.services.closing import close_game, reopen_game
from tournaments.tables.services.seating import get_up, sit_down, stop_waiting, wait_at_table
from tournaments.tables.services.splits import decide_split, draw_for_places, undo_split
from tournaments.tables.services.table_links import make_link, withdraw_link
from tournaments.tables.services.undoing import undo_step
from tournaments.tables.services.unplayed_groups import give_up_unplayed

SURE: Final = "Close a game although stanzas, errors or votes are still to come."
THEN: Final = "To undo a step: how many stanzas were played when it was done."


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What may come with an act at the table."""

    player: str = optional(64)
    left_of: str = optional(64, blank=True)
    reason: str = optional(2000, blank=True)
    walked_out: bool = sent_as(serializers.BooleanField(required=False), False)
    granted: bool = sent_as(serializers.BooleanField(required=False), True)
    sure: bool = sent_as(serializers.BooleanField(required=False, help_text=SURE), False)
    groups: int = sent_as(serializers.IntegerField(required=False, min_value=0, max_value=100), 0)
    rounds: int | None = sent_as(serializers.IntegerField(required=False, min_value=0, max_value=1000), None)
    finding: str = optional(16)
    step: str = optional(16)
    stanzas: int = sent_as(serializers.IntegerField(required=False, min_value=0, help_text=THEN), 0)
    waited: bool = sent_as(serializers.BooleanField(required=False), False)
    cards: Mapping[str, str] = sent_as(
        serializers.DictField(child=serializers.CharField(max_length=3), required=False), dict
    )
    planned: Mapping[str, Any] = sent_as(field_of_typed_dict(GamePlan)(required=False), dict)

    @property
    def person(self) -> Person:
        person = person_numbered(number=self.player) if self.player else None
        if person is None:
            raise Refusal(
                code="player-unknown",
                sentence=_("No player has the number %(player)s.") % {"player": self.player}
                if self.player
                else _("No player is named."),
                rule=_("Every player has a record."),
                remedy=_("Give the member number as shown on the player's page."),
                status=422,
            )
        return person


LEFT: Final = _lazy("%(who)s has left the table. Their score stays as it is.")
WALKED_OUT: Final = _lazy(
    "Ruled: %(who)s walked out. Their bid of this stanza fails, and they are gone before the next deal."
)


def _leave(by: Person, game: Game, asked: Asked) -> str:
    """Let them leave, and say who went and how."""
    person = asked.person
    get_up(by=by, game=game, person=person, walked_out=asked.walked_out, reason=asked.reason)
    return str(WALKED_OUT if asked.walked_out else LEFT) % {"who": person.name}


TABLE_COMMANDS: Final = Commands[Game, Asked, object](
    Asked,
    {
        "sit": Command(
            lambda by, game, asked: sit_down(by=by, game=game, person=asked.person, left_of=asked.left_of),
            _lazy("Saved. The next stanza is dealt to the new table."),
        ),
        "leave": Command(_leave, str),
        "wait": Command(
            lambda by, game, asked: wait_at_table(by=by, game=game, person=asked.person),
            _lazy("On the list of those waiting."),
        ),
        "stop-waiting": Command(
            lambda by, game, asked: stop_waiting(by=by, game=game, person=asked.person),
            _lazy("Removed from the list."),
        ),
        "undo": Command(
            lambda by, game, asked: undo_step(
                by=by,
                game=game,
                person=asked.person,
                step=asked.step,
                stanzas=asked.stanzas,
                waited=asked.waited,
            ),
            _lazy("Undone. Everyone sits and waits as before."),
        ),
        "plan": Command(
            lambda by, game, asked: change_plan(by=by, game=game, planned=asked.planned, reason=asked.reason),
            _lazy("The end of the game is changed."),
        ),
        "scorekeeper": Command(
            lambda by, game, asked: name_scorekeeper(
                by=by, game=game, player=asked.player, reason=asked.reason
            ),
            _lazy("The scorekeeper is named. Pads say who it is."),
        ),
        "extrapolate": Command(
            lambda by, game, asked: authorise_extrapolation(
                by=by, game=game, player=asked.player, reason=asked.reason, granted=asked.granted
            ),
            _lazy("Saved. It is applied when the game is closed."),
        ),
        "settle": Command(
            lambda by, game, asked: settle_in_play(by=by, game=game, mark=asked.finding, reason=asked.reason),
            _lazy("The finding is settled. Your reason goes into the report with it."),
        ),
        "split": Command(
            lambda by, game, asked: decide_split(by=by, game=game, groups=asked.groups),
            _lazy("The split is decided."),
        ),
        "draw": Command(
            lambda by, game, asked: draw_for_places(by=by, game=game, cards=asked.cards, rounds=asked.rounds),
            _lazy("The draw is saved."),
        ),
        "undo-split": Command(
            lambda by, game, asked: undo_split(by=by, game=game, reason=asked.reason),
            _lazy("The split is undone. Everyone sits and waits as before."),
        ),
        "give-up": Command(
            lambda by, game, asked: give_up_unplayed(by=by, game=game, reason=asked.reason),
            _lazy("The group is given up. Its players are ranked where they last played."),
        ),
        "call-off": Command(
            lambda by, game, asked: call_off_game(by=by, game=game, reason=asked.reason),
            _lazy("The game is called off. Everyone who sat or waited there is free."),
        ),
        "close": Command(
            lambda by, game, asked: close_game(by=by, game=game, sure=asked.sure),
            _lazy("The game is closed and its record checked as a whole. A second person now confirms it."),
        ),
        "reopen": Command(
            lambda by, game, asked: reopen_game(by=by, game=game, reason=asked.reason),
            _lazy("The game continues."),
        ),
        "link": Command(
            lambda by, game, asked: make_link(by=by, game=game),
            _lazy("The link is made. An earlier one no longer works."),
        ),
        "withdraw-link": Command(
            lambda by, game, asked: withdraw_link(by=by, game=game),
            _lazy("The link is withdrawn and no longer works."),
        ),
    },
)
