"""Bookkeeping of flags in another way: every flag is a thing of its own that stands in one cup.

From a record as JSON, without anything of the engine: `cups` gives after each hand of a day which flags stand
where. A flag is (owner, number), the owner 0 for the leader's; so nothing can be lost or made unseen.
"""

from collections.abc import Iterator
from typing import Any

Flag = tuple[int, int]


def points(trump: str, visitors: int, revokes: list[str]) -> int:
    """The visitors' count, trick by trick: who sat in which seat when it was awarded."""
    tricks = ["visitors"] * visitors + ["home"] * (13 - visitors)
    if trump == "NT Low":
        tricks = ["home" if taker == "visitors" else "visitors" for taker in tricks]
    net = revokes.count("home") - revokes.count("visitors")
    loser, winner = ("home", "visitors") if net > 0 else ("visitors", "home")
    for _ in range(2 * abs(net)):
        if loser in tricks:
            tricks[tricks.index(loser)] = winner
    return tricks.count("visitors")


def won(count: int) -> int:
    return [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2][count]


def cups(day: dict[str, Any], first: int) -> Iterator[list[list[Flag]]]:
    """The cups of all tables after each hand; the day's first hand has number `first`."""
    tables = len(day["before"])
    here = [[(table + 1, number) for number in range(12)] for table in range(tables)]
    added = 0
    for number, hand in enumerate(day["hands"], first):
        for loan in day.get("loans", []):
            if loan["hand"] == number:
                here[loan["table"] - 1] += [(0, added + extra) for extra in range(loan["flags"])]
                added += loan["flags"]
        carried: list[tuple[int, Flag]] = []
        for team in range(tables):
            host = (team + hand["move"]) % tables
            revokes = [
                incident["by"]
                for incident in hand.get("incidents", [])
                if incident["kind"] == "revoke" and incident["table"] == host + 1
            ]
            for _ in range(won(points(hand["trump"], hand["tricks"][host][0], revokes))):
                if here[host]:
                    carried.append((team, here[host].pop()))
        for team, flag in carried:
            here[team].append(flag)
        for back in day.get("returns", []):
            if back["hand"] == number:
                for _ in range(back["flags"]):
                    here[back["table"] - 1].pop()
        yield [list(cup) for cup in here]
