"""Plays the scenes of the demo season: the steps that a file of data/scenes lists, one after the other.

A step calls a service or an act of the demo by its name (`do`) and keeps what that gives under a name (`as`).
Terms: clock (the moment of a step that names none; it may be a reference, and move), reference (what begins
with `$` and leads to a person or a thing: `$players.5`, `$game.event`, `$Event.slug=may-special-2025`).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from inspect import signature
from random import Random
from typing import Any, Final

from django.db.models import Manager, Model

from sanctioning.kit.clock import authority_zone
from sanctioning.kit.refusals import Refusal
from scoring.demo.authority.founding import DemoAuthority
from scoring.demo.facts import read_facts
from scoring.demo.named import THINGS, act_named

UNITS: Final = {"d": "days", "h": "hours", "m": "minutes"}
PART_OF_A_SPAN: Final = re.compile(r"(-?\d+)([dhm])")


class DemoStage:
    """What is known by name while the season is played."""

    def __init__(self, authority: DemoAuthority, random: Random) -> None:
        self.authority, self.random = authority, random
        self.known: dict[str, Any] = {
            **THINGS,
            **vars(authority),
            "authority": authority,
            "random": random,
            "nothing": None,
        }

    def play(self, scene: str) -> None:
        facts = read_facts(f"scenes/{scene}", parse_float=Decimal)
        for number, step in enumerate(facts["steps"], start=1):
            try:
                self.take(step, facts["clock"])
            except Exception as error:
                error.add_note(f"In step {number} of the scene {scene!r}: {step}")
                raise

    def take(self, step: Mapping[str, Any], clock: object = None) -> None:
        """One step; where the story needs a refusal (`refused`), anything else is a mistake of the story."""
        if "remember" in step:
            self.known[step["as"]] = self.value(step["remember"])
            return
        act = self._act(step["do"])
        arguments = {
            name: self.value(value)
            for name, value in step.items()
            if name not in ("do", "as", "at", "refused")
        }
        if "at" in signature(act).parameters:
            arguments["at"] = self.moment(step.get("at", ""), clock)
        if step.get("refused"):
            _refused(act, arguments)
            return
        result = act(**arguments)
        if "as" in step:
            self.known[step["as"]] = result

    def _act(self, name: str) -> Callable[..., Any]:
        act: Callable[..., Any] = self.follow(name) if name.startswith("$") else act_named(name)
        return act

    def value(self, written: Any) -> Any:
        """What is meant: references are followed, and named in words where they stand in braces."""
        match written:
            case str() if written.startswith("$"):
                return self.follow(written)
            case str() if "{" in written:
                return written.format_map(self.known)
            case dt.datetime():
                return written.replace(tzinfo=authority_zone())
            case list():
                return [self.value(item) for item in written]
            case dict():
                return {name: self.value(item) for name, item in written.items()}
        return written

    def moment(self, written: str | dt.datetime, clock: object) -> dt.datetime:
        """A moment as it is written, or so long after the clock, or after the moment of a reference."""
        if isinstance(written, dt.datetime):
            return written.replace(tzinfo=authority_zone())
        if written.startswith("$"):
            clock, _plus, written = written.partition(" + ")
        begins: dt.datetime = self.value(clock)
        return begins + span(written)

    def follow(self, reference: str) -> Any:
        name, *parts = reference.removeprefix("$").split(".")
        thing = self.known[name]
        for part in parts:
            thing = _inside(thing, part)
        return thing


def span(written: str) -> dt.timedelta:
    """So long as it says: "3d 12h", "-20m"."""
    parts = {UNITS[unit]: int(number) for number, unit in PART_OF_A_SPAN.findall(written)}
    return dt.timedelta(**parts)


def _inside(thing: Any, part: str) -> Any:
    """The row that a field names, one or several by their places, a key, or an attribute."""
    if isinstance(thing, type) and issubclass(thing, Model) and "=" in part:
        thing = thing._default_manager
    field, equals, value = part.partition("=")
    if equals:
        return thing.get(**{field: value})
    if isinstance(thing, Mapping):
        return thing[part] if part in thing else thing[int(part)]
    rows = thing.order_by("pk") if isinstance(thing, Manager) else thing
    if ":" in part:
        return rows[slice(*map(int, part.split(":")))]
    return rows[int(part)] if part.isdecimal() else getattr(thing, part)


def _refused(act: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    try:
        act(**arguments)
    except Refusal:
        return
    raise AssertionError("what the demo's story needs to be refused was done")
