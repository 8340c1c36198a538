"""Reading `bid-whist/1`: from untrusted JSON to a `Record`, or a pointer to what cannot be meant.

What can be meant and is against the rules is read, for the check to find. The shape is the schema's
(`bid-whist-1.schema.json`); that a team or a player exists, only the reader knows.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from typing import Final, get_args

from rules_engine import reading
from rules_engine.bid_whist.canons import KINDS, STEPS
from rules_engine.bid_whist.entries import PLAYERS
from rules_engine.bid_whist.pairing import FEWEST_TEAMS, MOST_TEAMS
from rules_engine.bid_whist.reader.games import GameReader, clock, numbers
from rules_engine.bid_whist.record import (
    FORMAT,
    MOST_CENTS,
    MOST_EARLIER,
    MOST_POINTS,
    MOST_ROUNDS_WON,
    Decided,
    Decider,
    Entered,
    Game,
    Record,
    Stage,
    Team,
    Violation,
)
from rules_engine.bid_whist.standings import StandingsRow
from rules_engine.bid_whist.timetable import BY_NAME
from rules_engine.reading import Malformed

MOST_ROUNDS: Final = 10
MOST_GAMES: Final = 300
_NEEDED: Final = ("id", "tournament", "teams", "rounds")
_OPTIONAL: Final = (
    *("entry_fee", "moving", "standings", "deciders", "seeds", "playoff", "third", "places"),
    *("violations", "suspended", "director", "rulings"),
)
_DECIDED: Final[tuple[Decided, ...]] = get_args(Decided)


def record_of(document: object) -> Record:
    """A record from a parsed document.

    Raises:
        Malformed: with a pointer to what cannot be read.
    """
    read = reading.record_fields(document, FORMAT, _NEEDED, _OPTIONAL)
    teams = _teams(read["teams"])
    return _Reader(teams).record(read)


def record_with_game(record: Record, number: int, at: int, document: object) -> Record:
    """The record with another game in its round of that number at that place, from 0; all else is as it was.

    Raises:
        Malformed: with a pointer to what cannot be read.
    """
    game = GameReader(len(record.teams)).game(document, f"/rounds/{number - 1}/{at}")
    rounds = [*record.rounds]
    games = [*rounds[number - 1]]
    games[at] = game
    rounds[number - 1] = tuple(games)
    return replace(record, rounds=tuple(rounds))


def _teams(value: object) -> tuple[Team, ...]:
    entries = reading.items(value, "/teams")
    if len(entries) > MOST_TEAMS:
        raise Malformed("/teams", f"{FEWEST_TEAMS} to {MOST_TEAMS} teams are expected")
    teams = tuple([_team(entry, f"/teams/{at}") for at, entry in enumerate(entries)])
    if sum([team.drawn for team in teams]) < FEWEST_TEAMS:
        raise Malformed("/teams", f"{FEWEST_TEAMS} to {MOST_TEAMS} teams are expected")
    return teams


def _team(value: object, pointer: str) -> Team:
    if isinstance(value, dict) and "drawn" in value:
        return _not_drawn(value, pointer)
    read = reading.fields(value, pointer, ("players",), ("entered", "name", "missed"))
    players = reading.names(read["players"], f"{pointer}/players")
    if len(players) != PLAYERS:
        raise Malformed(f"{pointer}/players", "two players are expected")
    if "name" in read:
        reading.text(read["name"], f"{pointer}/name")
    entered = _entered(read["entered"], f"{pointer}/entered") if "entered" in read else None
    if "missed" not in read:
        return Team((players[0], players[1]), entered)
    return Team((players[0], players[1]), entered, missed=_missed(read["missed"], f"{pointer}/missed"))


def _missed(value: object, pointer: str) -> tuple[int, ...]:
    """The numbers of rounds, none twice."""
    rounds = tuple(
        [
            reading.integer(number, f"{pointer}/{at}", 1, MOST_ROUNDS)
            for at, number in enumerate(reading.items(value, pointer))
        ]
    )
    if len(set(rounds)) != len(rounds):
        raise Malformed(pointer, "a round is named twice")
    return rounds


def _not_drawn(value: object, pointer: str) -> Team:
    """A number that was not in the draw; who had it may have gone to another team."""
    read = reading.fields(value, pointer, ("drawn",), ("name",))
    if read["drawn"] is not False:
        raise Malformed(f"{pointer}/drawn", "false is expected")
    if "name" in read:
        reading.text(read["name"], f"{pointer}/name")
    return Team((), None, False)


def _entered(value: object, pointer: str) -> Entered:
    read = reading.fields(value, pointer, ("by",), ("at", "paid", "allowed"))
    by = reading.choice(read["by"], f"{pointer}/by", ("online", "site"))
    at = _times(read["at"], f"{pointer}/at") if "at" in read else None
    if by == "site" and at is None:
        raise Malformed(pointer, "field 'at' is missing")
    return Entered(
        by == "online",
        at,
        numbers(read["paid"], pointer, "paid", MOST_CENTS) if "paid" in read else None,
        reading.boolean(read["allowed"], f"{pointer}/allowed") if "allowed" in read else False,
    )


def _times(value: object, pointer: str) -> tuple[time, time]:
    """When each player registered: one time for both, or two."""
    times = value if isinstance(value, list) else [value] * PLAYERS
    if len(times) != PLAYERS:
        raise Malformed(pointer, "one time of the day is expected, or two: one for each player")
    place = f"{pointer}/{{}}" if isinstance(value, list) else pointer
    first, second = (time.fromisoformat(clock(at, place.format(player))) for player, at in enumerate(times))
    return first, second


class _Reader(GameReader):
    def __init__(self, teams: tuple[Team, ...]) -> None:
        super().__init__(len(teams))
        self.entered = teams
        self.playing = [number for number, team in enumerate(teams, 1) if team.drawn]
        self.team_of: dict[str, int] = {}
        for number, team in enumerate(teams, 1):
            for player in team.players:
                self.team_of.setdefault(player, number)

    def record(self, read: Mapping[str, object]) -> Record:
        """The record of these teams."""
        rounds = self._lists(read["rounds"], "/rounds")
        _people(read)
        return Record(
            id=reading.text(read["id"], "/id"),
            tournament=BY_NAME[reading.choice(read["tournament"], "/tournament", BY_NAME)],
            teams=self.entered,
            entry_fee=reading.integer(read["entry_fee"], "/entry_fee", 0, MOST_CENTS)
            if "entry_fee" in read
            else None,
            moving=self.some(read["moving"], "/moving") if "moving" in read else None,
            rounds=tuple([self._games(games, f"/rounds/{at}") for at, games in enumerate(rounds)]),
            standings=self._standings(read["standings"]) if "standings" in read else None,
            deciders=tuple(
                [
                    self._decider(decider, f"/deciders/{at}")
                    for at, decider in enumerate(reading.items(read.get("deciders", []), "/deciders"))
                ]
            ),
            seeds=self.some(read["seeds"], "/seeds") if "seeds" in read else None,
            playoff=tuple(
                [
                    self._stage(stage, f"/playoff/{at}")
                    for at, stage in enumerate(self._lists(read.get("playoff", []), "/playoff"))
                ]
            ),
            third=self.game(read["third"], "/third") if "third" in read else None,
            places=self._places(read["places"]) if "places" in read else None,
            violations=self._violations(read.get("violations", [])),
            suspended=frozenset(reading.names(read.get("suspended", []), "/suspended")),
        )

    def _lists(self, value: object, pointer: str) -> list[object]:
        rounds = reading.items(value, pointer)
        if len(rounds) > MOST_ROUNDS:
            raise Malformed(pointer, f"no more than {MOST_ROUNDS} are expected")
        return rounds

    def _games(self, value: object, pointer: str) -> tuple[Game, ...]:
        games = reading.items(value, pointer)
        if len(games) > MOST_GAMES:
            raise Malformed(pointer, f"no more than {MOST_GAMES} games are expected")
        return tuple([self.game(game, f"{pointer}/{at}") for at, game in enumerate(games)])

    def _stage(self, value: object, pointer: str) -> Stage:
        read = reading.fields(value, pointer, ("games",), ("corrected",))
        games = self._games(read["games"], f"{pointer}/games")
        why = reading.text(read["corrected"], f"{pointer}/corrected") if "corrected" in read else None
        return Stage(games, why)

    def _standings(self, value: object) -> tuple[StandingsRow, ...]:
        rows: list[StandingsRow] = []
        for at, entry in enumerate(reading.items(value, "/standings")):
            pointer = f"/standings/{at}"
            four = reading.items(entry, pointer)
            if len(four) != len(StandingsRow._fields):
                raise Malformed(pointer, "place, team, rounds won and points are expected")
            rows.append(
                StandingsRow(
                    reading.integer(four[0], f"{pointer}/0", 1, MOST_TEAMS),
                    self.team(four[1], f"{pointer}/1"),
                    reading.integer(four[2], f"{pointer}/2", -MOST_ROUNDS_WON, MOST_ROUNDS_WON),
                    reading.integer(four[3], f"{pointer}/3", -MOST_POINTS, MOST_POINTS),
                )
            )
        if sorted(row.team for row in rows) != self.playing:
            raise Malformed("/standings", f"an entry for each of {len(self.playing)} teams is expected")
        return tuple(rows)

    def _decider(self, value: object, pointer: str) -> Decider:
        read = reading.fields(value, pointer, ("teams", "by", "order"), ("hand", "note"))
        teams = self.some(read["teams"], f"{pointer}/teams")
        order = self.some(read["order"], f"{pointer}/order")
        if len(teams) < 2:
            raise Malformed(f"{pointer}/teams", "at least two teams are expected")
        if set(order) != set(teams):
            raise Malformed(f"{pointer}/order", "the teams that were equal are expected")
        by = reading.choice(read["by"], f"{pointer}/by", _DECIDED)
        if "hand" in read and len(teams) != 2:
            raise Malformed(f"{pointer}/hand", "a hand is one of two teams")
        if by == "hand" and "hand" not in read:
            raise Malformed(pointer, "field 'hand' is missing")
        if "note" in read:
            reading.text(read["note"], f"{pointer}/note")
        hand = self.hand(read["hand"], f"{pointer}/hand", (teams[0], teams[1])) if "hand" in read else None
        return Decider(teams, by, hand, order)

    def _places(self, value: object) -> tuple[int, ...]:
        places = self.some(value, "/places")
        if not 1 <= len(places) <= 4:
            raise Malformed("/places", "one to four teams are expected")
        return places

    def _violations(self, value: object) -> tuple[Violation, ...]:
        violations: list[Violation] = []
        for at, entry in enumerate(reading.items(value, "/violations")):
            pointer = f"/violations/{at}"
            read = reading.fields(entry, pointer, ("player", "kind", "step"), ("earlier", "round", "note"))
            player = reading.text(read["player"], f"{pointer}/player")
            if player not in self.team_of:
                raise Malformed(f"{pointer}/player", "a player of a team is expected")
            if "note" in read:
                reading.text(read["note"], f"{pointer}/note")
            violations.append(
                Violation(
                    player,
                    self.team_of[player],
                    reading.choice(read["kind"], f"{pointer}/kind", KINDS),
                    reading.integer(read["earlier"], f"{pointer}/earlier", 0, MOST_EARLIER)
                    if "earlier" in read
                    else 0,
                    reading.choice(read["step"], f"{pointer}/step", STEPS),
                    reading.integer(read["round"], f"{pointer}/round", 1, MOST_ROUNDS)
                    if "round" in read
                    else None,
                )
            )
        return tuple(violations)


def _people(read: Mapping[str, object]) -> None:
    """What is kept for people."""
    if "director" in read:
        reading.text(read["director"], "/director")
    reading.texts(read.get("rulings", []), "/rulings")
