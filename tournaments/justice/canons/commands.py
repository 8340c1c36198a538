"""What is done with a violation of a canon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sanctioning.kit.commands import Command, Commands, words
from sanctioning.kit.wording.localised import lazily as _
from tournaments.justice.canons.models import CanonStep
from tournaments.justice.canons.services import take_back_violation


@dataclass(frozen=True, slots=True)
class TakeBack:
    why: str = words(300)


CANON_COMMANDS: Final = Commands[CanonStep, TakeBack, CanonStep](
    TakeBack,
    {
        "take-back": Command(
            lambda by, step, asked: take_back_violation(by=by, step=step, why=asked.why),
            _("It is withdrawn and no longer counts."),
        )
    },
)
