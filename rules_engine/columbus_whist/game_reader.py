"""Reading the games of `columbus-whist/1`: what was at one table, hand by hand."""

from collections.abc import Sequence
from typing import Final

from rules_engine import reading
from rules_engine.cards import CODES, JOKER, SUIT, SUITS
from rules_engine.columbus_whist.auction import FAULTS, SEATS, Call
from rules_engine.columbus_whist.bids import BIDS, PASS, Bid
from rules_engine.columbus_whist.game import ENDINGS
from rules_engine.columbus_whist.infractions import CHOICES, CONSEQUENCES, KINDS, REDEALS
from rules_engine.columbus_whist.record import Game, Hand, Incident, Ruling
from rules_engine.columbus_whist.sheet import Entry
from rules_engine.reading import Malformed

TRUMPS: Final = ("S", "H", "D", "C", "uptown", "downtown")
MOST_HANDS: Final = 200
MOST_CALLS: Final = 8
MOST_SECONDS: Final = 1_000_000
_TURNED: Final = ("director", "player")
_CALLS: Final[dict[str, Call]] = {text: Call(bid) for text, bid in BIDS.items()} | {
    "silenced": Call(PASS, silenced=True)
}
_GAME: Final = (
    *("players", "first_club", "ready", "hands", "ending"),
    *("winner", "points", "sheet", "ruling"),
)
_HAND: Final = (
    *("dealer", "redeals", "bids", "trump", "first_card", "books", "stopped"),
    *("incidents", "score", "ruling"),
)


def read_team(value: object, pointer: str, teams: int) -> int:
    """The number of a team."""
    return reading.integer(value, pointer, 1, teams)


def read_numbers(value: object, pointer: str, low: int = -1_000_000) -> tuple[int, int]:
    """A number for each of the two teams of a game."""
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "a number for each of two teams is expected")
    return reading.integer(pair[0], f"{pointer}/0", low), reading.integer(pair[1], f"{pointer}/1", low)


def read_game(value: object, pointer: str, teams: int) -> Game:
    """One game of an event with so many teams."""
    read = reading.fields(value, pointer, ("teams",), _GAME)
    pair = reading.items(read["teams"], f"{pointer}/teams")
    if len(pair) != 2:
        raise Malformed(f"{pointer}/teams", "two teams are expected")
    sides = (
        read_team(pair[0], f"{pointer}/teams/0", teams),
        read_team(pair[1], f"{pointer}/teams/1", teams),
    )
    if sides[0] == sides[1]:
        raise Malformed(f"{pointer}/teams/1", "named twice")
    told_winner = "winner" in read
    winner: int | None = None
    if told_winner and read["winner"] is not None:
        winner = _side(read["winner"], f"{pointer}/winner", sides)
    sheet, signers = _sheet(read.get("sheet"), f"{pointer}/sheet", sides) if "sheet" in read else (None, ())
    return Game(
        sides,
        _players(read["players"], f"{pointer}/players") if "players" in read else None,
        _seat(read["first_club"], f"{pointer}/first_club") if "first_club" in read else None,
        _ready(read["ready"], f"{pointer}/ready") if "ready" in read else None,
        _hands(read["hands"], f"{pointer}/hands", sides) if "hands" in read else None,
        reading.choice(read["ending"], f"{pointer}/ending", ENDINGS) if "ending" in read else None,
        told_winner,
        winner,
        read_numbers(read["points"], f"{pointer}/points") if "points" in read else None,
        sheet,
        signers,
        _ruling(read["ruling"], f"{pointer}/ruling", sides, "winner") if "ruling" in read else None,
    )


def _side(value: object, pointer: str, sides: tuple[int, int]) -> int:
    team = reading.integer(value, pointer, 1)
    if team not in sides:
        raise Malformed(pointer, f"{sides[0]} or {sides[1]}, a team of the game, is expected")
    return int(team == sides[1])


def _seat(value: object, pointer: str) -> int:
    return reading.integer(value, pointer, 1, SEATS) - 1


