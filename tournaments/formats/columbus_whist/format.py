"""Columbus Whist as a format of the site: it registers itself.

Rule section: 2 to 6 (six games, places by games won and then points).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import Final, cast

from rules_engine.card_games import WHIST
from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.document import RecordDocument
from rules_engine.columbus_whist.record import GAMES
from tournaments.formats.columbus_whist.check import check, follow
from tournaments.formats.columbus_whist.plan import PLAN, games_of_plan
from tournaments.formats.columbus_whist.playoff_entries import TEAM, onward
from tournaments.formats.columbus_whist.record import board, due, of_game, place_of, record, till
from tournaments.formats.columbus_whist.rulings.irregularities import RULINGS
from tournaments.formats.columbus_whist.seating import by_hand, drawn, further
from tournaments.formats.documents import Planned, Record
from tournaments.formats.format import PAIR, Format, FormatFinding, FormatResult
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.registry import register
from tournaments.formats.round_seating import RoundSeating, Tables
from tournaments.formats.slips import Slips
from tournaments.formats.team_events import as_reported, finding, nowhere, result_of_teams


def result(read: Record, document: KeptCheck) -> FormatResult:
    """Those who play for a team at the end stand where it stands; its score is the games that it won."""
    record = cast(RecordDocument, read)
    return result_of_teams(
        document,
        [(place, team, won) for place, team, won, _points in document["standings"]],
        partial(_at_the_end, record),
        players=len(record["teams"]) * PAIR.size,
    )


def _at_the_end(record: RecordDocument, team: int) -> list[str]:
    """The players of a team, one who left with a substitute replaced by him."""
    players = list(record["teams"][team - 1].get("players", ()))
    for left in record.get("leavers", ()):
        if left["team"] == team and "substitute" in left and left["player"] in players:
            players[players.index(left["player"])] = left["substitute"]
    return players


def ending(
    planned: Planned,
    read: Record,
    until: dt.datetime | None = None,
    ended: Sequence[dt.datetime] = (),
) -> tuple[FormatFinding, ...]:
    """A record of an event that is still being played is not one of its end."""
    if not read.get("under_way"):
        return ()
    return (
        finding(
            {
                "code": "game-count",
                "severity": "error",
                "rule": rules.SIX_GAMES,
                "message": "The event is noted as still being played; games are to come.",
            }
        ),
    )


COLUMBUS_WHIST: Final = register(
    Format(
        slug="columbus-whist",
        title="Columbus Whist",
        card_game=WHIST,
        unit=PAIR,
        tables=Tables(fewest=PAIR.size, most=2 * PAIR.size, preferred=2 * PAIR.size),
        seating=RoundSeating(
            modes=("balanced", "draw", "hand"),
            least=2 * PAIR.size,
            rule=rules.SIX_GAMES,
            units=drawn,
            by_hand=by_hand,
            most_rounds=GAMES,
            least_rounds=GAMES,
            rounds=games_of_plan,
            further=further,
            topic="columbus-pairing",
            leaving=rules.LEAVER,
            forfeits=True,
        ),
        plan=PLAN,
        team=TEAM,
        check=check,
        spot=nowhere,
        result=result,
        ending=ending,
        amended=as_reported,
        substitutes=rules.LEAVER,
        rulings=RULINGS,
        slips=Slips(
            due=due,
            record=record,
            place_of=place_of,
            board=board,
            till=till,
            onward=onward,
            of_game=of_game,
            follow=follow,
        ),
    )
)
