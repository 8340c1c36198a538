"""Members of JSON that are named twice: of the two each reader takes which it likes (RFC 8259, section 4)."""

from __future__ import annotations

from collections import Counter
from typing import Any


class MemberTwice(ValueError):
    """Says which."""


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
