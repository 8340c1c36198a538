"""Reading the games of `columbus-whist/1`: what was at one table, hand by hand."""

from collections.abc import Sequence
from typing import Final

from rules_engine import reading
from rules_engine.cards import CODES, JOKER, SUIT, SUITS
from rules_engine.columbus_whist.auction import FAULTS, SEATS, Call
from rules_engine.columbus_whist.bids import BIDS, PASS, Bid
from rules_engine.columbus_whist.game import ENDINGS, Ending
from rules_engine.columbus_whist.infractions import CHOICES, CONSEQUENCES, KINDS, REDEALS
from rules_engine.columbus_whist.record import Game, Hand, Incident, Ruling
from rules_engine.columbus_whist.sheet import Entry
from rules_engine.reading import Malformed

TRUMPS: Final = ("S", "H", "D", "C", "uptown", "downtown")
MOST_HANDS: Final = 200
MOST_CALLS: Final = 8
MOST_SECONDS: Final = 1_000_000
_MOST: Final = 1_000_000
_TURNED: Final = ("director", "player")
_CALLS: Final[dict[str, Call]] = {text: Call(bid) for text, bid in BIDS.items()} | {
    "silenced": Call(PASS, silenced=True)
}
_PLAIN: Final = 7
"""So many fields has a hand of which nothing out of the way is told."""
_READ: Final[dict[tuple[str, ...], tuple[Call, ...]]] = {}
_REMEMBERED: Final = 10_000
_TRUMPS: Final = frozenset(TRUMPS)
_ENDINGS: Final[dict[str, Ending]] = {ending: ending for ending in ENDINGS}
_SIGNED: Final = (Entry(0, ""), Entry(1, ""))
_BOTH_SIGNED: Final = (_SIGNED, (_SIGNED[1], _SIGNED[0]))
_GAME: Final = frozenset(
    ("teams", "players", "first_club", "ready", "hands", "ending", "winner", "points", "sheet", "ruling")
)
_HAND: Final = frozenset(
    (
        *("bid", "by", "dealer", "redeals", "bids", "trump", "first_card", "books", "stopped"),
        *("incidents", "score", "ruling"),
    )
)


def read_team(value: object, pointer: str, teams: int) -> int:
    """The number of a team."""
    return reading.integer(value, pointer, 1, teams)


def read_numbers(value: object, pointer: str, low: int = -_MOST) -> tuple[int, int]:
    """A number for each of the two teams of a game."""
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "a number for each of two teams is expected")
    return reading.integer(pair[0], f"{pointer}/0", low), reading.integer(pair[1], f"{pointer}/1", low)


def read_game(value: object, pointer: str, teams: int) -> Game:
    """One game of an event with so many teams."""
    read = reading.mapping(value, pointer)
    if "teams" not in read or any(field not in _GAME for field in read):
        reading.fields(read, pointer, ("teams",), _GAME)
    sides = _sides(read["teams"], pointer, teams)
    told_winner = "winner" in read
    winner: int | None = None
    if told_winner and read["winner"] is not None:
        winner = _side(read["winner"], pointer, "winner", sides)
    sheet: tuple[Entry, ...] | None = None
    signers: tuple[str | None, ...] = ()
    if "sheet" in read:
        sheet, signers = _sheet(read["sheet"], pointer, sides)
    return Game(
        sides,
        _players(read["players"], pointer) if "players" in read else None,
        _seat(read["first_club"], pointer, "first_club") if "first_club" in read else None,
        _ready(read["ready"], pointer) if "ready" in read else None,
        _hands(read["hands"], f"{pointer}/hands", sides) if "hands" in read else None,
        _ending(read["ending"], pointer) if "ending" in read else None,
        told_winner,
        winner,
        _numbers(read["points"], pointer, "points") if "points" in read else None,
        sheet,
        signers,
        _ruling(read["ruling"], f"{pointer}/ruling", sides, "winner") if "ruling" in read else None,
    )


