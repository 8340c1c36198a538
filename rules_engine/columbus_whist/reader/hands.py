"""Reading the hands of `columbus-whist/1`: bids and calls, books, what went wrong, the running score.

What nearly all hands tell is read straight on; whatever is told out of the way is read field by field, with a
pointer to what cannot be read.
"""

from collections.abc import Sequence
from typing import Final, cast

from rules_engine import reading
from rules_engine.cards import CODES, JOKER, SUIT, SUITS, TWO_DECKS
from rules_engine.columbus_whist.auction import FAULTS, SEATS, BiddingCall, BiddingCalls, Fault
from rules_engine.columbus_whist.bids import BIDS, PASS, Bid
from rules_engine.columbus_whist.infractions import CHOICES, CONSEQUENCES, KINDS, REDEALS, Choice, Kind
from rules_engine.columbus_whist.record import MOST_POINTS, Hand, Incident, Ruling
from rules_engine.reading import Malformed

TRUMPS: Final = ("S", "H", "D", "C", "uptown", "downtown")
MOST_HANDS: Final = 200
MOST_CALLS: Final = 8
_TURNED: Final = ("director", "player")
_CALLS: Final[dict[str, BiddingCall]] = {text: BiddingCall(bid) for text, bid in BIDS.items()} | {
    "silenced": BiddingCall(PASS, silenced=True)
}
_ALWAYS: Final = 5
_PLAIN: Final = 7
"""So many fields has a hand in which nothing went wrong; five of them each hand that is read straight on."""
_PLAIN_FAULT: Final = 2
_FAULTS: Final[dict[str, Fault]] = {fault: fault for fault in FAULTS}
_CHOICES: Final[dict[str, Choice]] = {choice: choice for choice in CHOICES}
_READ: Final[dict[str, BiddingCalls]] = {}
"""Calls that were read before, by their words one after the other."""
_REMEMBERED: Final = 10_000
_TRUMPS: Final = frozenset(TRUMPS)
_KINDS: Final[dict[str, Kind]] = {kind: kind for kind in KINDS}
_HAND: Final = frozenset(
    (
        *("bid", "by", "dealer", "redeals", "bids", "trump", "first_card", "books", "stopped"),
        *("incidents", "score", "ruling"),
    )
)


def plain_numbers(value: object, most: int = MOST_POINTS) -> tuple[int, int] | None:
    """Two numbers that are as they should be; None for what `read_numbers` looks at."""
    if type(value) is list and len(value) == 2 and type(value[0]) is int and type(value[1]) is int:
        own: int = value[0]
        others: int = value[1]
        if -most <= own <= most and -most <= others <= most:
            return own, others
    return None


def read_numbers(
    value: object, pointer: str, low: int = -MOST_POINTS, high: int = MOST_POINTS
) -> tuple[int, int]:
    """A number for each of the two teams of a game."""
    pair = reading.items(value, pointer)
    if len(pair) != 2:
        raise Malformed(pointer, "a number for each of two teams is expected")
    return reading.integer(pair[0], f"{pointer}/0", low, high), reading.integer(
        pair[1], f"{pointer}/1", low, high
    )


def numbers_of(value: object, parent: str, field: str, most: int = MOST_POINTS) -> tuple[int, int]:
    """A field with a number for each of the two teams."""
    return plain_numbers(value, most) or read_numbers(value, f"{parent}/{field}", -most, most)


def side_of(value: object, parent: str, field: str, sides: tuple[int, int]) -> int:
    """A field that names one of the two teams of a game, as its side."""
    if type(value) is int and (value == sides[0] or value == sides[1]):
        return int(value == sides[1])
    pointer = f"{parent}/{field}"
    team = reading.integer(value, pointer, 1)
    if team not in sides:
        raise Malformed(pointer, f"{sides[0]} or {sides[1]}, a team of the game, is expected")
    return int(team == sides[1])


def seat_of(value: object, parent: str, field: str) -> int:
    """A field that names a seat, counted from 0."""
    if type(value) is int and 1 <= value <= SEATS:
        return value - 1
    return reading.integer(value, f"{parent}/{field}", 1, SEATS) - 1


def ruling_of(value: object, pointer: str, sides: tuple[int, int], names: str) -> Ruling:
    """A ruling; its field `names` may tell the side that was set, or won."""
    read = reading.fields(value, pointer, ("points", "reason"), (names,))
    reading.text(read["reason"], f"{pointer}/reason")
    side = side_of(read[names], pointer, names, sides) if names in read else None
    return Ruling(read_numbers(read["points"], f"{pointer}/points"), side)


def plain_hands(value: object, sides: tuple[int, int]) -> list[Hand]:
    """The hands of a game, read without a pointer.

    Raises:
        Malformed: something cannot be read; `read_hands` says where.
    """
    entries = reading.items(value, "")
    if len(entries) > MOST_HANDS:
        raise Malformed("", "too many hands")
    hands: list[Hand] = []
    for entry in entries:
        hands.append(_plain_hand(entry, sides) or _hand(entry, "", sides))
    return hands


