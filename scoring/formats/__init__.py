"""What the books print of a format: each module here registers its papers, and no other place knows them.

Invariant: a name stands for one paper of a format. Every module of this package is loaded when the house
starts.
Terms: facts (all that a paper says, read before it is printed; two states that say the same print the same).
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tournaments.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """`read` gives the facts of an event's game, `draw` prints facts under a title and an identifier."""

    name: str
    title: str
    read: Callable[[Game], Any]
    draw: Callable[[Any, str, str], bytes]


_papers: dict[str, dict[str, Paper]] = {}


def register_papers(format_slug: str, *papers: Paper) -> None:
    """Let the house print these of events of the format."""
    _papers[format_slug] = {paper.name: paper for paper in papers}


def papers_of(format_slug: str) -> Mapping[str, Paper]:
    """The papers of a format by name."""
    return _papers.get(format_slug, {})


def discover() -> None:
    """Load every module of this package."""
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
