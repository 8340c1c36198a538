"""What decided the places of a tournament of Bid Whist, in words for the board and the result.

Rule section: 4 (B-39 to B-44).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.bid_whist.standings.standings import games_of, told
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.slips import EventHead, Standing

BY: Final = {
    "hand": _lazy("Level at the last seat of the playoff: %(teams)s. One hand decided for %(first)s."),
    "director": _lazy("Level at the last seat of the playoff: %(teams)s. The Director decided: %(order)s."),
    "draw": _lazy("Level before the playoff: %(teams)s. Their order in it was drawn: %(order)s."),
}


def is_decided(check: KeptCheck) -> bool:
    """Whether the playoff is over."""
    return any(team is not None for team in check["places"])


def board_words(head: EventHead, standing: Standing, check: KeptCheck | None) -> Iterator[str]:
    """How the places were made once the playoff is over, and what told equal teams apart before it."""
    if check is not None and is_decided(check):
        yield _(
            "Places 1 to %(teams)s are those of the playoff, who goes out in the same stage in the order of "
            "the seeds; the others stand by rounds won, then points."
        ) % {"teams": len(check["seeds"])}
    stands = told(head, games_of(head, standing), standing)
    for decider in stands.deciders if stands else ():
        order = [_team(head, team) for team in decider["order"]]
        values = {"teams": ", ".join(_team(head, team) for team in decider["teams"])}
        yield str(BY[decider["by"]]) % {**values, "first": order[0], "order": ", ".join(order)}


def _team(head: EventHead, number: int) -> str:
    return head.teams[number].name