def _trump(value: object, parent: str) -> str:
    if type(value) is str and value in _TRUMPS:
        return value
    return reading.choice(value, f"{parent}/trump", TRUMPS)


def read_hands(value: object, pointer: str, sides: tuple[int, int]) -> list[Hand]:
    """The hands of a game."""
    entries = reading.items(value, pointer)
    if len(entries) > MOST_HANDS:
        raise Malformed(pointer, f"no more than {MOST_HANDS} hands are expected")
    hands: list[Hand] = []
    for entry in entries:
        plain = _plain_hand(entry, sides)
        hands.append(_hand(entry, f"{pointer}/{len(hands)}", sides) if plain is None else plain)
    return hands


def _plain_hand(value: object, sides: tuple[int, int]) -> Hand | None:
    """A hand told with dealer, calls and score, as nearly all are, and whatever more of it can be read; None
    for what `_hand` looks at."""
    if type(value) is not dict:
        return None
    bid_text = value.get("bid")
    by = value.get("by")
    dealer = value.get("dealer")
    if type(bid_text) is not str or type(by) is not int or (by != sides[0] and by != sides[1]):
        return None
    if type(dealer) is not int or not 1 <= dealer <= SEATS:
        return None
    bid = BIDS.get(bid_text)
    calls = _plain_calls(value.get("bids"))
    score = plain_numbers(value.get("score"))
    if bid is None or not bid.number or calls is None or score is None:
        return None
    bidder = int(by == sides[1])
    if len(value) == _PLAIN:
        trump = value.get("trump")
        books = plain_numbers(value.get("books"), TWO_DECKS)
        if type(trump) is str and trump in _TRUMPS and books is not None:
            return Hand(
                bid=bid,
                bidder=bidder,
                dealer=dealer - 1,
                calls=calls,
                trump=trump,
                first_suit=None,
                taken=books,
                stopped=False,
                redeals=(),
                incidents=(),
                score=score,
                ruling=None,
            )
    try:
        return _hand_with_more(value, sides, bid, bidder, dealer - 1, calls, score)
    except Malformed:
        return None


def _hand_with_more(
    read: dict[str, object],
    sides: tuple[int, int],
    bid: Bid,
    bidder: int,
    dealer: int,
    calls: BiddingCalls,
    score: tuple[int, int],
) -> Hand | None:
    """A hand in which something went wrong, read without a pointer; None for a field that is not known here.

    Raises:
        Malformed: something cannot be read; `_hand` says where.
    """
    known = _ALWAYS
    trump: str | None = None
    suit: str | None = None
    books: tuple[int, int] | None = None
    stopped = False
    redeals: tuple[Incident, ...] = ()
    incidents: tuple[Incident, ...] = ()
    if "trump" in read:
        trump = _trump(read["trump"], "")
        known += 1
    if "first_card" in read:
        suit = _suit(read["first_card"], "")
        known += 1
    if "books" in read:
        books = numbers_of(read["books"], "", "books", TWO_DECKS)
        known += 1
    if "stopped" in read:
        stopped = reading.boolean(read["stopped"], "")
        known += 1
    if "redeals" in read:
        redeals = _incidents(read["redeals"], "", sides, REDEALS)
        known += 1
    if "incidents" in read:
        incidents = _incidents(read["incidents"], "", sides, KINDS)
        known += 1
    if known != len(read):
        return None
    return Hand(
        bid=bid,
        bidder=bidder,
        dealer=dealer,
        calls=calls,
        trump=trump,
        first_suit=suit,
        taken=books,
        stopped=stopped,
        redeals=redeals,
        incidents=incidents,
        score=score,
        ruling=None,
    )


def _plain_calls(value: object) -> BiddingCalls | None:
    """Four calls as usual; those without a fault repeat each other, so what was read once is remembered, by
    one text, which is looked up faster than four."""
    if type(value) is not list or len(value) != SEATS:
        return None
    for call in value:
        if type(call) is not str:
            return _with_faults(value)
    every = cast("list[str]", value)
    words = ",".join(every)
    calls = _READ.get(words)
    if calls is None and all(call in _CALLS for call in every):
        calls = BiddingCalls(tuple([_CALLS[call] for call in every]))
        if len(_READ) < _REMEMBERED:
            _READ[words] = calls
    return calls


def _with_faults(entries: list[object]) -> BiddingCalls | None:
    calls: list[BiddingCall] = []
    for entry in entries:
        call = _CALLS.get(entry) if type(entry) is str else _plain_fault(entry)
        if call is None:
            return None
        calls.append(call)
    return BiddingCalls(tuple(calls))


