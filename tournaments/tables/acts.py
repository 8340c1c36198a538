"""What can be done at a table, by name: one list for pages and programs.

Each act takes who asks, the game and what was asked, and calls one service; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from tournaments.games.models import Game
from tournaments.reports.services.settlements import settle_in_play
from tournaments.tables.services.authorisations import authorise_extrapolation, change_plan, name_scorekeeper
from tournaments.tables.services.closing import close_game, reopen_game
from tournaments.tables.services.seating import get_up, sit_down, stop_waiting, wait_at_table
from tournaments.tables.services.splits import decide_split, draw_for_places, undo_split
from tournaments.tables.services.table_links import make_link, withdraw_link
from tournaments.tables.services.unplayed_groups import give_up_unplayed


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What may come with an act; players are named by member number."""

    player: str = ""
    left_of: str = ""
    reason: str = ""
    walked_out: bool = False
    granted: bool = True
    sure: bool = False
    groups: int = 0
    rounds: int | None = None
    finding: str = ""
    cards: Mapping[str, str] = field(default_factory=dict)
    planned: Mapping[str, Any] = field(default_factory=dict)

    @property
    def person(self) -> Person:
        person = person_numbered(number=self.player) if self.player else None
        if person is None:
            raise Refusal(
                code="player-unknown",
                sentence=_("No player has the number %(player)s.") % {"player": self.player}
                if self.player
                else _("No player is named."),
                rule=_("Whoever plays is a registered person."),
                remedy=_("Give the member number as it stands on the player's page."),
                status=422,
            )
        return person


Act = Callable[[Person, Game, Asked], object]

ACTS: Final[Mapping[str, Act]] = {
    "sit": lambda by, game, asked: sit_down(by=by, game=game, person=asked.person, left_of=asked.left_of),
    "leave": lambda by, game, asked: get_up(
        by=by, game=game, person=asked.person, walked_out=asked.walked_out, reason=asked.reason
    ),
    "wait": lambda by, game, asked: wait_at_table(by=by, game=game, person=asked.person),
    "stop-waiting": lambda by, game, asked: stop_waiting(by=by, game=game, person=asked.person),
    "plan": lambda by, game, asked: change_plan(by=by, game=game, planned=asked.planned, reason=asked.reason),
    "scorekeeper": lambda by, game, asked: name_scorekeeper(
        by=by, game=game, player=asked.player, reason=asked.reason
    ),
    "extrapolate": lambda by, game, asked: authorise_extrapolation(
        by=by, game=game, player=asked.player, reason=asked.reason, granted=asked.granted
    ),
    "settle": lambda by, game, asked: settle_in_play(
        by=by, game=game, mark=asked.finding, reason=asked.reason
    ),
    "split": lambda by, game, asked: decide_split(by=by, game=game, groups=asked.groups),
    "draw": lambda by, game, asked: draw_for_places(by=by, game=game, cards=asked.cards, rounds=asked.rounds),
    "undo-split": lambda by, game, asked: undo_split(by=by, game=game, reason=asked.reason),
    "give-up": lambda by, game, asked: give_up_unplayed(by=by, game=game, reason=asked.reason),
    "close": lambda by, game, asked: close_game(by=by, game=game, sure=asked.sure),
    "reopen": lambda by, game, asked: reopen_game(by=by, game=game, reason=asked.reason),
    "link": lambda by, game, asked: make_link(by=by, game=game),
    "withdraw-link": lambda by, game, asked: withdraw_link(by=by, game=game),
}
DONE: Final[Mapping[str, str]] = {
    "sit": _lazy("Written down; the next stanza is dealt to the new table."),
    "leave": _lazy("Written down; the score stays as it is."),
    "wait": _lazy("On the list of those who wait."),
    "stop-waiting": _lazy("Off the list."),
    "plan": _lazy("The end of the game is fixed anew."),
    "scorekeeper": _lazy("The scorekeeper is named."),
    "extrapolate": _lazy("Written down; it is applied when the game is closed."),
    "settle": _lazy("The finding is settled; your reason goes into the report with it."),
    "split": _lazy("The split is decided."),
    "draw": _lazy("The round is written down."),
    "undo-split": _lazy("The split is undone; everybody sits and waits as before."),
    "give-up": _lazy("The group is given up; its players are ranked where they last played."),
    "close": _lazy("The game is closed and its record checked as a whole. A second person confirms it now."),
    "reopen": _lazy("The game goes on."),
    "link": _lazy("The link is made; one that was there before opens nothing any more."),
    "withdraw-link": _lazy("The link is withdrawn and opens nothing any more."),
}
