"""Having the papers of a format printed, such as the movement of an event.

Purpose: whoever asks first has a paper printed by a worker; whoever asks later for the same state gets the
file.
Invariant: what is printed is named by what it says, so that a change of seats makes a new paper.
"""

from __future__ import annotations

import hashlib
from typing import Final

from django.utils import translation

from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.jobs.services.made_files import made_file
from sanctioning.kit.storage import keep_file
from sanctioning.people.models.person import Person
from tournaments.formats.display.registry import FormatPaper, papers_of
from tournaments.games.models import Game

FORMAT_PAPERS_JOB: Final = "tournaments.format-papers"


def format_paper(*, asker: Person | None, game: Game, paper: FormatPaper) -> bytes | None:
    """The file of a paper as it says now; None while it is with the press, which is asked for it here."""
    language = translation.get_language() or "en"
    payload = {"game": game.pk, "paper": paper.name, "language": language}
    key = f"{paper.name}/{game.pk}/{language}/{_sha256(paper, game)}"
    return made_file(kind=FORMAT_PAPERS_JOB, key=key, payload=payload, asker=asker)


def print_format_paper(running: RunningJob) -> None:
    """Print a paper as it is now, in the language of whoever asked."""
    payload = running.payload
    game = Game.objects.select_related("event__club").get(pk=payload["game"])
    paper = papers_of(game.event.format)[payload["paper"]]
    with translation.override(payload["language"]):
        data = paper.draw(paper.read(game), f"{game.event.name}, {paper.title}", _sha256(paper, game))
    running.result = keep_file(f"tables/{paper.name}", data).as_result


def _sha256(paper: FormatPaper, game: Game) -> str:
    return hashlib.sha256(repr(paper.read(game)).encode()).hexdigest()
