"""Reading the games of a tournament: scoresheets, their hands and the reneges called in them."""

import re
from collections.abc import Mapping
from typing import Final

from rules_engine import reading
from rules_engine.bid_whist.bids import BY_TEXT, HIGHEST, LOWEST, Bid
from rules_engine.bid_whist.record import MOST_POINTS, MOST_TABLE, Game, Hand, Renege, Two
from rules_engine.bid_whist.reneges import FAULTS
from rules_engine.reading import Malformed

MOST_HANDS: Final = 100
MOST_CALLS: Final = 100
_GAME_NEEDED: Final = ("table", "teams")
_GAME: Final = frozenset(
    (
        "table",
        "teams",
        "picked",
        "hands",
        "extra",
        "points",
        "winner",
        "signed",
        "brought_by",
        "forfeit",
        "ruling",
    )
)
_NOTHING: Final[frozenset[str]] = frozenset()
_HAND: Final = frozenset(
    ("bidder", "bid", "made", "set", "renege", "calls", "first", "points", "dealer", "note")
)
_TIME: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?", re.ASCII)


def clock(value: object, pointer: str) -> str:
    """A time of the day, hours and minutes, with seconds or without."""
    if not isinstance(value, str) or _TIME.fullmatch(value) is None:
        raise Malformed(pointer, 'a time of the day is expected, such as "14:05" or "14:05:30"')
    return value


def numbers(value: object, parent: str, field: str, most: int = MOST_POINTS) -> Two:
    """Two whole numbers, one for each team or player, of a field of what `parent` points at."""
    if type(value) is list and len(value) == 2:
        first = value[0]
        second = value[1]
        if type(first) is int and type(second) is int and abs(first) <= most and abs(second) <= most:
            return first, second
    pointer = f"{parent}/{field}"
    two = reading.items(value, pointer)
    if len(two) != 2:
        raise Malformed(pointer, "two numbers are expected")
    return (
        reading.integer(two[0], f"{pointer}/0", -most, most),
        reading.integer(two[1], f"{pointer}/1", -most, most),
    )


class GameReader:
    """Reads games of so many teams."""

    def __init__(self, teams: int) -> None:
        self.teams = teams

    def team(self, value: object, pointer: str) -> int:
        """The number of a team."""
        return reading.integer(value, pointer, 1, self.teams)

    def some(self, value: object, pointer: str) -> tuple[int, ...]:
        """Teams, none twice."""
        named: list[int] = []
        for at, entry in enumerate(reading.items(value, pointer)):
            team = self.team(entry, f"{pointer}/{at}")
            if team in named:
                raise Malformed(f"{pointer}/{at}", "named twice")
            named.append(team)
        return tuple(named)

    def game(self, value: object, pointer: str) -> Game:
        """A game and its scoresheet."""
        read = reading.mapping(value, pointer)
        for field in read:
            if field not in _GAME:
                reading.fields(read, pointer, _GAME_NEEDED, _GAME)
        if "table" not in read or "teams" not in read:
            reading.fields(read, pointer, _GAME_NEEDED, _GAME)
        teams = self._pair(read["teams"], pointer)
        hands = self._hands(read["hands"], pointer, teams) if "hands" in read else None
        signed: tuple[int, ...] | None = None
        if "signed" in read:
            signed = self.some(read["signed"], f"{pointer}/signed")
        forfeit: tuple[int, ...] = ()
        if "forfeit" in read:
            forfeit = self._of_game(read["forfeit"], pointer, "forfeit", teams)
        return Game(
            table=_table(read["table"], pointer),
            teams=teams,
            picked=self._one_of(read["picked"], pointer, "picked", teams) if "picked" in read else None,
            hands=hands,
            extra=self.hand(read["extra"], f"{pointer}/extra", teams) if "extra" in read else None,
            points=numbers(read["points"], pointer, "points") if "points" in read else None,
            winner=self._one_of(read["winner"], pointer, "winner", teams) if "winner" in read else None,
            signed=signed,
            brought_by=self._one_of(read["brought_by"], pointer, "brought_by", teams)
            if "brought_by" in read
            else None,
            forfeit=forfeit,
            ruling=reading.text(read["ruling"], f"{pointer}/ruling") if "ruling" in read else None,
        )

    def _pair(self, value: object, pointer: str) -> Two:
        if type(value) is list and len(value) == 2:
            team = value[0]
            other = value[1]
            known = type(team) is int and type(other) is int and team != other
            if known and 1 <= team <= self.teams and 1 <= other <= self.teams:
                return team, other
        named = self.some(value, f"{pointer}/teams")
        if len(named) != 2:
            raise Malformed(f"{pointer}/teams", "two teams are expected")
        return named[0], named[1]

    def _hands(self, value: object, pointer: str, teams: Two) -> list[Hand]:
        played = reading.items(value, f"{pointer}/hands")
        if len(played) > MOST_HANDS:
            raise Malformed(f"{pointer}/hands", f"no more than {MOST_HANDS} hands are expected")
        hands: list[Hand] = []
        for hand in played:
            plain = _plain_hand(hand, teams)
            hands.append(self.hand(hand, f"{pointer}/hands/{len(hands)}", teams) if plain is None else plain)
        return hands

    def _one_of(self, value: object, parent: str, field: str, teams: Two) -> int:
        if type(value) is int and (value == teams[0] or value == teams[1]):
            return value
        pointer = f"{parent}/{field}"
        team = self.team(value, pointer)
        if team not in teams:
            raise Malformed(pointer, "a team of this game is expected")
        return team

    def _of_game(self, value: object, parent: str, field: str, teams: Two) -> tuple[int, ...]:
        if type(value) is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int:
            both = value[0], value[1]
            if both == teams or both == (teams[1], teams[0]):
                return both
        pointer = f"{parent}/{field}"
        named = self.some(value, pointer)
        for at, team in enumerate(named):
            if team not in teams:
                raise Malformed(f"{pointer}/{at}", "a team of this game is expected")
        return named

    def hand(self, value: object, pointer: str, teams: Two) -> Hand:
        """A hand between these teams."""
        read = reading.fields(value, pointer, _NOTHING, _HAND)
        if ("made" in read) + ("set" in read) + ("renege" in read) != 1:
            raise Malformed(pointer, "one of made, set, renege is expected")
        _both(read, "bidder", "bid", pointer)
        _both(read, "calls", "first", pointer)
        if "bid" not in read and "renege" not in read:
            raise Malformed(pointer, "field 'bid' is missing")
        if "set" in read and read["set"] is not True:
            raise Malformed(f"{pointer}/set", "true is expected")
        if "note" in read:
            reading.text(read["note"], f"{pointer}/note")
        if "dealer" in read:
            self._one_of(read["dealer"], pointer, "dealer", teams)
        bid = _bid(read["bid"], pointer, "bid") if "bid" in read else None
        renege = self._renege(read["renege"], f"{pointer}/renege", teams) if "renege" in read else None
        if renege is not None and bid is None and renege.improper is None:
            raise Malformed(f"{pointer}/renege", "a bid that could be awarded is expected")
        return Hand(
            self._one_of(read["bidder"], pointer, "bidder", teams) if "bidder" in read else None,
            bid,
            _level(read["made"], pointer) if "made" in read else None,
            renege,
            _calls(read["calls"], pointer, "calls") if "calls" in read else None,
            self._one_of(read["first"], pointer, "first", teams) if "first" in read else None,
            numbers(read["points"], pointer, "points") if "points" in read else None,
        )

    def _renege(self, value: object, pointer: str, teams: Two) -> Renege:
        read = reading.fields(value, pointer, ("fault", "by", "called_by"), ("improper", "warned"))
        return Renege(
            reading.choice(read["fault"], f"{pointer}/fault", FAULTS),
            self._one_of(read["by"], pointer, "by", teams),
            self._one_of(read["called_by"], pointer, "called_by", teams),
            _bid(read["improper"], pointer, "improper") if "improper" in read else None,
            reading.boolean(read["warned"], f"{pointer}/warned") if "warned" in read else False,
        )