def _players(value: object, pointer: str) -> tuple[str, ...]:
    players = reading.names(value, pointer)
    if len(players) != SEATS:
        raise Malformed(pointer, f"{SEATS} players are expected, clockwise")
    return tuple(players)


def _ready(value: object, pointer: str) -> tuple[int, int]:
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "seconds, or null, for each of two teams are expected")
    read: list[int] = []
    for at, seconds in enumerate(pair):
        read.append(-1 if seconds is None else reading.integer(seconds, f"{pointer}/{at}", 0, MOST_SECONDS))
    return read[0], read[1]


def _sheet(
    value: object, pointer: str, sides: tuple[int, int]
) -> tuple[tuple[Entry, ...], tuple[str | None, ...]]:
    entries: list[Entry] = []
    signers: list[str | None] = []
    for at, one in enumerate(reading.items(value, pointer)):
        place = f"{pointer}/{at}"
        read = reading.fields(one, place, (), ("signed", "by", "changed"))
        if "changed" in read:
            reading.fields(one, place, ("changed",))
            entries.append(Entry(None, reading.text(read["changed"], f"{place}/changed")))
            signers.append(None)
            continue
        reading.fields(one, place, ("signed",), ("by",))
        side = _side(read["signed"], f"{place}/signed", sides)
        signers.append(reading.text(read["by"], f"{place}/by") if "by" in read else None)
        entries.append(Entry(side, ""))
    return tuple(entries), tuple(signers)


def _ruling(value: object, pointer: str, sides: tuple[int, int], names: str) -> Ruling:
    read = reading.fields(value, pointer, ("points", "reason"), (names,))
    reading.text(read["reason"], f"{pointer}/reason")
    side = _side(read[names], f"{pointer}/{names}", sides) if names in read else None
    return Ruling(read_numbers(read["points"], f"{pointer}/points"), side)


def _hands(value: object, pointer: str, sides: tuple[int, int]) -> tuple[Hand, ...]:
    entries = reading.items(value, pointer)
    if len(entries) > MOST_HANDS:
        raise Malformed(pointer, f"no more than {MOST_HANDS} hands are expected")
    return tuple([_hand(entry, f"{pointer}/{at}", sides) for at, entry in enumerate(entries)])


def _hand(value: object, pointer: str, sides: tuple[int, int]) -> Hand:
    read = reading.fields(value, pointer, ("bid", "by"), _HAND)
    bid = read_bid(read["bid"], f"{pointer}/bid")
    if bid == PASS:
        raise Malformed(f"{pointer}/bid", "the bid that was awarded is expected; a pass is none")
    return Hand(
        bid,
        _side(read["by"], f"{pointer}/by", sides),
        _seat(read["dealer"], f"{pointer}/dealer") if "dealer" in read else None,
        read_calls(read["bids"], f"{pointer}/bids") if "bids" in read else None,
        reading.choice(read["trump"], f"{pointer}/trump", TRUMPS) if "trump" in read else None,
        _suit(read["first_card"], f"{pointer}/first_card") if "first_card" in read else None,
        read_numbers(read["books"], f"{pointer}/books") if "books" in read else None,
        reading.boolean(read["stopped"], f"{pointer}/stopped") if "stopped" in read else False,
        _incidents(read["redeals"], f"{pointer}/redeals", sides, REDEALS) if "redeals" in read else (),
        _incidents(read["incidents"], f"{pointer}/incidents", sides, KINDS) if "incidents" in read else (),
        read_numbers(read["score"], f"{pointer}/score") if "score" in read else None,
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
        _seat(read["seat"], f"{pointer}/seat") if "seat" in read else None,
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
        _side(read["by"], f"{pointer}/by", sides) if "by" in read else None,
        reading.choice(read["choice"], f"{pointer}/choice", CHOICES) if "choice" in read else None,
        reading.boolean(read["found"], f"{pointer}/found") if "found" in read else False,
        turned == "director",
    )
