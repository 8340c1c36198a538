"""The kinds of things that the site's search finds; each package registers its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sanctioning.kit.registry import Registry
from sanctioning.people.models.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody typed; `words` are folded as `FoundBy` keeps them. A kind gives at most one hit more than
    `most`, if others are left out."""

    asker: Person | None
    text: str
    words: tuple[str, ...]
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """`said` tells it from others of its name; `exact` where the text can mean nothing else."""

    title: str
    path: str
    said: str = ""
    exact: bool = False


Find = Callable[[Question], list[Hit]]


def nothing(_question: Question) -> list[Hit]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """`nearest` is asked where no kind has what was typed."""

    title: str
    find: Find
    nearest: Find = nothing


KINDS: Registry[Kind] = Registry("what the search finds, in the order in which it is shown")