def _plain_hand(value: object, teams: Two) -> Hand | None:
    """A hand made or set, told by its bid and points, with its calls or without, as nearly all are; None for
    what `GameReader.hand` looks at."""
    if type(value) is not dict:
        return None
    bidder = value.get("bidder")
    bid_text = value.get("bid")
    if type(bidder) is not int or (bidder != teams[0] and bidder != teams[1]) or type(bid_text) is not str:
        return None
    made: int | None = None
    level = value.get("made")
    if type(level) is int:
        made = level
        if not LOWEST <= made <= HIGHEST:
            return None
    elif value.get("set") is not True:
        return None
    points = value.get("points")
    if type(points) is not list or len(points) != 2:
        return None
    first_points = points[0]
    second_points = points[1]
    if type(first_points) is not int or type(second_points) is not int:
        return None
    if abs(first_points) > MOST_POINTS or abs(second_points) > MOST_POINTS:
        return None
    expected = 4
    calls: tuple[str, ...] | None = None
    first: int | None = None
    leads = value.get("first")
    if type(leads) is int:
        if leads != teams[0] and leads != teams[1]:
            return None
        words = value.get("calls")
        if type(words) is not list or len(words) > MOST_CALLS:
            return None
        for call in words:
            if type(call) is not str or not call:
                return None
        expected = 6
        calls = tuple(words)
        first = leads
    bid = BY_TEXT.get(bid_text)
    if len(value) != expected or bid is None:
        return None
    return Hand(bidder, bid, made, None, calls, first, (first_points, second_points))


def _table(value: object, parent: str) -> int:
    if type(value) is int and 1 <= value <= MOST_TABLE:
        return value
    return reading.integer(value, f"{parent}/table", 1, MOST_TABLE)


def _both(read: Mapping[str, object], field: str, other: str, pointer: str) -> None:
    if (field in read) != (other in read):
        raise Malformed(pointer, f"field {other if field in read else field!r} is missing")


def _level(value: object, parent: str) -> int:
    if type(value) is int and LOWEST <= value <= HIGHEST:
        return value
    return reading.integer(value, f"{parent}/made", LOWEST, HIGHEST)


def _bid(value: object, parent: str, field: str) -> Bid:
    bid = BY_TEXT.get(value) if isinstance(value, str) else None
    return bid or BY_TEXT[reading.choice(value, f"{parent}/{field}", BY_TEXT)]


def _calls(value: object, parent: str, field: str) -> tuple[str, ...]:
    pointer = f"{parent}/{field}"
    calls = reading.items(value, pointer)
    if len(calls) > MOST_CALLS:
        raise Malformed(pointer, f"no more than {MOST_CALLS} calls are expected")
    words: list[str] = []
    for call in calls:
        words.append(call if type(call) is str and call else reading.text(call, f"{pointer}/{len(words)}"))
    return tuple(words)
