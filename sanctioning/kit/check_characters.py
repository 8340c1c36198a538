"""Numbers that people read out: a check character that catches a slip of the tongue.

Purpose: member numbers and certificate codes end in a check character.
Invariant: the alphabet has 31 symbols, a prime, and every place up to the thirtieth has its own weight;
so one wrong symbol, or any two that changed places, never pass.
Terms: symbol (one of `ALPHABET`: no 0, 1, I, L, O, which the eye and the ear confuse).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_VALUE = {symbol: value for value, symbol in enumerate(ALPHABET)}
GROUP = 4
RANDOM_SYMBOLS = 11


def check_symbol(values: Iterable[int]) -> str:
    """The symbol that closes a row of values, each below 31."""
    weighted = sum(weight * value for weight, value in enumerate(values, start=1))
    return ALPHABET[weighted % len(ALPHABET)]


def member_number(sequence: int) -> str:
    """Sequence 17 gives `W-00017` and its check symbol."""
    digits = f"{sequence:05d}"
    return f"W-{digits}-{check_symbol(int(digit) for digit in digits)}"


def provisional_number(sequence: int) -> str:
    """The same with a P, for who has no member number yet: `P-00017` and its check symbol."""
    return f"P{member_number(sequence)[1:]}"


def new_code() -> str:
    """A code nobody can guess, in groups to be read out, such as `K7QM-2RTX-9WB4`."""
    body = "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_SYMBOLS))
    return _grouped(body + check_symbol(_VALUE[symbol] for symbol in body))


def normal_code(text: str) -> str | None:
    """The code as stored, whatever case, blanks and dashes it was typed with; None if it cannot be one."""
    symbols = [symbol for symbol in text.upper() if symbol not in " -\t\n"]
    if len(symbols) != RANDOM_SYMBOLS + 1 or any(symbol not in _VALUE for symbol in symbols):
        return None
    *body, last = symbols
    if check_symbol(_VALUE[symbol] for symbol in body) != last:
        return None
    return _grouped("".join(symbols))


def _grouped(symbols: str) -> str:
    return "-".join(symbols[start : start + GROUP] for start in range(0, len(symbols), GROUP))
