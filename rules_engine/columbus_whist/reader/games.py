"""Reading the games of `columbus-whist/1`: what was at one table, and how it ended."""

from typing import Final

from rules_engine import reading
from rules_engine.columbus_whist.auction import SEATS
from rules_engine.columbus_whist.game import ENDINGS, Ending
from rules_engine.columbus_whist.reader.hands import (
    numbers_of,
    plain_hands,
    plain_numbers,
    read_hands,
    read_numbers,
    ruling_of,
    seat_of,
    side_of,
)
from rules_engine.columbus_whist.record import MOST_BOSTONS, Game
from rules_engine.columbus_whist.signatures import STRANGER, SheetAct
from rules_engine.reading import Malformed

MOST_SECONDS: Final = 1_000_000
_PLAIN_GAME: Final = 9
"""So many fields has a game of which nothing out of the way is told."""
_ENDINGS: Final[dict[str, Ending]] = {ending: ending for ending in ENDINGS}
_SIGNED: Final = (SheetAct(0, ""), SheetAct(1, ""))
_BOTH_SIGNED: Final = (_SIGNED, (_SIGNED[1], _SIGNED[0]))
_GAME: Final = frozenset(
    (
        "teams",
        "players",
        "first_club",
        "ready",
        "hands",
        "ending",
        "winner",
        "points",
        "sheet",
        "ruling",
        "bostons",
    )
)


def read_team(value: object, pointer: str, teams: int) -> int:
    """The number of a team."""
    return reading.integer(value, pointer, 1, teams)


def read_games(value: object, pointer: str, teams: int) -> tuple[Game, ...]:
    """The games of a round; a pointer to a game is made for those alone that are told out of the way."""
    games: list[Game] = []
    for entry in reading.items(value, pointer):
        try:
            plain = _plain_game(entry, teams)
        except Malformed:
            plain = None
        games.append(read_game(entry, f"{pointer}/{len(games)}", teams) if plain is None else plain)
    return tuple(games)


def _plain_game(value: object, teams: int) -> Game | None:
    """A game told with players, seconds, hands, a sheet and its result, as nearly all are; None for what
    `read_game` looks at. `Malformed` leads to no hand and no entry of the sheet: `read_game` says where."""
    if type(value) is not dict or len(value) != _PLAIN_GAME:
        return None
    pair = plain_numbers(value.get("teams"))
    ending_text = value.get("ending")
    won = value.get("winner")
    first = value.get("first_club")
    if pair is None or type(ending_text) is not str or type(won) is not int or type(first) is not int:
        return None
    sides: tuple[int, int] = pair
    team, other = sides
    if team == other or not 1 <= team <= teams or not 1 <= other <= teams or (won != team and won != other):
        return None
    ending = _ENDINGS.get(ending_text)
    players = _plain_players(value.get("players"))
    ready = _plain_seconds(value.get("ready"))
    points = plain_numbers(value.get("points"))
    if ending is None or not 1 <= first <= SEATS or players is None or ready is None or points is None:
        return None
    hands = plain_hands(value.get("hands"), sides)
    entries, signers = _sheet(value.get("sheet"), "", sides, teams)
    winner = int(won == other)
    return Game(
        teams=sides,
        players=players,
        first_club=first - 1,
        ready=ready,
        hands=hands,
        ending=ending,
        told_winner=True,
        winner=winner,
        points=points,
        sheet=entries,
        signers=signers,
        ruling=None,
    )


def _plain_sheet(
    value: object, sides: tuple[int, int]
) -> tuple[tuple[SheetAct, ...], tuple[str | None, ...]] | None:
    """A sheet with the signatures of both teams and nothing else."""
    if type(value) is list and len(value) == 2:
        first, first_signer = _signature(value[0], sides)
        second, second_signer = _signature(value[1], sides)
        if first + second == 1:
            return _BOTH_SIGNED[first], (first_signer, second_signer)
    return None