def _sides(value: object, parent: str, teams: int) -> tuple[int, int]:
    if type(value) is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int:
        one: int = value[0]
        other: int = value[1]
        if one != other and 1 <= one <= teams and 1 <= other <= teams:
            return one, other
    pointer = f"{parent}/teams"
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "two teams are expected")
    sides = (read_team(pair[0], f"{pointer}/0", teams), read_team(pair[1], f"{pointer}/1", teams))
    if sides[0] == sides[1]:
        raise Malformed(f"{pointer}/1", "named twice")
    return sides


def _numbers(value: object, parent: str, field: str) -> tuple[int, int]:
    return plain_numbers(value) or read_numbers(value, f"{parent}/{field}")


def _ending(value: object, parent: str) -> Ending:
    known = _ENDINGS.get(value) if type(value) is str else None
    return known or reading.choice(value, f"{parent}/ending", ENDINGS)


def _trump(value: object, parent: str) -> str:
    if type(value) is str and value in _TRUMPS:
        return value
    return reading.choice(value, f"{parent}/trump", TRUMPS)


def _side(value: object, parent: str, field: str, sides: tuple[int, int]) -> int:
    if type(value) is int and (value == sides[0] or value == sides[1]):
        return int(value == sides[1])
    pointer = f"{parent}/{field}"
    team = reading.integer(value, pointer, 1)
    if team not in sides:
        raise Malformed(pointer, f"{sides[0]} or {sides[1]}, a team of the game, is expected")
    return int(team == sides[1])


def _seat(value: object, parent: str, field: str) -> int:
    if type(value) is int and 1 <= value <= SEATS:
        return value - 1
    return reading.integer(value, f"{parent}/{field}", 1, SEATS) - 1


def _players(value: object, parent: str) -> list[str]:
    if type(value) is list and len(value) == SEATS:
        players: list[str] = []
        for player in value:
            if type(player) is str and player and player not in players:
                players.append(player)
        if len(players) == SEATS:
            return players
    pointer = f"{parent}/players"
    players = reading.names(value, pointer)
    if len(players) != SEATS:
        raise Malformed(pointer, f"{SEATS} players are expected, clockwise")
    return players


def _ready(value: object, parent: str) -> tuple[int, int]:
    if type(value) is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int:
        one: int = value[0]
        other: int = value[1]
        if 0 <= one <= MOST_SECONDS and 0 <= other <= MOST_SECONDS:
            return one, other
    pointer = f"{parent}/ready"
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "seconds, or null, for each of two teams are expected")
    read: list[int] = []
    for at, seconds in enumerate(pair):
        read.append(-1 if seconds is None else reading.integer(seconds, f"{pointer}/{at}", 0, MOST_SECONDS))
    return read[0], read[1]


def _sheet(
    value: object, parent: str, sides: tuple[int, int]
) -> tuple[tuple[Entry, ...], tuple[str | None, ...]]:
    """The entries of a sheet, and who signed for the team, None for an entry of nobody's."""
    if type(value) is list and len(value) == 2:
        first, one = _signature(value[0], sides)
        second, other = _signature(value[1], sides)
        if first + second == 1:
            return _BOTH_SIGNED[first], (one, other)
    entries: list[Entry] = []
    signers: list[str | None] = []
    for at, entry in enumerate(reading.items(value, f"{parent}/sheet")):
        place = f"{parent}/sheet/{at}"
        read = reading.fields(entry, place, (), ("signed", "by", "changed"))
        if "changed" in read:
            reading.fields(entry, place, ("changed",))
            entries.append(Entry(None, reading.text(read["changed"], f"{place}/changed")))
            signers.append(None)
            continue
        reading.fields(entry, place, ("signed",), ("by",))
        side = _side(read["signed"], place, "signed", sides)
        signers.append(reading.text(read["by"], f"{place}/by") if "by" in read else None)
        entries.append(_SIGNED[side])
    return tuple(entries), tuple(signers)


