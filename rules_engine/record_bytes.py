"""A record as the bytes that were sent: read and checked alike in every game."""

from collections.abc import Callable
from typing import TypeVar

from rules_engine.cycle_collection import CollectorRests
from rules_engine.reading import load_json

Record = TypeVar("Record")
Check = TypeVar("Check")


def read_bytes(data: bytes, record_of: Callable[[object], Record]) -> Record:
    """The record that `record_of` makes of a parsed document.

    Raises:
        Malformed: the bytes cannot be read as a record.
    """
    return record_of(load_json(data))


def checked_bytes(
    data: bytes, record_of: Callable[[object], Record], check_record: Callable[[Record], Check]
) -> Check:
    """The record read and checked; raises as `read_bytes` does."""
    with CollectorRests():
        return check_record(read_bytes(data, record_of))
