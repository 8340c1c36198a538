"""The rules of a game that are for people, said once: the page and the printed sheet read it.

Purpose: whoever brings a game registers what its table keeps to, in sections, in the site's own words; the
approved text itself stands nowhere here.
Invariant: a game has one sheet.
Terms: point (one thing to keep to, with the places in the text that it goes by), ranks (the order of cards).
"""

from __future__ import annotations

from dataclasses import dataclass

from sanctioning.kit.registry import Registry


@dataclass(frozen=True, slots=True)
class Point:
    words: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Under what name which cards rank, from the highest; `jokers` go before `cards`."""

    name: str
    cards: str
    jokers: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """`short` points are of a few words each."""

    title: str
    points: tuple[Point, ...]
    ranks: tuple[Ranks, ...] = ()
    short: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSheet:
    """`format` is the slug of the game, `name` what it is called; `end` is said under the last section."""

    format: str
    name: str
    sections: tuple[Section, ...]
    end: str


RULE_SHEETS: Registry[RuleSheet] = Registry("rules of a game, by its slug")
