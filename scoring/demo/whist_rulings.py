"""A leader's rulings at the Military Whist of the demo season: from a call, one replaced, one without a form.

Purpose: the slips, the list of rulings and the case book have something to show of a game of teams.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from tournaments.models import Game, Ruling
from tournaments.reported import places_of
from tournaments.services.calls import call_executor
from tournaments.services.rulings import rule_on

EVENT = "Wetherby Military Whist 2026"
AT_TABLE = "d1-after-3"
HOUR = dt.timedelta(hours=1)


def rule_at_whist() -> None:
    """What was called for at the third table on the first evening."""
    game = Game.objects.get(event__name=EVENT)
    at = game.event.starts_at + 2 * HOUR
    [team] = next(one.teams for one in places_of(game) if one.place == AT_TABLE)
    here = {"place": AT_TABLE, "team": str(team)}
    player = game.event.teams.get(number=team).members.get(letter="A").entry.person
    call = call_executor(
        by=player, game=game, kind="irregularity", about="A club was found under a spade.", at=at
    )
    first = _rule(
        game,
        at,
        irregularity="military-whist-revoke",
        facts={**here, "found": "late"},
        what="A club was found under the spade that was played to clubs.",
        reason="The trick was turned already when it was found.",
        call=call,
    )
    _rule(
        game,
        at,
        irregularity="military-whist-revoke",
        facts={**here, "found": "in-time"},
        what="A club was found under the spade that was played to clubs.",
        reason="Both pairs agree now that the trick still lay open.",
        words="A player trumped while holding the suit led; the trick still lay open.",
        public=True,
        supersedes=first,
    )
    _rule(
        game,
        at + HOUR,
        irregularity="",
        section="11",
        facts=here,
        what="A visitor raised a hand before his partner led.",
        reason="It was a wave to the next table; they were asked to keep their hands down.",
    )


def _rule(game: Game, at: dt.datetime, **said: Any) -> Ruling:
    assert game.acting_executor is not None
    return rule_on(by=game.acting_executor.person, game=game, at=at, **said)
