"""What the engine answers to an event of Columbus Whist, kept as the site keeps answers.

Terms: so far (the check of the slips that stand while games are played; that of the next slip goes on from
it), beside the games (who left in a game, and who was disorderly: the record says it for the whole event).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules_engine.columbus_whist.auction import SEATS
from rules_engine.columbus_whist.check.event import Course, check_bytes, check_course
from rules_engine.columbus_whist.check.result import Check
from rules_engine.columbus_whist.document import RecordDocument, TeamDocument
from rules_engine.columbus_whist.reader.event import record_of, record_with_game
from rules_engine.columbus_whist.record import FORMAT as RECORD
from tournaments.formats.columbus_whist.games import (
    games_to_come,
    place_in_record,
    record_game,
    tells_beside_the_games,
)
from tournaments.formats.documents import Record
from tournaments.formats.format import FormatCheck
from tournaments.formats.kept_check import KeptCheck
from tournaments.formats.records import checked
from tournaments.formats.slips import EventHead, Standing
from tournaments.formats.team_events import called_pair, kept


def check(data: bytes) -> FormatCheck:
    """The engine's answer, kept as the site keeps answers."""
    answered, read = checked(check_bytes, data, RECORD)
    record: RecordDocument = read
    return _kept(answered, record["teams"])


def _kept(answered: Check, teams: Sequence[TeamDocument]) -> FormatCheck:
    return kept(
        {
            **answered.as_document(),
            "standings": [[place, team, won, points] for place, team, _name, won, points in answered.ranking],
        },
        ranking=[(place, name, won) for place, _team, name, won, _points in answered.ranking],
        players=(player for team in teams for player in _everybody(team)),
        player_hands=SEATS * sum(game.hands for games in answered.games for game in games),
        teams=(called_pair(team["name"], team.get("players", ())) for team in teams),
    )


def _everybody(team: TeamDocument) -> list[str]:
    return [*team.get("players", ()), *team.get("substitutes", ())]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSoFar:
    """The check while games are played; `to_come` are the sheets that the event still needs once its last
    game is seated, None before; `beside` those that tell something beside their games."""

    teams: Sequence[TeamDocument]
    course: Course
    to_come: frozenset[str] | None
    beside: frozenset[str]

    @property
    def document(self) -> KeptCheck:
        return _kept(self.course.check, self.teams).document

    def after(self, head: EventHead, standing: Standing, places: Collection[str]) -> CheckSoFar | None:
        """Once these slips are there too; None where more than their games follows from them."""
        if any(place in self.beside or tells_beside_the_games(standing.get(place, {})) for place in places):
            return None
        to_come = None if self.to_come is None else self.to_come.difference(places)
        if to_come is not None and not to_come:
            return None
        record = self.course.record
        for place in places:
            where = place_in_record(head, place)
            if where is None:
                return None
            number, at = where
            record = record_with_game(record, number, at, record_game(head, standing, place))
        course = check_course(record, self.course)
        return CheckSoFar(teams=self.teams, course=course, to_come=to_come, beside=self.beside)


def follow(head: EventHead, standing: Standing, record: Record) -> CheckSoFar | None:
    """The check of a record from which that of the next slip goes on; None once every game is there."""
    if not record.get("under_way"):
        return None
    return CheckSoFar(
        teams=record["teams"],
        course=check_course(record_of(record)),
        to_come=games_to_come(head, standing),
        beside=frozenset(place for place, body in standing.items() if tells_beside_the_games(body)),
    )
