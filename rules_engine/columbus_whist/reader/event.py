"""Reading `columbus-whist/1`: from untrusted JSON to a `Record`, or a pointer to what cannot be meant.

What can be meant and is against the rules is read, for the check to find. The shape is the schema's
(`columbus-whist-1.schema.json`); that a team exists, and plays in a game, only the reader knows.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules_engine import reading
from rules_engine.columbus_whist.reader.games import read_game, read_games, read_team
from rules_engine.columbus_whist.reader.hands import plain_numbers, read_numbers
from rules_engine.columbus_whist.record import (
    FORMAT,
    GAMES,
    PLAYOFF_GAMES,
    BostonPot,
    Leaver,
    PlayOff,
    Record,
    Team,
)
from rules_engine.columbus_whist.standings import Score
from rules_engine.reading import Malformed

FEWEST_TEAMS: Final = 2
MOST_TEAMS: Final = 1_000
MOST_ROUNDS: Final = 20
MOST_CENTS: Final = 1_000_000
_NEEDED: Final = ("id", "teams", "rounds")
_OPTIONAL: Final = (
    *("qualifiers", "totals", "ranking", "qualified", "playoffs", "leavers"),
    *("boston", "refunds", "disorderly", "director", "rulings", "under_way", "games"),
)
_PAIR: Final = 2
_PLAIN_TEAM: Final = 3
"""So many fields has a team of which everything is told."""


def record_of(document: object) -> Record:
    """A record from a parsed document.

    Raises:
        Malformed: with a pointer to what cannot be read.
    """
    read = reading.record_fields(document, FORMAT, _NEEDED, _OPTIONAL)
    teams = _teams(read["teams"])
    return _Reader(len(teams)).record(read, teams)


def record_with_game(record: Record, number: int, at: int, document: object) -> Record:
    """The record with another game in its round of that number at that place, from 0; all else is as it was.

    Raises:
        Malformed: with a pointer to what cannot be read.
    """
    game = read_game(document, f"/rounds/{number - 1}/{at}", len(record.teams))
    rounds = [*record.rounds]
    games = [*rounds[number - 1]]
    games[at] = game
    rounds[number - 1] = tuple(games)
    return replace(record, rounds=tuple(rounds))


def _teams(value: object) -> tuple[Team, ...]:
    entries = reading.items(value, "/teams")
    if not FEWEST_TEAMS <= len(entries) <= MOST_TEAMS:
        raise Malformed("/teams", f"{FEWEST_TEAMS} to {MOST_TEAMS} teams are expected")
    teams: list[Team] = []
    names: set[str] = set()
    for entry in entries:
        team = _plain_team(entry)
        if team is None or team.name in names:
            team = _team(entry, f"/teams/{len(teams)}", names)
        names.add(team.name)
        teams.append(team)
    return tuple(teams)


def _plain_team(value: object) -> Team | None:
    """A team told with its two players and one substitute at most; None for what `_team` looks at."""
    if type(value) is not dict or len(value) != _PLAIN_TEAM:
        return None
    name = value.get("name")
    players = value.get("players")
    others = value.get("substitutes")
    if type(name) is not str or not name or type(players) is not list or type(others) is not list:
        return None
    if len(players) != _PAIR or len(others) > 1 or players[0] == players[1]:
        return None
    first, two = players
    if type(first) is not str or not first or type(two) is not str or not two:
        return None
    if not others:
        return Team(name, (first, two), ())
    substitute = others[0]
    if type(substitute) is not str or not substitute:
        return None
    return Team(name, (first, two), (substitute,))


def _team(entry: object, pointer: str, names: set[str]) -> Team:
    read = reading.fields(entry, pointer, ("name",), ("players", "substitutes"))
    name = reading.text(read["name"], f"{pointer}/name")
    if name in names:
        raise Malformed(f"{pointer}/name", "named twice")
    players: tuple[str, ...] | None = None
    if "players" in read:
        players = tuple(reading.names(read["players"], f"{pointer}/players"))
        if len(players) != _PAIR:
            raise Malformed(f"{pointer}/players", "two players are expected")
    substitutes = reading.names(read.get("substitutes", []), f"{pointer}/substitutes")
    return Team(name, players, tuple(substitutes))


def _games(value: object) -> int:
    """How many games each team plays: six, or one of a playoff round."""
    if value not in (PLAYOFF_GAMES, GAMES) or type(value) is not int:
        raise Malformed("/games", f"{GAMES} or {PLAYOFF_GAMES} is expected")
    return value


class _Reader:
    def __init__(self, teams: int) -> None:
        self.teams = teams

    def record(self, read: Mapping[str, object], teams: tuple[Team, ...]) -> Record:
        """The record of these teams."""
        rounds = reading.items(read["rounds"], "/rounds")
        if not 1 <= len(rounds) <= MOST_ROUNDS:
            raise Malformed("/rounds", f"1 to {MOST_ROUNDS} rounds are expected")
        if "director" in read:
            reading.text(read["director"], "/director")
        reading.texts(read.get("rulings", []), "/rulings")
        games = _games(read["games"]) if "games" in read else GAMES
        return Record(
            id=reading.text(read["id"], "/id"),
            teams=teams,
            rounds=tuple([read_games(games, f"/rounds/{at}", self.teams) for at, games in enumerate(rounds)]),
            qualifiers=reading.integer(read["qualifiers"], "/qualifiers", 0, self.teams)
            if "qualifiers" in read
            else None,
            totals=self._totals(read["totals"]) if "totals" in read else None,
            ranking=self._ranking(read["ranking"]) if "ranking" in read else None,
            qualified=self._numbers(read["qualified"], "/qualified") if "qualified" in read else None,
            playoffs=tuple(
                [
                    self._playoff(playoff, f"/playoffs/{at}")
                    for at, playoff in enumerate(reading.items(read.get("playoffs", []), "/playoffs"))
                ]
            ),
            leavers=tuple(
                [
                    self._leaver(leaver, f"/leavers/{at}", max(len(rounds), games))
                    for at, leaver in enumerate(reading.items(read.get("leavers", []), "/leavers"))
                ]
            ),
            pot=self._pot(read["boston"]) if "boston" in read else None,
            refunds=self._noted(read.get("refunds", []), "/refunds", "cents"),
            disorderly=frozenset(self._noted(read.get("disorderly", []), "/disorderly", None)),
            under_way="under_way" in read and reading.boolean(read["under_way"], "/under_way"),
            games=games,
        )

    def _numbers(self, value: object, pointer: str) -> tuple[int, ...]:
        numbers: list[int] = []
        seen: set[int] = set()
        for at, number in enumerate(reading.items(value, pointer)):
            team = number if type(number) is int and 1 <= number <= self.teams else None
            if team is None:
                team = read_team(number, f"{pointer}/{at}", self.teams)
            if team in seen:
                raise Malformed(f"{pointer}/{at}", "named twice")
            seen.add(team)
            numbers.append(team)
        return tuple(numbers)

    def _one_a_team(self, value: object, pointer: str) -> list[object]:
        read = reading.items(value, pointer)
        if len(read) != self.teams:
            raise Malformed(pointer, f"an entry for each of {self.teams} teams is expected")
        return read

    def _totals(self, value: object) -> tuple[Score, ...]:
        totals: list[Score] = []
        for at, entry in enumerate(self._one_a_team(value, "/totals")):
            won, points = plain_numbers(entry) or read_numbers(entry, f"/totals/{at}")
            totals.append(Score(won, points))
        return tuple(totals)

    def _ranking(self, value: object) -> tuple[tuple[int, int], ...]:
        ranking: list[tuple[int, int]] = []
        seen: set[int] = set()
        for at, entry in enumerate(self._one_a_team(value, "/ranking")):
            place, team = plain_numbers(entry) or (0, 0)
            if not (1 <= place <= self.teams and 1 <= team <= self.teams):
                place, team = read_numbers(entry, f"/ranking/{at}", 1)
                read_team(place, f"/ranking/{at}/0", self.teams)
                read_team(team, f"/ranking/{at}/1", self.teams)
            if team in seen:
                raise Malformed(f"/ranking/{at}/1", "named twice")
            seen.add(team)
            ranking.append((place, team))
        return tuple(ranking)

    def _playoff(self, value: object, pointer: str) -> PlayOff:
        read = reading.fields(value, pointer, ("teams", "order"), ("games", "ruling"))
        teams = self._numbers(read["teams"], f"{pointer}/teams")
        if len(teams) < _PAIR:
            raise Malformed(f"{pointer}/teams", "at least two teams are expected")
        order = self._numbers(read["order"], f"{pointer}/order")
        if set(order) != set(teams):
            raise Malformed(f"{pointer}/order", "the teams of the play-off are expected")
        games: list[object] = reading.items(read.get("games", []), f"{pointer}/games")
        return PlayOff(
            teams,
            tuple([read_game(game, f"{pointer}/games/{at}", self.teams) for at, game in enumerate(games)]),
            order,
            reading.text(read["ruling"], f"{pointer}/ruling") if "ruling" in read else None,
        )

    def _leaver(self, value: object, pointer: str, rounds: int) -> Leaver:
        read = reading.fields(value, pointer, ("team", "player", "round"), ("substitute",))
        if "substitute" in read:
            reading.text(read["substitute"], f"{pointer}/substitute")
        return Leaver(
            read_team(read["team"], f"{pointer}/team", self.teams),
            reading.text(read["player"], f"{pointer}/player"),
            reading.integer(read["round"], f"{pointer}/round", 1, rounds),
            "substitute" in read,
        )

    def _pot(self, value: object) -> BostonPot:
        read = reading.fields(value, "/boston", ("cents",), ("teams", "shares"))
        teams: tuple[int, ...] = tuple(range(1, self.teams + 1))
        if "teams" in read:
            teams = self._numbers(read["teams"], "/boston/teams")
            if not teams:
                raise Malformed("/boston/teams", "at least one team is expected")
        shares: tuple[tuple[int, int], ...] | None = None
        if "shares" in read:
            shares = self._shares(read["shares"])
        return BostonPot(reading.integer(read["cents"], "/boston/cents", 0, MOST_CENTS), teams, shares)

    def _shares(self, value: object) -> tuple[tuple[int, int], ...]:
        shares: list[tuple[int, int]] = []
        seen: set[int] = set()
        for at, entry in enumerate(reading.items(value, "/boston/shares")):
            team, cents = read_numbers(entry, f"/boston/shares/{at}", 0, MOST_CENTS)
            read_team(team, f"/boston/shares/{at}/0", self.teams)
            if team in seen:
                raise Malformed(f"/boston/shares/{at}/0", "named twice")
            seen.add(team)
            shares.append((team, cents))
        return tuple(shares)

    def _noted(self, value: object, pointer: str, amount: str | None) -> tuple[int, ...]:
        """Teams, each with a note of its own, and with an amount where one is due."""
        needed = ("team", "note") if amount is None else ("team", "note", amount)
        teams: list[int] = []
        for at, entry in enumerate(reading.items(value, pointer)):
            place = f"{pointer}/{at}"
            read = reading.fields(entry, place, needed)
            reading.text(read["note"], f"{place}/note")
            if amount is not None:
                reading.integer(read[amount], f"{place}/{amount}", 1, MOST_CENTS)
            teams.append(read_team(read["team"], f"{place}/team", self.teams))
        return tuple(teams)
