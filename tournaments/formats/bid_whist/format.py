"""Bid Whist as a format of the site: it registers itself.

Rule section: 2 (teams of two, the draw), 3 (rounds), 4 (standings and playoff).
"""

from __future__ import annotations

from typing import Final, cast

from rules_engine.bid_whist.document import RecordDocument
from rules_engine.card_games import WHIST
from tournaments.formats.bid_whist.canons import CANONS
from tournaments.formats.bid_whist.check import AT_A_TABLE, check, follow
from tournaments.formats.bid_whist.entries import DOOR, REFUND
from tournaments.formats.bid_whist.lateness import LATENESS
from tournaments.formats.bid_whist.plan import PLAN, around
from tournaments.formats.bid_whist.record import board, bracket, due, of_game, place_of, record
from tournaments.formats.bid_whist.rulings.irregularities import RULINGS
from tournaments.formats.bid_whist.seating import SEATING
from tournaments.formats.documents import Record
from tournaments.formats.format import PAIR, Format, FormatResult
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.registry import register
from tournaments.formats.round_seating import Tables
from tournaments.formats.slips import Slips
from tournaments.formats.team_events import (
    as_reported,
    nowhere,
    result_of_teams,
    told_by_the_check,
)


def result(read: Record, document: KeptCheck) -> FormatResult:
    """Every player of a team stands where his team stands."""
    teams = cast(RecordDocument, read)["teams"]
    points = {team: scored for _place, team, _won, scored in document["standings"]}
    playing = [team for team in teams if team.get("drawn", True)]
    return result_of_teams(
        document,
        [(place, team, points[team]) for place, team in document["tables"]],
        lambda team: teams[team - 1]["players"],
        players=len(playing) * PAIR.size,
    )


BID_WHIST: Final = register(
    Format(
        slug="bid-whist",
        title="Bid Whist",
        card_game=WHIST,
        unit=PAIR,
        tables=Tables(fewest=PAIR.size, most=AT_A_TABLE, preferred=AT_A_TABLE),
        seating=SEATING,
        plan=PLAN,
        check=check,
        spot=nowhere,
        result=result,
        ending=told_by_the_check,
        amended=as_reported,
        rulings=RULINGS,
        slips=Slips(
            due=due,
            record=record,
            place_of=place_of,
            board=board,
            bracket=bracket,
            of_game=of_game,
            follow=follow,
        ),
        canons=CANONS,
        lateness=LATENESS,
        timetable=around,
        door=DOOR,
        refund=REFUND,
    )
)
