"""What the engine answers to a tournament of Bid Whist, kept as the site keeps answers.

Rule section: 4 (the final order).
Terms: so far (the check of the slips that stand while rounds are played; the next slip is checked on from
it).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, cast

from rules_engine.bid_whist.check.result import Check
from rules_engine.bid_whist.check.tournament import Course, check_bytes, check_course
from rules_engine.bid_whist.document import GameDocument, RecordDocument, TeamDocument
from rules_engine.bid_whist.reader.tournament import record_of, record_with_game
from rules_engine.bid_whist.record import FORMAT as RECORD
from rules_engine.bid_whist.timetable import HANDS
from tournaments.formats.bid_whist.record import record_game, round_and_table
from tournaments.formats.documents import Record
from tournaments.formats.format import PAIR, FormatCheck
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.records import checked
from tournaments.formats.slips import EventHead, Standing
from tournaments.formats.team_events import called_pair, kept

AT_A_TABLE: Final = 2 * PAIR.size


def check(data: bytes) -> FormatCheck:
    """The engine's answer, kept as the site keeps answers."""
    answered, read = checked(check_bytes, data, RECORD)
    record: RecordDocument = read
    return _kept(answered, record["teams"], _hands(record))


def _kept(answered: Check, teams: Sequence[TeamDocument], hands: int) -> FormatCheck:
    answer = cast(KeptCheck, answered.as_document())
    answer["tables"] = final_order(answer)
    points = {team: scored for _place, team, _won, scored in answer["standings"]}
    return kept(
        answer,
        ranking=[(place, _name(teams, team), points[team]) for place, team in answer["tables"]],
        players=(player for team in teams for player in team.get("players", ())),
        player_hands=AT_A_TABLE * hands,
        teams=(called_pair(team.get("name", ""), team.get("players", ())) for team in teams),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSoFar:
    """The check while rounds are played; `games` are those of the record, round by round."""

    teams: Sequence[TeamDocument]
    games: Sequence[Sequence[GameDocument]]
    hands: int
    course: Course

    @property
    def document(self) -> KeptCheck:
        return _kept(self.course.check, self.teams, self.hands).document

    def after(self, head: EventHead, standing: Standing, places: Collection[str]) -> CheckSoFar | None:
        """Once these slips are there too; None where more than games of the rounds follows from them."""
        rounds, record, hands = [*self.games], self.course.record, self.hands
        for number, table in dict.fromkeys(map(round_and_table, places)):
            if not number:
                return None
            game = record_game(head, standing, number, table)
            if game == rounds[number - 1][table - 1]:
                continue
            record = record_with_game(record, number, table - 1, game)
            hands += _hands_of(game) - _hands_of(rounds[number - 1][table - 1])
            games = [*rounds[number - 1]]
            games[table - 1] = game
            rounds[number - 1] = games
        course = check_course(record, self.course)
        if len(rounds) >= record.tournament.rounds and all(checked.known for checked in course.rounds):
            return None
        return CheckSoFar(teams=self.teams, games=rounds, hands=hands, course=course)


def follow(head: EventHead, standing: Standing, record: Record) -> CheckSoFar | None:
    """The check of a record from which that of the next slip goes on; None once it has its standings."""
    if "standings" in record:
        return None
    document = cast(RecordDocument, record)
    return CheckSoFar(
        teams=document["teams"],
        games=document["rounds"],
        hands=_hands(document),
        course=check_course(record_of(document)),
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
    placed = {team for _place, team in order}
    left = [(place, team) for place, team, *_more in answer["standings"] if team not in placed]
    return order + [(max(place, len(order) + 1), team) for place, team in left]


def _name(teams: Sequence[TeamDocument], team: int) -> str:
    return str(teams[team - 1].get("name", team))


def _hands(read: RecordDocument) -> int:
    """The hands that were played, in the rounds and in the playoff."""
    games = [game for games in read["rounds"] for game in games]
    games += [game for stage in read.get("playoff", ()) for game in stage["games"]]
    games += [read["third"]] if "third" in read else []
    return sum(map(_hands_of, games))


def _hands_of(game: GameDocument) -> int:
    if game.get("forfeit"):
        return 0
    return len(game.get("hands", range(HANDS))) + ("extra" in game)
