"""Of what webhooks tell: kinds of occasions, each read off entries of the trail.

Which there are is registered by the packages whose things they are about (`config.wiring`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.registry import Registry
from sanctioning.people.models.person import Person

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text

Fact = str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """`about` is the thing within which messages keep their order, `path` where the API shows what happened,
    `event` the address of the event in which it did, empty where it is in none.

    `facts` say which thing it is, in words that the API uses. They name nobody.
    """

    about: str
    path: str
    event: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class OccasionKind:
    """`occasion` reads an entry for who is told: None where they may not see the thing. `example` has the
    same facts, and a path of the same kind; the description of the API is made from it."""

    title: Text
    actions: frozenset[str]
    occasion: Callable[[AuditEntry, Person | None], Occasion | None]
    example: Occasion


OCCASIONS: Final[Registry[OccasionKind]] = Registry("kinds of occasions that webhooks tell of")
"""By the type that a message carries."""
NAMED_EVENTS: Final[Registry[Callable[[str, Person | None], bool]]] = Registry(
    "which events somebody may name"
)
"""By the address of an event."""
TEST: Final = "webhook.test"
"""The type of the message that a button sends."""


def kind_of(entry: AuditEntry) -> str:
    """The type of message about an entry; empty where none tells of it."""
    return next((name for name, kind in OCCASIONS.items() if entry.action in kind.actions), "")


def actions_of(names: set[str]) -> set[str]:
    return {action for name in names if name in OCCASIONS for action in OCCASIONS[name].actions}
