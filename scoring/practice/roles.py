"""Whose part somebody plays in practice: a real game needs people who may not be the same person.

Terms: hat (a part that can be taken: the player who reports, the director who confirms, the Acting Executor
who settles and certifies).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Hat:
    slug: str
    words: str | Promise
    may: str | Promise
    given_names: str
    family_name: str

    @property
    def email(self) -> str:
        """The login on the practice database; nobody can sign in with it."""
        return f"{self.slug}@practice.invalid"


PLAYER: Final = Hat(
    "player", _("player"), _("sits at table 1 and reports its stanzas"), "You", "(practice player)"
)
DIRECTOR: Final = Hat(
    "director",
    _("director"),
    _("runs the event and confirms final sheets"),
    "Dora",
    "(practice director)",
)
EXECUTOR: Final = Hat(
    "executor",
    _("Acting Executor"),
    _("settles findings, rules and certifies"),
    "Edgar",
    "(practice executor)",
)
HATS: Final = {hat.slug: hat for hat in (PLAYER, DIRECTOR, EXECUTOR)}
