"""The calendar of a season as a poster of one sheet of A3.

Invariant: the same facts give the same bytes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from sanctioning.kit.qr_codes import qr_on_paper
from tournaments.papers.printing import printed
from tournaments.seasons.selectors import Poster, PosterMonth

ONE_COLUMN: Final = 3
"""Up to so many months are printed below each other, in larger type."""
AIRY: Final = 24
"""Up to so many events each has air around it."""
FULL: Final = 50
"""Beyond so many events they are set close together."""
MONDAY: Final = dt.date(2024, 1, 1)


def poster_pdf(poster: Poster, title: str) -> bytes:
    events = sum(len(month.events) for month in poster.months)
    room = "airy" if events <= AIRY else "full" if events > FULL else "usual"
    return printed(
        "season-poster.html",
        "season-poster.css",
        title,
        poster.sha256,
        poster=poster,
        room=room,
        rows=_rows(poster.months),
        weekdays=[MONDAY + dt.timedelta(days=number) for number in range(7)],
        code=qr_on_paper(poster.address),
    )


def _rows(months: Sequence[PosterMonth]) -> list[Sequence[PosterMonth]]:
    """A few months below each other, more in pairs."""
    each = 1 if len(months) <= ONE_COLUMN else 2
    return [months[first : first + each] for first in range(0, len(months), each)]
