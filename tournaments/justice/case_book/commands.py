"""What is done with a ruling of the case book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sanctioning.kit.commands import Command, Commands, words
from sanctioning.kit.wording.localised import lazily as _
from tournaments.justice.case_book.services import mark_guiding, unmark_guiding
from tournaments.justice.rulings.models import Ruling


@dataclass(frozen=True, slots=True)
class Note:
    note: str = words(4000)


GUIDING_COMMANDS: Final = Commands[Ruling, Note, Ruling](
    Note,
    {
        "guide": Command(
            lambda by, ruling, asked: mark_guiding(by=by, ruling=ruling, note=asked.note),
            _("The ruling is now guiding."),
        ),
        "unguide": Command(
            lambda by, ruling, asked: unmark_guiding(by=by, ruling=ruling, note=asked.note),
            _("The ruling is no longer guiding."),
        ),
    },
)
