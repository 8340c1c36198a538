"""Who sat at a table is settled once its slip is signed: nobody comes for a player there afterwards.

Invariant: who signs at the same moment comes wholly before the substitute, or after him.

Rule section: by way of the format's slip (`tournaments.formats.slips.Due.rule`).
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from tournaments.games.services.games import locked_game
from tournaments.slips.event_folders import folder_of
from tournaments.slips.selectors.slips import game_of_event
from tournaments.teams.models.team import Team


def object_to_a_signed_seat(*, team: Team, letter: str, round_number: int) -> None:
    """Refuse a substitute from a round of which the team's slip is signed.

    Raises:
        Refusal: `event-not-sanctioned`, `no-slips`, `other-rule-set`, `seat-signed`.
    """
    game = game_of_event(team.event)
    if game is None:
        return
    folder = folder_of(locked_game(game.pk))
    for place, due in folder.due.items():
        if due.round >= round_number and team.number in due.teams and place in folder.signed:
            raise Refusal(
                code="seat-signed",
                sentence=_("%(sheet)s is signed, including who sat there.") % {"sheet": due.title},
                rule=due.rule,
                remedy=_("Let the substitute in from the round after it."),
                facts={"field": "from_round"},
            )
