"""The places that a line of an address names."""

from __future__ import annotations


def places_in(text: str) -> frozenset[str]:
    """The places that a line such as “Assembly Rooms, Ludlow” names: the whole, and each part of it."""
    parts = {" ".join(part.split()).casefold() for part in (text, *text.split(","))}
    return frozenset(parts - {""})
