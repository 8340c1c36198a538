"""Somebody who is entered and has no record yet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """The name under which a record is made for them."""

    given_names: str
    family_name: str
