"""Strict reading of untrusted JSON.

Whatever the bytes, the only exception that leaves this module is `Malformed`, which says what is wrong and,
by a JSON pointer (RFC 6901), where. Every reader takes the value and its pointer, and gives the value back
with its type known.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable
from decimal import Decimal
from typing import NoReturn, TypeVar

try:
    import orjson
except ImportError:  # pragma: no cover - the fallback itself is tested by name
    orjson = None  # type: ignore[assignment]

MAX_BYTES = 16 * 1024 * 1024

_Name = TypeVar("_Name", bound=str)
_POINTS = re.compile(r"[0-9]{1,9}\.[0-9]", re.ASCII)
_RULES = re.compile(r"[-a-zA-Z0-9_]{1,60}", re.ASCII)


class Malformed(ValueError):
    """What was sent cannot be read: `pointer` is the place ("" the whole document), `message` says why."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer or 'the document'}: {message}")
        self.pointer = pointer
        self.message = message


def load_json(data: bytes) -> object:
    """Parse one JSON document.

    Raises:
        Malformed: with pointer "", for more than `MAX_BYTES`, a byte order mark, bytes that are not UTF-8,
            anything that is not strict JSON (NaN, Infinity, lone surrogates, control characters in strings),
            numbers too large for a double, and nesting deeper than the parser goes, some thousand levels
            (what is nested less deep than that is for the readers below to refuse).
    """
    if len(data) > MAX_BYTES:
        raise Malformed("", f"larger than {MAX_BYTES} bytes")
    if data.startswith(b"\xef\xbb\xbf"):
        raise Malformed("", "begins with a byte order mark")
    return _parse(data)


def _parse_with_orjson(data: bytes) -> object:
    try:
        return orjson.loads(data)
    except ValueError as error:
        raise Malformed("", f"not JSON: {error}") from None


def _parse_with_json(data: bytes) -> object:
    try:
        value: object = json.loads(
            data.decode("utf-8"), parse_constant=_no_constant, parse_float=_finite, parse_int=_bounded_int
        )
        if b"\\u" in data:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("", "not JSON: not UTF-8") from None
    except UnicodeEncodeError:
        raise Malformed("", "not JSON: a lone surrogate in a string") from None
    except RecursionError:
        raise Malformed("", "not JSON: nested too deep") from None
    except ValueError as error:
        raise Malformed("", f"not JSON: {error}") from None
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _finite(literal: str) -> float:
    number = float(literal)
    if number in (float("inf"), float("-inf")):
        raise ValueError("number too large")
    return number


def _bounded_int(literal: str) -> int | float:
    return int(literal) if len(literal) <= 20 else _finite(literal)


_parse: Callable[[bytes], object] = _parse_with_json if orjson is None else _parse_with_orjson


def child(pointer: str, key: str | int) -> str:
    """The pointer to field or item `key` of what `pointer` points at, with "~" and "/" escaped."""
    if type(key) is int:
        return f"{pointer}/{key}"
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def fields(
    value: object, pointer: str, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, object]:
    """An object with all `required` fields and none besides the `optional` ones.

    Raises:
        Malformed: at `pointer` for what is no object or lacks a field, at the field for an unknown one.
    """
    read = mapping(value, pointer)
    for name in read:
        if name not in required and name not in optional:
            raise Malformed(child(pointer, name), "unknown field")
    for name in required:
        if name not in read:
            raise Malformed(pointer, f"field {name!r} is missing")
    return read


def record_fields(
    document: object,
    known: str,
    required: Collection[str],
    optional: Collection[str],
) -> dict[str, object]:
    """The fields of a whole record, besides `required` its format, which is the `known` one, and its rules.

    Raises:
        Malformed: as `fields` does, and for another format or rules that are not named.
    """
    read = fields(document, "", ("format", "ruleset", *required), optional)
    choice(read["format"], "/format", (known,))
    rules_name(read["ruleset"], "/ruleset")
    return read


def rules_name(value: object, pointer: str) -> str:
    """The short name of a version of the rules. Which are in force the authority knows: it may have published
    amendments."""
    if not isinstance(value, str) or _RULES.fullmatch(value) is None:
        raise Malformed(pointer, "the short name of the rules is expected, such as whoopie-1966")
    return value


def mapping(value: object, pointer: str) -> dict[str, object]:
    """An object whose field names are the asker's own, such as player ids; an empty name is refused."""
    if not isinstance(value, dict):
        raise Malformed(pointer, f"an object is expected, not {_kind(value)}")
    if "" in value:
        raise Malformed(child(pointer, ""), "an empty name")
    return value


def items(value: object, pointer: str) -> list[object]:
    """A list."""
    if not isinstance(value, list):
        raise Malformed(pointer, f"a list is expected, not {_kind(value)}")
    return value


def integer(value: object, pointer: str, low: int = -1_000_000, high: int = 1_000_000) -> int:
    """A whole number from `low` to `high`; neither true nor 1.0 is one."""
    if type(value) is not int:
        raise Malformed(pointer, f"a whole number is expected, not {_kind(value)}")
    if not low <= value <= high:
        raise Malformed(pointer, f"a whole number from {low} to {high} is expected")
    return value


def text(value: object, pointer: str) -> str:
    """A string that is not empty."""
    if not isinstance(value, str):
        raise Malformed(pointer, f"a string is expected, not {_kind(value)}")
    if not value:
        raise Malformed(pointer, "an empty string")
    return value


def texts(value: object, pointer: str) -> list[str]:
    """A list of strings, none of them empty."""
    return [text(entry, f"{pointer}/{at}") for at, entry in enumerate(items(value, pointer))]


def names(value: object, pointer: str) -> list[str]:
    """A list of names, none of them twice."""
    read = texts(value, pointer)
    seen: set[str] = set()
    for index, name in enumerate(read):
        if name in seen:
            raise Malformed(child(pointer, index), "named twice")
        seen.add(name)
    return read


def boolean(value: object, pointer: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Malformed(pointer, f"true or false is expected, not {_kind(value)}")
    return value


def choice(value: object, pointer: str, allowed: Iterable[_Name]) -> _Name:
    """The one of the `allowed` strings (or members of a string enumeration) that equals the value."""
    choices = tuple(allowed)
    for name in choices:
        if isinstance(value, str) and name == value:
            return name
    raise Malformed(pointer, f"one of {', '.join(choices)} is expected")


def points(value: object, pointer: str) -> Decimal:
    """Points: a string with exactly one decimal, such as "12.5", never negative, below a thousand million."""
    if not isinstance(value, str) or _POINTS.fullmatch(value) is None:
        raise Malformed(pointer, 'points are expected, a string with one decimal such as "12.5"')
    return Decimal(value)


_KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a fraction or exponent, or one too large",
    type(None): "null",
}


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "something else")


def team_numbers(value: object, pointer: str, most: int) -> list[int]:
    """How many teams, numbered from 1, or the numbers of those that are there, in order; two at least."""
    if not isinstance(value, list):
        return list(range(1, integer(value, pointer, 2, most) + 1))
    wrong = Malformed(pointer, "the numbers of at least two teams are expected, none of them twice")
    if len(value) < 2:
        raise wrong
    numbers = [integer(team, child(pointer, at), 1, most) for at, team in enumerate(value)]
    if len(set(numbers)) != len(numbers):
        raise wrong
    return sorted(numbers)
