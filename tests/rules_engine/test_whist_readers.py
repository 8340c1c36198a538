"""Reading: what cannot be meant is pointed at, and the schema says of every shape what the reader says."""

import json
from typing import Any

import pytest

from rules_engine.record_bytes import read_bytes
from tests.rules_engine.bid_whist.full_record import READER as BID_WHIST
from tests.rules_engine.columbus_whist.full_record import READER as COLUMBUS_WHIST
from tests.rules_engine.military_whist.full_record import READER as MILITARY_WHIST
from tests.rules_engine.reader_and_schema import ReaderAndSchema, refusal
from tests.support.seeds import by_seeds

READERS = (BID_WHIST, COLUMBUS_WHIST, MILITARY_WHIST)
each = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)


@each
def test_it_is_a_schema(reader: ReaderAndSchema) -> None:
    reader.hold_the_schema()


@each
def test_records_with_every_field_are_read(reader: ReaderAndSchema) -> None:
    assert refusal(reader.full) is None
    reader.hold_what_validates(reader.full)
    assert read_bytes(json.dumps(reader.full).encode(), reader.record_of).id == "made by hand"


@each
@by_seeds(12)
def test_random_records_validate(reader: ReaderAndSchema, seed: int) -> None:
    reader.hold_what_validates(reader.random_record(seed))


@each
def test_no_object_is_left_open(reader: ReaderAndSchema) -> None:
    reader.hold_every_object_closed()


@pytest.mark.parametrize(("reader", "path"), [(reader, path) for reader in READERS for path in reader.places])
def test_reader_and_schema_agree_on_types(reader: ReaderAndSchema, path: str) -> None:
    reader.hold_types(path)


@each
@by_seeds(6)
def test_reader_and_schema_agree_on_odd_values(reader: ReaderAndSchema, seed: int) -> None:
    reader.hold_odd_values(seed)


@pytest.mark.parametrize(
    ("reader", "path", "value", "pointer"),
    [(reader, *case) for reader in READERS for case in reader.pointed_at],
)
def test_what_cannot_be_meant_is_pointed_at(
    reader: ReaderAndSchema, path: str, value: Any, pointer: str
) -> None:
    reader.hold_the_place(path, value, pointer)
