"""Teams that were warned for a book turned early, as the canons have it noted.

Rule section: the note to R8 (B-27): the first time is a warning, from the second on a renege may be called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from django.utils.text import format_lazy

from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.slips import EventHead

BOOK_TURNED: Final = "book-turned"


def warned_teams(head: EventHead, two: Sequence[int]) -> tuple[int, ...]:
    """Of these teams, those of which a player was noted for it in this event."""
    noted = {violation.player for violation in head.violations if violation.kind == BOOK_TURNED}
    return tuple(team for team in two if noted & set(head.teams[team].everybody))


def said_of_warned(names: Sequence[str]) -> str:
    """In words, in the language in which they are shown; "" of none."""
    if not names:
        return ""
    words = _lazy("Noted by the canons as warned for a book turned early: {teams}.")
    return cast(str, format_lazy(words, teams=", ".join(names)))
