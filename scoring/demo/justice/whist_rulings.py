"""Rulings at the whist of the demo season: at Military Whist from a call, one replaced, one without a form;
at Bid Whist one by its director, which is final.

Purpose: the slips, the list of rulings and the case book have something to show of a game of teams.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.whist.bid_whist import CLUB, NAME
from tournaments.calls.services.calls import call_executor
from tournaments.games.models import Game
from tournaments.hooks import PLACES_DUE
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import rule_on

EVENT = "Wetherby Military Whist 2026"
AT_TABLE = "d1-after-3"
AT_BID_WHIST = "r2-t4"
HOUR = dt.timedelta(hours=1)


def rule_at_whist() -> None:
    """What was called for at the third table on the first evening."""
    game = Game.objects.get(event__name=EVENT)
    at = game.event.starts_at + 2 * HOUR
    [team] = next(due.teams for due in PLACES_DUE.only()(game) if due.place == AT_TABLE)
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


def rule_at_bid_whist(authority: DemoAuthority) -> None:
    """What the director of the Main Event was called for in its second round."""
    game = Game.objects.get(event__name=NAME)
    table = next(due for due in PLACES_DUE.only()(game) if due.place == AT_BID_WHIST)
    rule_on(
        by=authority.directors[CLUB],
        game=game,
        irregularity="bid-whist-card-exposed",
        facts={
            "place": AT_BID_WHIST,
            "team": str(table.teams[0]),
            "standing": "5",
            "follows_suit": "no",
            "choice": "play-on",
        },
        what="A card fell face up on the table before its turn.",
        reason="It was not of the suit led, and the other team chose to play on.",
        words="A card that does not follow the suit led was exposed; the other team played on.",
        public=True,
        at=game.event.starts_at + 2 * HOUR + HOUR / 6,
    )


def _rule(game: Game, at: dt.datetime, **ruling: Any) -> Ruling:
    assert game.acting_executor is not None
    return rule_on(by=game.acting_executor.person, game=game, at=at, **ruling)
