"""A call that has all the room it needs for the calls that it makes.

Purpose: Python 3.11 and 3.12 keep the frames of running functions in chunks of 16 kB, and give a chunk back
when its last frame has ended. A loop that calls across the end of a chunk asks the kernel for memory, and
returns it, at every turn: a fifth of the processor time of a page went into that. A chunk is made as large as
its first frame needs, so one wide frame at the bottom makes a chunk that everything above it shares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
SLOTS = 70_000
"""Of eight bytes: more than half a megabyte, so that the chunk is of one, with 480 kB left for the others."""


def with_room(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What the call gives; only what it touches of the room costs memory."""
    return call(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=SLOTS)