def _plain_fault(value: object) -> BiddingCall | None:
    """A call with its bid, its fault and, of whatever more, the seat or what was said first."""
    if type(value) is not dict:
        return None
    bid = _plain_bid(value.get("bid"))
    kind = value.get("fault")
    fault = _FAULTS.get(kind) if type(kind) is str else None
    if bid is None or fault is None or len(value) > _PLAIN_FAULT + 1:
        return None
    if len(value) == _PLAIN_FAULT:
        return BiddingCall(bid, None, False, fault, None)
    seat = value.get("seat")
    if type(seat) is int:
        return BiddingCall(bid, seat - 1, False, fault, None) if 1 <= seat <= SEATS else None
    spoken = _plain_bid(value.get("said"))
    return None if spoken is None else BiddingCall(bid, None, False, fault, spoken)


def _plain_bid(value: object) -> Bid | None:
    return BIDS.get(value) if type(value) is str else None


def _hand(value: object, pointer: str, sides: tuple[int, int]) -> Hand:
    read = reading.mapping(value, pointer)
    if "bid" not in read or "by" not in read or any(field not in _HAND for field in read):
        reading.fields(read, pointer, ("bid", "by"), _HAND)
    bid = read_bid(read["bid"], f"{pointer}/bid")
    if bid == PASS:
        raise Malformed(f"{pointer}/bid", "the bid that was awarded is expected; a pass is none")
    return Hand(
        bid=bid,
        bidder=side_of(read["by"], pointer, "by", sides),
        dealer=seat_of(read["dealer"], pointer, "dealer") if "dealer" in read else None,
        calls=_calls(read["bids"], pointer) if "bids" in read else None,
        trump=_trump(read["trump"], pointer) if "trump" in read else None,
        first_suit=_suit(read["first_card"], f"{pointer}/first_card") if "first_card" in read else None,
        taken=numbers_of(read["books"], pointer, "books", TWO_DECKS) if "books" in read else None,
        stopped=reading.boolean(read["stopped"], f"{pointer}/stopped") if "stopped" in read else False,
        redeals=_incidents(read["redeals"], f"{pointer}/redeals", sides, REDEALS)
        if "redeals" in read
        else (),
        incidents=_incidents(read["incidents"], f"{pointer}/incidents", sides, KINDS)
        if "incidents" in read
        else (),
        score=numbers_of(read["score"], pointer, "score") if "score" in read else None,
        ruling=ruling_of(read["ruling"], f"{pointer}/ruling", sides, "set") if "ruling" in read else None,
    )


def read_bid(value: object, pointer: str) -> Bid:
    """A bid as it is said."""
    bid = BIDS.get(value) if isinstance(value, str) else None
    if bid is None:
        raise Malformed(pointer, 'a bid such as "pass", "1", "1 special" or "1 no" is expected')
    return bid


def _calls(value: object, parent: str) -> BiddingCalls:
    return _plain_calls(value) or BiddingCalls(read_calls(value, f"{parent}/bids"))


def read_calls(value: object, pointer: str) -> tuple[BiddingCall, ...]:
    """The calls of a hand."""
    entries = reading.items(value, pointer)
    if len(entries) > MOST_CALLS:
        raise Malformed(pointer, f"no more than {MOST_CALLS} calls are expected")
    calls: list[BiddingCall] = []
    for at, entry in enumerate(entries):
        known = _CALLS.get(entry) if isinstance(entry, str) else None
        if known is not None:
            calls.append(known)
        elif isinstance(entry, dict) and "bid" in entry:
            calls.append(_call(entry, f"{pointer}/{at}"))
        else:
            calls.append(BiddingCall(read_bid(entry, f"{pointer}/{at}")))
    return tuple(calls)


def _call(value: object, pointer: str) -> BiddingCall:
    read = reading.fields(value, pointer, ("bid",), ("seat", "fault", "said"))
    return BiddingCall(
        read_bid(read["bid"], f"{pointer}/bid"),
        seat_of(read["seat"], pointer, "seat") if "seat" in read else None,
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
    value: object, pointer: str, sides: tuple[int, int], kinds: Sequence[Kind]
) -> tuple[Incident, ...]:
    return tuple(
        [
            _incident(incident, f"{pointer}/{at}", sides, kinds)
            for at, incident in enumerate(reading.items(value, pointer))
        ]
    )


def _kind(value: object, parent: str, kinds: Sequence[Kind]) -> Kind:
    known = _KINDS.get(value) if type(value) is str else None
    if known is not None and known in kinds:
        return known
    return reading.choice(value, f"{parent}/kind", kinds)


def _choice(value: object, parent: str) -> Choice:
    known = _CHOICES.get(value) if type(value) is str else None
    return known or reading.choice(value, f"{parent}/choice", CHOICES)


def _incident(value: object, pointer: str, sides: tuple[int, int], kinds: Sequence[Kind]) -> Incident:
    read = reading.fields(value, pointer, ("kind",), ("by", "choice", "found", "turned_by", "note"))
    kind = _kind(read["kind"], pointer, kinds)
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
        side_of(read["by"], pointer, "by", sides) if "by" in read else None,
        _choice(read["choice"], pointer) if "choice" in read else None,
        reading.boolean(read["found"], f"{pointer}/found") if "found" in read else False,
        turned == "director",
    )
