"""Members of JSON that are named twice: of the two each reader takes which it likes (RFC 8259, section 4)."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from typing import Any


class MemberTwice(ValueError):
    """Says which."""


def require_members_once(data: bytes) -> None:
    """What is nested deeper than Python reads is for its own reader to refuse.

    Raises:
        MemberTwice: two members of an object have one name.
        ValueError: it is no JSON.
    """
    with suppress(RecursionError):
        json.loads(data, object_pairs_hook=each_once)


def each_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """A hook of `json.loads`.

    Raises:
        MemberTwice: two members of the object have one name.
    """
    read = dict(members)
    if len(read) < len(members):
        times = Counter(name for name, _value in members)
        raise MemberTwice(next(name for name in times if times[name] > 1))
    return read
