"""Chance that anybody can repeat: a seed, a purpose, and a written-down way from them to an order.

Number k of a purpose, k counting from 1, is SHA-256 of the UTF-8 text "SEED/PURPOSE/k", read as one whole
number, the first byte the highest. A choice among n things takes the next number modulo n; with n below a
million its bias is below 2 to the power of -236. Things are put in order by Fisher and Yates: for place i
from the last down to the second, the thing there and the one at place (1 + choice among i) change places.

Terms: seed (any text; shown beside what was drawn with it), purpose (what this draw is for, so that one
seed may serve several draws).
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

Thing = TypeVar("Thing")


def numbers(seed: str, purpose: str) -> Iterator[int]:
    """The endless numbers of a seed and purpose, each from 0 to 2 to the power of 256 less 1."""
    for k in count(1):
        yield int.from_bytes(sha256(f"{seed}/{purpose}/{k}".encode()).digest(), "big")


def shuffled(things: Sequence[Thing], seed: str, purpose: str) -> list[Thing]:
    """The things in the order that the seed gives them for this purpose."""
    order = list(things)
    chance = numbers(seed, purpose)
    for place in range(len(order) - 1, 0, -1):
        other = next(chance) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order
