"""Writing what a command has to say, to a reader who may go away or a disk that may be full.

Terms: printable (what a terminal shows on one line and obeys in nothing: a record names its players as it
likes, and must not write a line of its own into a report).
"""

import os
import sys
from io import TextIOWrapper
from typing import Final, TextIO

CANNOT_WRITE: Final = 74
"""The exit status where the output could not be written; sysexits.h calls it so."""
STOPPED: Final = 130
"""The exit status after Ctrl-C, as shells give it."""

_STREAMS: Final = (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_RDONLY))


class OutputLostError(Exception):
    """Nothing more can be written; `status` is what the command had found until then."""

    def __init__(self, error: OSError, status: int) -> None:
        super().__init__(error.strerror or str(error))
        self.error = error
        self.status = status


def prepared() -> None:
    """See that the three streams of the process can be used: one that was closed refuses to be read or
    written as a full disk does, and what a terminal cannot show is written as its escape."""
    for number, (name, mode, wrong_way) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            refusing = os.open(os.devnull, wrong_way)
            if refusing != number:
                os.dup2(refusing, number)
                os.close(refusing)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def tell(text: str) -> None:
    """Write to the standard error; that it cannot be written can be told to nobody."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Nothing that still waits to be written may fail once more when the process ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def put(text: str, status: int = 0) -> None:
    """Write a line, or several; `status` is the exit status by what was found so far.

    Raises:
        OutputLostError: it cannot be written.
    """
    try:
        sys.stdout.write(text + "\n")
    except OSError as error:
        raise OutputLostError(error, status) from None


def finish(status: int) -> int:
    """Write what still waits to be written; the exit status.

    Raises:
        OutputLostError: it cannot be written.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        raise OutputLostError(error, status) from None
    return status


def lost(error: OutputLostError) -> int:
    """The exit status where output was lost: what was found if the reader has gone, as `head` does."""
    _discard(sys.stdout)
    if isinstance(error.error, BrokenPipeError):
        return error.status
    tell(f"rules_engine: the output cannot be written: {error}\n")
    return CANNOT_WRITE


def printable(text: str) -> str:
    """The text on one line: whatever is no letter, sign or blank stands as its escape."""
    if text.isprintable():
        return text
    return "".join(
        [
            character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
            for character in text
        ]
    )
