"""Records made by hand, the smallest that show what a test is about, and short ways to check them.

`table_of_four` is a true game of three stanzas with every card: ann and dan cannot follow now and then, a
joker is played in stanza 2, a Whoopie card is led in stanza 3.
"""

import json
import pickle
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from rules_engine.formats import check_document
from tests.rules_engine.whoopie import oracle

T = TypeVar("T")
Json = dict[str, Any]
Place = tuple[str, int | None, int | None, str | None]

DATA = Path(__file__).parent / "data"
FOUR = ["ann", "bob", "cat", "dan"]
SAMPLES = sorted(DATA.glob("*.json"))


def copied(value: T) -> T:
    """As `copy.deepcopy` does it, several times as fast."""
    copy: T = pickle.loads(pickle.dumps(value))
    return copy


def spoilt(
    records: Iterable[Json], places: int, spoiler: Callable[[Json, Random], set[str] | None], first: int = 0
) -> Iterator[tuple[Json, set[str]]]:
    """Each record with the fault put in, at so many places in turn, and the codes that are allowed for it."""
    for seed, record in enumerate(records):
        pickled = pickle.dumps(record)
        for place in range(places):
            copy = pickle.loads(pickled)
            allowed = spoiler(copy, Random(first + seed * places + place))
            if allowed is not None:
                yield copy, allowed


def codes_found(record: Json) -> list[str]:
    """Those of the record itself, of which no copy is made."""
    document: Any = check_document(record).as_document()
    return [finding["code"] for finding in document["findings"]]


def load(path: Path) -> Json:
    record: Json = json.loads(path.read_bytes())
    return record


def check(record: Json) -> Json:
    """The check document of a record, as another program would read it."""
    document: Json = json.loads(json.dumps(check_document(copied(record)).as_document()))
    return document


def places(record: Json) -> list[Place]:
    """Code, stanza, trick and player of every finding."""
    return places_of(check(record))


def places_of(document: Json) -> list[Place]:
    """The same of a check document."""
    findings = document["findings"]
    return [(finding["code"], finding["stanza"], finding["trick"], finding["player"]) for finding in findings]


def codes(record: Json) -> list[str]:
    return [place[0] for place in places(record)]


def game(stanzas: list[Json], seats: list[str] | None = None, **more: Any) -> Json:
    """A record; its first dealer is the dealer of the first stanza unless `more` says otherwise."""
    record: Json = {"format": "whoopie-game/1", "ruleset": "whoopie-1966", "id": "made by hand"}
    record["seats"] = FOUR if seats is None else seats
    record["first_dealer"] = stanzas[0]["dealer"] if stanzas else record["seats"][0]
    return copied(record | {"stanzas": stanzas} | more)


def play(text: str) -> list[list[list[str]]]:
    """Tricks from lines such as "ann 5S, bob 9S, cat 2D"."""
    return [[pair.split() for pair in line.split(",")] for line in text.strip().splitlines()]


def bids(text: str) -> list[list[Any]]:
    """Bids from "bob 1, cat 0"."""
    return [[player, int(bid)] for player, bid in (pair.split() for pair in text.split(","))]


def cards(text: str) -> dict[str, list[str]]:
    """Hands from "ann 5S *, bob 9S 2D"."""
    return {words[0]: words[1:] for words in (hand.split() for hand in text.split(","))}


def numbers(text: str) -> dict[str, int]:
    """Numbers by player from "ann 1, bob -2"."""
    return dict(bids(text))


