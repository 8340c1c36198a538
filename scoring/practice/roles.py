"""Whose part somebody plays in practice: a real game needs people who may not be the same person.

Terms: role (a part that can be taken: the player who reports, the director who confirms, the Acting Executor
who settles and certifies).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Role:
    slug: str
    words: str | Promise
    may: str | Promise
    given_names: str
    family_name: str

    @property
    def email(self) -> str:
        """The login on the practice database; nobody can sign in with it."""
        return f"{self.slug}@practice.invalid"


PLAYER: Final = Role(
    "player", _("player"), _("sits at table 1 and reports its stanzas"), "You", "(practice player)"
)
DIRECTOR: Final = Role(
    "director",
    _("director"),
    _("runs the event and confirms final sheets"),
    "Dora",
    "(practice director)",
)
EXECUTOR: Final = Role(
    "executor",
    _("Acting Executor"),
    _("settles findings, rules and certifies"),
    "Edgar",
    "(practice executor)",
)
ROLES: Final = {role.slug: role for role in (PLAYER, DIRECTOR, EXECUTOR)}
