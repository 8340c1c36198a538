"""What an endpoint says of itself, or of some of its acts."""

from __future__ import annotations


def is_true_of(said: bool | frozenset[str], act: str) -> bool:
    """Whether it is true of one act; a bool says it of all."""
    return said if isinstance(said, bool) else act in said