def table_of_four() -> Json:
    draw = [{"ann": "KS", "bob": "9D", "cat": "9C", "dan": "2H"}]
    first = {
        "cards": 1,
        "dealer": "dan",
        "defining": "7D",
        "hands": cards("ann 5S, bob 9S, cat 2D, dan AS"),
        "bids": bids("ann 0, bob 0, cat 1, dan 1"),
        "tricks": play("ann 5S, bob 9S, cat 2D, dan AS"),
        "taken": numbers("ann 0, bob 0, cat 1, dan 0"),
        "scores": numbers("ann 2, bob 2, cat 3, dan -1"),
    }
    second = {
        "cards": 2,
        "dealer": "ann",
        "defining": "4C",
        "hands": cards("bob KH 3H, cat QH 9S, dan AH 2C, ann 7S *"),
        "bids": bids("bob 1, cat 0, dan 0, ann 0"),
        "tricks": play("bob KH, cat QH, dan AH, ann *\nann 7S, bob 3H, cat 9S, dan 2C"),
        "taken": numbers("ann 1, bob 0, cat 1, dan 0"),
        "scores": numbers("ann 1, bob 1, cat 2, dan 1"),
    }
    third = {
        "cards": 3,
        "dealer": "bob",
        "defining": "TS",
        "hands": cards("cat KD 8D 5C, dan AD TH 3C, ann 6D 9H QC, bob 2D 4S JC"),
        "bids": bids("cat 0, dan 2, ann 0, bob 0"),
        "tricks": play(
            "cat KD, dan AD, ann 6D, bob 2D\ndan TH, ann 9H, bob 4S, cat 8D\ndan 3C, ann QC, bob JC, cat 5C"
        ),
        "taken": numbers("ann 1, bob 0, cat 0, dan 2"),
        "scores": numbers("ann 0, bob 3, cat 4, dan 5"),
    }
    final = numbers("ann 0, bob 3, cat 4, dan 5")
    return game([first, second, third], draw=draw, scorekeeper="ann", final=final)


def without_hands(record: Json) -> Json:
    return _without(record, "hands")


def without_cards(record: Json) -> Json:
    """The record at score level."""
    return _without(record, "hands", "tricks")


def with_made_only(record: Json) -> Json:
    """The record at score level, of the tricks taken only who made his bid."""
    answers = copied(record)
    for stanza in answers["stanzas"]:
        stanza["made"] = {player: stanza["taken"][player] == bid for player, bid in stanza["bids"]}
    return _without(answers, "hands", "tricks", "taken")


def _without(record: Json, *fields: str) -> Json:
    bare = copied(record)
    for stanza in bare["stanzas"]:
        for field in fields:
            stanza.pop(field, None)
    return bare


GONE: Any = object()
"""As a value in `edited`: the place is taken away."""


def edited(record: Json, edits: dict[str, Any]) -> Json:
    """The record with the value at each path ("stanzas/0/dealer") put in; a last "-" appends."""
    changed = copied(record)
    for path, value in edits.items():
        *way, last = path.split("/")
        spot: Any = changed
        for step in way:
            spot = spot[int(step)] if isinstance(spot, list) else spot.setdefault(step, [])
        if value is GONE:
            del spot[int(last) if isinstance(spot, list) else last]
        elif last == "-":
            spot.append(copied(value))
        else:
            spot[int(last) if isinstance(spot, list) else last] = copied(value)
    return changed


def hand_of(cards: int, direction: str = "up") -> Json:
    """A `start` that makes the first hand one of so many cards; everybody comes with nothing."""
    start: Json = {"parent": "before", "group": "A", "after_stanza": 1, "cards": cards}
    return start | {"direction": direction, "scores": {}, "average": 0, "player_hands": 0}


def one_stanza(tricks: str, defining: str, **more: Any) -> Json:
    """A game of the one stanza: everybody bids 0, tricks taken and totals are true by the oracle.

    The dealer is on the right of whoever leads. `more` are fields of the stanza: other `bids`, `incidents`,
    `cards` where they are not as many as the tricks.
    """
    played = play(tricks)
    seats = sorted({player for plays in played for player, _ in plays})
    dealer = seats[seats.index(played[0][0][0]) - 1]
    order = seats[seats.index(dealer) + 1 :] + seats[: seats.index(dealer) + 1]
    stanza: Json = {"cards": len(played), "dealer": dealer, "defining": defining, "tricks": played}
    stanza |= {"bids": [[player, 0] for player in order]} | more
    won, _ = oracle.winners(stanza)
    stanza["taken"] = {player: won.count(player) for player in seats}
    scores = {player: oracle.delta(stanza, player, bid) for player, bid in stanza["bids"]}
    stanza["scores"] = scores
    return game([stanza], seats, start=hand_of(stanza["cards"]), final=scores)
