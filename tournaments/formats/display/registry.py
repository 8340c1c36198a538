"""What is printed and shown of a format: each registers it, and no other place knows it.

Invariants: a name stands for one paper of a format. Every module of `tournaments.formats` is loaded with
`config.wiring`; what papers say (`facts`) and how they are drawn (`…sheets`) needs no site.
Terms: facts (all that a paper says, read before it is printed; two states that say the same print the same).
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sanctioning.kit.registry import Registry

if TYPE_CHECKING:
    from tournaments.games.models import Game
    from tournaments.slips.event_folders import EventFolder


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatPaper:
    """`read` gives the facts of an event's game, None while there is nothing to print; `draw` prints facts
    under a title and an identifier; `listed` tells whether an event leads to it, where that is not always so.
    """

    name: str
    title: str
    read: Callable[[Game], Any]
    draw: Callable[[Any, str, str], bytes]
    listed: Callable[[EventFolder], bool] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatFloor:
    """What stands above the slips of an event: a template, and what `read` gives it as `floor`, from the
    folder of the event and from whether whoever asks runs it, and it is still played."""

    template: str
    read: Callable[[EventFolder, bool], Any]


PAPERS: Registry[FormatPaper] = Registry("papers, by format and name")
FLOORS: Registry[FormatFloor] = Registry("what stands above the slips of an event, by its format")


def register_papers(format_slug: str, *papers: FormatPaper) -> None:
    """Let the site print these of events of the format, beside those that it prints already."""
    for paper in papers:
        PAPERS.register(f"{format_slug}/{paper.name}", paper)


def papers_of(format_slug: str) -> Mapping[str, FormatPaper]:
    """The papers of a format by name."""
    return {paper.name: paper for key, paper in PAPERS.items() if key.startswith(f"{format_slug}/")}


def papers_listed(folder: EventFolder) -> tuple[FormatPaper, ...]:
    """Those to which an event leads as it stands."""
    papers = papers_of(folder.game.event.format).values()
    return tuple(paper for paper in papers if paper.listed is None or paper.listed(folder))


def discover() -> None:
    """Load every module of the formats, once all formats are registered."""
    formats = import_module("tournaments.formats")
    for module in pkgutil.walk_packages(formats.__path__, f"{formats.__name__}."):
        import_module(module.name)
