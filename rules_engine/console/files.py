"""Reading what a command line names."""

import sys
from pathlib import Path

from rules_engine.reading import MAX_BYTES, Malformed


def read_input(name: str) -> bytes:
    """The bytes of a file, of standard input for "-"; no more than a little over the readable maximum.

    Raises:
        Malformed: the file cannot be opened or read.
    """
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Malformed("", f"the file cannot be read: {error}") from None
