"""Having the results of an event printed for the wall.

Purpose: whoever asks first has them printed by a worker; whoever asks later for the same state gets the file.
Invariant: what is printed is named by what it says, so that a correction makes a new poster.
"""

from __future__ import annotations

from typing import Final

from django.utils import translation
from django.utils.translation import gettext as _

from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.jobs.services.made_files import made_file
from sanctioning.kit.storage import keep_file
from sanctioning.people.models.person import Person
from scoring.results.selectors.posters import ResultsPoster, results_poster

RESULTS_POSTER_JOB: Final = "scoring.results-poster"


def printed_results(*, asker: Person | None, slug: str, poster: ResultsPoster) -> bytes | None:
    """The file that says this; None while it is with the press, which is asked for it here."""
    payload = {"event": slug, "language": translation.get_language() or "en"}
    key = f"{slug}/{payload['language']}/{poster.sha256}"
    return made_file(kind=RESULTS_POSTER_JOB, key=key, payload=payload, asker=asker)


def print_results(running: RunningJob) -> None:
    """Print them as they are now, in the language of whoever asked; nothing where the event is gone."""
    from scoring.results.documents.results_poster import results_poster_pdf

    with translation.override(running.payload["language"]):
        poster = results_poster(running.payload["event"])
        if poster is not None:
            data = results_poster_pdf(poster, poster_title(poster))
            running.result = keep_file("results/poster", data).as_result


def poster_title(poster: ResultsPoster) -> str:
    return _("Results of %(event)s") % {"event": poster.name}
