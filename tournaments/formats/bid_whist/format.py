"""Bid Whist as a format of the site: it registers itself.

Rule section: 2 (teams of two, the draw), 3 (rounds), 4 (standings and playoff).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from rules_engine.bid_whist.check.tournament import check_bytes
from rules_engine.bid_whist.document import RecordDocument, TeamDocument
from rules_engine.bid_whist.record import FORMAT as RECORD
from rules_engine.bid_whist.timetable import HANDS
from rules_engine.card_games import WHIST
from tournaments.formats.bid_whist.canons import CANONS
from tournaments.formats.bid_whist.entries import DOOR, REFUND
from tournaments.formats.bid_whist.lateness import LATENESS
from tournaments.formats.bid_whist.plan import PLAN, around
from tournaments.formats.bid_whist.record import board, bracket, due, of_game, place_of, record
from tournaments.formats.bid_whist.rulings.irregularities import RULINGS
from tournaments.formats.bid_whist.seating import SEATING
from tournaments.formats.documents import Record
from tournaments.formats.format import PAIR, Format, GameCheck, Result, Tables
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.records import checked
from tournaments.formats.registry import register
from tournaments.formats.slips import Slips
from tournaments.formats.team_events import (
    as_reported,
    called_pair,
    kept,
    nowhere,
    result_of_teams,
    told_by_the_check,
)

AT_A_TABLE: Final = 2 * PAIR.size


def check(data: bytes) -> GameCheck:
    """The engine's answer, kept as the site keeps answers."""
    answered, read = checked(check_bytes, data, RECORD)
    record: RecordDocument = read
    teams = record["teams"]
    answer = cast(KeptCheck, answered.as_document())
    answer["tables"] = final_order(answer)
    points = {team: scored for _place, team, _won, scored in answer["standings"]}
    return kept(
        answer,
        ranking=[(place, _name(teams, team), points[team]) for place, team in answer["tables"]],
        players=(player for team in teams for player in team.get("players", ())),
        player_hands=AT_A_TABLE * _hands(record),
        teams=(called_pair(team.get("name", ""), team.get("players", ())) for team in teams),
    )


def final_order(answer: KeptCheck) -> list[tuple[int, int]]:
    """Place and team: the first four as played, then who came further in the playoff, of equals by seed, then
    the standings, in which equal teams share a place."""
    seeds: dict[int, int] = {team: at for at, team in enumerate(answer["seeds"])}
    reached = dict.fromkeys(seeds, 0)
    for stage, games in enumerate(answer["stages"], start=1):
        for game in games:
            reached |= dict.fromkeys([team for team in game["teams"] if team in seeds], stage)
    first = {team: at for at, team in enumerate(answer["places"]) if team is not None}
    played = sorted(seeds, key=lambda team: (first.get(team, len(first)), -reached[team], seeds[team]))
    order = list(enumerate(played, start=1)) if answer["stages"] else []
    left = [
        (place, team) for place, team, *_more in answer["standings"] if team not in dict(map(_swap, order))
    ]
    return order + [(max(place, len(order) + 1), team) for place, team in left]


def result(read: Record, document: KeptCheck) -> Result:
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


def _swap(pair: tuple[int, int]) -> tuple[int, int]:
    return pair[1], pair[0]


def _name(teams: Sequence[TeamDocument], team: int) -> str:
    return str(teams[team - 1].get("name", team))


def _hands(read: RecordDocument) -> int:
    """The hands that were played, in the rounds and in the playoff."""
    games = [game for games in read["rounds"] for game in games]
    games += [game for stage in read.get("playoff", ()) for game in stage["games"]]
    games += [read["third"]] if "third" in read else []
    played = [game for game in games if not game.get("forfeit")]
    return sum(len(game.get("hands", range(HANDS))) + ("extra" in game) for game in played)


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
        slips=Slips(due=due, record=record, place_of=place_of, board=board, bracket=bracket, of_game=of_game),
        canons=CANONS,
        lateness=LATENESS,
        timetable=around,
        door=DOOR,
        refund=REFUND,
    )
)
