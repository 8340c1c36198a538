"""Having the calendar of a season printed as a poster.

Purpose: whoever asks first has it printed by a worker; whoever asks later for the same state gets the file.
Invariant: what is printed is named by what it says, so that a change of the calendar makes a new poster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.jobs.services.made_files import made_file
from sanctioning.kit.storage import keep_file
from sanctioning.people.models.person import Person
from tournaments.seasons.selectors import Poster, poster_of_club, poster_of_series
from tournaments.series.models import Series

POSTER_JOB: Final = "tournaments.season-poster"


@dataclass(frozen=True, slots=True)
class WantedPoster:
    """Whose season: a club's, or that of a series."""

    club: Club | None = None
    series: Series | None = None

    def read(self) -> Poster:
        """What it says now."""
        if self.series is not None:
            return poster_of_series(self.series)
        assert self.club is not None
        return poster_of_club(self.club)

    @property
    def payload(self) -> dict[str, Any]:
        return {
            "club": self.club.pk if self.club else None,
            "series": self.series.pk if self.series else None,
            "language": translation.get_language() or "en",
        }


def printed_poster(*, asker: Person | None, wanted: WantedPoster, poster: Poster) -> bytes | None:
    """The file that says this; None while it is with the press, which is asked for it here."""
    payload = wanted.payload
    key = f"{payload['club']}/{payload['series']}/{payload['language']}/{poster.sha256}"
    return made_file(kind=POSTER_JOB, key=key, payload=payload, asker=asker)


def print_poster(running: RunningJob) -> None:
    """Print the poster as it is now, in the language of whoever asked."""
    from tournaments.seasons.documents import poster_pdf

    payload = running.payload
    wanted = WantedPoster(
        club=Club.objects.filter(pk=payload["club"]).first(),
        series=Series.objects.filter(pk=payload["series"]).first(),
    )
    with translation.override(payload["language"]):
        poster = wanted.read()
        data = poster_pdf(poster, poster_title(poster))
    running.result = keep_file("seasons/poster", data).as_result


def poster_title(poster: Poster) -> str:
    return _("Calendar of %(title)s") % {"title": poster.title}
