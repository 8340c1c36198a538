"""How much work a call is: the instructions that Python carries out in it, the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class TooMuchWorkError(AssertionError):
    """More instructions than were allowed; whatever would go on and on ends here."""


def instructions(call: Callable[[], object], most: int = 20_000_000) -> int:
    """How many instructions `call` takes.

    Raises:
        TooMuchWorkError: it takes more than `most`.
    """
    done = 0

    def count(frame: FrameType, event: str, _value: object) -> Any:
        nonlocal done
        if event == "call":
            frame.f_trace_opcodes = True
            frame.f_trace_lines = False
        elif event == "opcode":
            done += 1
            if done > most:
                raise TooMuchWorkError(f"more than {most} instructions")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        call()
    finally:
        sys.settrace(before)
    return done