def read_game(value: object, pointer: str, teams: int) -> Game:
    """One game of an event with so many teams."""
    read = reading.mapping(value, pointer)
    if "teams" not in read or any(field not in _GAME for field in read):
        reading.fields(read, pointer, ("teams",), _GAME)
    sides = _sides(read["teams"], pointer, teams)
    told_winner = "winner" in read
    winner: int | None = None
    if told_winner and read["winner"] is not None:
        winner = side_of(read["winner"], pointer, "winner", sides)
    sheet: tuple[SheetAct, ...] | None = None
    signers: tuple[str | None, ...] = ()
    if "sheet" in read:
        sheet, signers = _sheet(read["sheet"], pointer, sides, teams)
    return Game(
        teams=sides,
        players=_players(read["players"], pointer) if "players" in read else None,
        first_club=seat_of(read["first_club"], pointer, "first_club") if "first_club" in read else None,
        ready=_ready(read["ready"], pointer) if "ready" in read else None,
        hands=read_hands(read["hands"], f"{pointer}/hands", sides) if "hands" in read else None,
        ending=_ending(read["ending"], pointer) if "ending" in read else None,
        told_winner=told_winner,
        winner=winner,
        points=numbers_of(read["points"], pointer, "points") if "points" in read else None,
        sheet=sheet,
        signers=signers,
        ruling=ruling_of(read["ruling"], f"{pointer}/ruling", sides, "winner") if "ruling" in read else None,
        bostons=read_numbers(read["bostons"], f"{pointer}/bostons", 0, MOST_BOSTONS)
        if "bostons" in read
        else None,
    )


def _sides(value: object, parent: str, teams: int) -> tuple[int, int]:
    if type(value) is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int:
        team: int = value[0]
        other: int = value[1]
        if team != other and 1 <= team <= teams and 1 <= other <= teams:
            return team, other
    pointer = f"{parent}/teams"
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "two teams are expected")
    sides = (read_team(pair[0], f"{pointer}/0", teams), read_team(pair[1], f"{pointer}/1", teams))
    if sides[0] == sides[1]:
        raise Malformed(f"{pointer}/1", "named twice")
    return sides


def _ending(value: object, parent: str) -> Ending:
    known = _ENDINGS.get(value) if type(value) is str else None
    return known or reading.choice(value, f"{parent}/ending", ENDINGS)


def _plain_players(value: object) -> list[str] | None:
    if type(value) is list and len(value) == SEATS:
        players: list[str] = []
        for player in value:
            if type(player) is str and player and player not in players:
                players.append(player)
        if len(players) == SEATS:
            return players
    return None


def _players(value: object, parent: str) -> list[str]:
    plain = _plain_players(value)
    if plain is not None:
        return plain
    pointer = f"{parent}/players"
    players = reading.names(value, pointer)
    if len(players) != SEATS:
        raise Malformed(pointer, f"{SEATS} players are expected, clockwise")
    return players


def _plain_seconds(value: object) -> tuple[int, int] | None:
    read = plain_numbers(value, MOST_SECONDS)
    if read is not None:
        own, others = read
        if 0 <= own <= MOST_SECONDS and 0 <= others <= MOST_SECONDS:
            return own, others
    return None


def _ready(value: object, parent: str) -> tuple[int, int]:
    plain = _plain_seconds(value)
    if plain is not None:
        return plain
    pointer = f"{parent}/ready"
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "seconds, or null, for each of two teams are expected")
    read: list[int] = []
    for at, seconds in enumerate(pair):
        read.append(-1 if seconds is None else reading.integer(seconds, f"{pointer}/{at}", 0, MOST_SECONDS))
    return read[0], read[1]


def _sheet(
    value: object, parent: str, sides: tuple[int, int], teams: int
) -> tuple[tuple[SheetAct, ...], tuple[str | None, ...]]:
    """The entries of a sheet, and who signed for the team, None for an entry of nobody's."""
    plain = _plain_sheet(value, sides)
    if plain is not None:
        return plain
    entries: list[SheetAct] = []
    signers: list[str | None] = []
    for at, entry in enumerate(reading.items(value, f"{parent}/sheet")):
        place = f"{parent}/sheet/{at}"
        read = reading.fields(entry, place, (), ("signed", "by", "changed"))
        if "changed" in read:
            reading.fields(entry, place, ("changed",))
            entries.append(SheetAct(None, reading.text(read["changed"], f"{place}/changed")))
            signers.append(None)
            continue
        reading.fields(entry, place, ("signed",), ("by",))
        signer = reading.text(read["by"], f"{place}/by") if "by" in read else None
        team = read_team(read["signed"], f"{place}/signed", teams)
        strange = team not in sides
        signers.append(None if strange else signer)
        entries.append(SheetAct(STRANGER, str(team)) if strange else _SIGNED[int(team == sides[1])])
    return tuple(entries), tuple(signers)


def _signature(value: object, sides: tuple[int, int]) -> tuple[int, str]:
    """The side for which somebody is told to have signed, and who; -1 for an entry that is another."""
    if type(value) is dict and len(value) == 2:
        signed = value.get("signed")
        by = value.get("by")
        if type(by) is str and by and type(signed) is int and (signed == sides[0] or signed == sides[1]):
            return int(signed == sides[1]), by
    return -1, ""
