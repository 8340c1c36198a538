"""Codes and numbers that people read out."""

from __future__ import annotations

import pytest

from sanctioning.kit.check_characters import ALPHABET, member_number, new_code, normal_code


def test_every_single_slip_is_caught() -> None:
    code = new_code()
    slips = [
        code[:place] + symbol + code[place + 1 :]
        for place, right in enumerate(code)
        if right != "-"
        for symbol in ALPHABET
        if symbol != right
    ]
    assert len(slips) == 12 * 30
    assert [slip for slip in slips if normal_code(slip)] == []


def test_two_symbols_that_changed_places_are_caught() -> None:
    symbols = list("23456789ABC")
    code = next(
        normal for last in ALPHABET if (normal := normal_code("".join([*symbols, last]))) is not None
    ).replace("-", "")
    for place in range(12):
        for other in range(place + 1, 12):
            crossed = list(code)
            crossed[place], crossed[other] = crossed[other], crossed[place]
            assert code[place] == code[other] or normal_code("".join(crossed)) is None


@pytest.mark.parametrize("typed", ["{}", " {} ", "{}".lower()])
def test_blanks_dashes_and_small_letters_are_read(typed: str) -> None:
    code = new_code()
    assert normal_code(typed.format(code).lower().replace("-", " ")) == code


@pytest.mark.parametrize("typed", ["", "K7QM", "0000-0000-0000", "K7QM-2RTX-9WB4-2", "ÄÖÜ"])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert normal_code(typed) is None


def test_a_member_number_carries_its_check_symbol() -> None:
    assert member_number(17) == "W-00017-A"
