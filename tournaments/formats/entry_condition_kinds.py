"""Kinds of entry condition: `config.wiring` lists those of every format, with that of degrees, which only the
layer above can answer; a format registers its own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sanctioning.kit.registry import Registry
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.formats.fields import Field

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmet:
    sentence: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionKind:
    """`read` gives the body in its one form or raises `ValueError` with what is wrong; `words` says it.

    `fields` ask for the body in a form, where events of one `format` alone offer it.
    """

    read: Callable[[Body], Mapping[str, object]]
    words: Callable[[Body], str]
    unmet: Callable[[Event, Person, Body, dt.date], Unmet | None]
    fields: tuple[Field, ...] = ()
    format: str = ""


ENTRY_CONDITIONS: Registry[ConditionKind] = Registry("entry conditions")
