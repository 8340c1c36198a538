"""Which clash is that of two who did the same, and who looks again."""

from __future__ import annotations

import pytest
from django.db import IntegrityError

from sanctioning.kit.simultaneous import is_taken, looks_again


class OfTheDriver(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def clash(words: str, sqlstate: str | None = None) -> IntegrityError:
    error = IntegrityError(words)
    error.__cause__ = OfTheDriver(sqlstate) if sqlstate else Exception(words)
    return error


@pytest.mark.parametrize(
    ("error", "taken"),
    [
        (clash("duplicate key value violates unique constraint", "23505"), True),
        (clash("UNIQUE constraint failed: people_person.number"), True),
        (clash("violates check constraint", "23514"), False),
        (clash("CHECK constraint failed: points"), False),
    ],
)
def test_only_a_second_one_of_its_kind_is_taken(error: IntegrityError, taken: bool) -> None:
    assert is_taken(error) is taken


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "asked"),
    [
        (clash("UNIQUE constraint failed: people_person.number"), 2),
        (clash("CHECK constraint failed: points"), 1),
    ],
)
def test_who_finds_it_taken_looks_again_once(error: IntegrityError, asked: int) -> None:
    times: list[int] = []

    @looks_again
    def service() -> None:
        times.append(1)
        raise error

    with pytest.raises(IntegrityError):
        service()
    assert len(times) == asked