def _signature(value: object, sides: tuple[int, int]) -> tuple[int, str]:
    """The side for which somebody is told to have signed, and who; -1 for an entry that is another."""
    if type(value) is dict and len(value) == 2:
        signed = value.get("signed")
        by = value.get("by")
        if type(by) is str and by and type(signed) is int and (signed == sides[0] or signed == sides[1]):
            return int(signed == sides[1]), by
    return -1, ""


def _ruling(value: object, pointer: str, sides: tuple[int, int], names: str) -> Ruling:
    read = reading.fields(value, pointer, ("points", "reason"), (names,))
    reading.text(read["reason"], f"{pointer}/reason")
    side = _side(read[names], pointer, names, sides) if names in read else None
    return Ruling(read_numbers(read["points"], f"{pointer}/points"), side)


def _hands(value: object, pointer: str, sides: tuple[int, int]) -> list[Hand]:
    entries = reading.items(value, pointer)
    if len(entries) > MOST_HANDS:
        raise Malformed(pointer, f"no more than {MOST_HANDS} hands are expected")
    hands: list[Hand] = []
    for entry in entries:
        plain = _plain_hand(entry, sides)
        hands.append(_hand(entry, f"{pointer}/{len(hands)}", sides) if plain is None else plain)
    return hands


def _plain_hand(value: object, sides: tuple[int, int]) -> Hand | None:
    """A hand told with dealer, calls, trump, books and score and nothing else, as nearly all are; None for
    what `_hand` looks at."""
    if type(value) is not dict or len(value) != _PLAIN:
        return None
    said = value.get("bid")
    by = value.get("by")
    dealer = value.get("dealer")
    trump = value.get("trump")
    if type(said) is not str or type(by) is not int or (by != sides[0] and by != sides[1]):
        return None
    if type(dealer) is not int or not 1 <= dealer <= SEATS or type(trump) is not str or trump not in _TRUMPS:
        return None
    bid = BIDS.get(said)
    calls = _plain_calls(value.get("bids"))
    books = plain_numbers(value.get("books"))
    score = plain_numbers(value.get("score"))
    if bid is None or not bid.number or calls is None or books is None or score is None:
        return None
    return Hand(bid, int(by == sides[1]), dealer - 1, calls, trump, None, books, False, (), (), score, None)


def plain_numbers(value: object) -> tuple[int, int] | None:
    """Two numbers that are as they should be; None for what `read_numbers` looks at."""
    if type(value) is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int:
        one: int = value[0]
        other: int = value[1]
        if abs(one) <= _MOST and abs(other) <= _MOST:
            return one, other
    return None


def _plain_calls(value: object) -> tuple[Call, ...] | None:
    """Calls without a fault; those of a record repeat each other, so what was read once is remembered."""
    if type(value) is not list or len(value) != SEATS:
        return None
    for said in value:
        if type(said) is not str:
            return None
    words: tuple[str, ...] = tuple(value)
    calls = _READ.get(words)
    if calls is None and all(said in _CALLS for said in words):
        calls = tuple([_CALLS[said] for said in words])
        if len(_READ) < _REMEMBERED:
            _READ[words] = calls
    return calls


def _hand(value: object, pointer: str, sides: tuple[int, int]) -> Hand:
    read = reading.mapping(value, pointer)
    if "bid" not in read or "by" not in read or any(field not in _HAND for field in read):
        reading.fields(read, pointer, ("bid", "by"), _HAND)
    bid = read_bid(read["bid"], f"{pointer}/bid")
    if bid == PASS:
        raise Malformed(f"{pointer}/bid", "the bid that was awarded is expected; a pass is none")
    return Hand(
        bid,
        _side(read["by"], pointer, "by", sides),
        _seat(read["dealer"], pointer, "dealer") if "dealer" in read else None,
        read_calls(read["bids"], f"{pointer}/bids") if "bids" in read else None,
        _trump(read["trump"], pointer) if "trump" in read else None,
        _suit(read["first_card"], f"{pointer}/first_card") if "first_card" in read else None,
        _numbers(read["books"], pointer, "books") if "books" in read else None,
        reading.boolean(read["stopped"], f"{pointer}/stopped") if "stopped" in read else False,
        _incidents(read["redeals"], f"{pointer}/redeals", sides, REDEALS) if "redeals" in read else (),
        _incidents(read["incidents"], f"{pointer}/incidents", sides, KINDS) if "incidents" in read else (),
        _numbers(read["score"], pointer, "score") if "score" in read else None,
        _ruling(read["ruling"], f"{pointer}/ruling", sides, "set") if "ruling" in read else None,
    )


def read_bid(value: object, pointer: str) -> Bid:
    """A bid as it is said."""
    bid = BIDS.get(value) if isinstance(value, str) else None
    if bid is None:
        raise Malformed(pointer, 'a bid such as "pass", "1", "1 special" or "1 no" is expected')
    return bid


def read_calls(value: object, pointer: str) -> tuple[Call, ...]:
    """The calls of a hand."""
    entries = reading.items(value, pointer)
    if len(entries) > MOST_CALLS:
        raise Malformed(pointer, f"no more than {MOST_CALLS} calls are expected")
    calls: list[Call] = []
    for at, entry in enumerate(entries):
        known = _CALLS.get(entry) if isinstance(entry, str) else None
        if known is not None:
            calls.append(known)
        elif isinstance(entry, dict) and "bid" in entry:
            calls.append(_call(entry, f"{pointer}/{at}"))
        else:
            calls.append(Call(read_bid(entry, f"{pointer}/{at}")))
    return tuple(calls)


def _call(value: object, pointer: str) -> Call:
    read = reading.fields(value, pointer, ("bid",), ("seat", "fault", "said"))
    return Call(
        read_bid(read["bid"], f"{pointer}/bid"),
        _seat(read["seat"], pointer, "seat") if "seat" in read else None,
        False,
        reading.choice(read["fault"], f"{pointer}/fault", FAULTS) if "fault" in read else None,
        read_bid(read["said"], f"{pointer}/said") if "said" in read else None,
    )


def _suit(value: object, pointer: str) -> str:
    code = CODES.get(reading.text(value, pointer), JOKER)
    if code == JOKER:
        raise Malformed(pointer, "a card of a suit is expected")
    return SUITS[SUIT[code]]


def _incidents(
    value: object, pointer: str, sides: tuple[int, int], kinds: Sequence[str]
) -> tuple[Incident, ...]:
    return tuple(
        [
            _incident(one, f"{pointer}/{at}", sides, kinds)
            for at, one in enumerate(reading.items(value, pointer))
        ]
    )


def _incident(value: object, pointer: str, sides: tuple[int, int], kinds: Sequence[str]) -> Incident:
    read = reading.fields(value, pointer, ("kind",), ("by", "choice", "found", "turned_by", "note"))
    kind = reading.choice(read["kind"], f"{pointer}/kind", [known for known in KINDS if known in kinds])
    if CONSEQUENCES[kind].offender and "by" not in read:
        raise Malformed(pointer, "field 'by' is missing; it names the team that did it")
    if "note" in read:
        reading.text(read["note"], f"{pointer}/note")
    if kind == "renege":
        if "found" not in read:
            raise Malformed(pointer, "field 'found' is missing; it says whether a renege was found")
    elif "found" in read or "turned_by" in read:
        field = "found" if "found" in read else "turned_by"
        raise Malformed(f"{pointer}/{field}", "only a renege is looked for in the books")
    turned = "director"
    if "turned_by" in read:
        turned = reading.choice(read["turned_by"], f"{pointer}/turned_by", _TURNED)
    return Incident(
        kind,
        _side(read["by"], pointer, "by", sides) if "by" in read else None,
        reading.choice(read["choice"], f"{pointer}/choice", CHOICES) if "choice" in read else None,
        reading.boolean(read["found"], f"{pointer}/found") if "found" in read else False,
        turned == "director",
    )
