"""Having the papers of the tables printed: scoresheets and table cards.

Purpose: whoever asks first has them printed by a worker; whoever asks later for the same state gets the file.
Invariant: what is printed is named by what it says, so that a change of seats makes a new paper.
Terms: paper ("scoresheets" or "cards").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from django.utils import translation

from sanctioning.kit.jobs.services.jobs import RunningJob
from sanctioning.kit.jobs.services.made_files import made_file
from sanctioning.kit.storage import keep_file
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.tables.selectors.papers import PrintedTables, blank_papers, papers_of_event

PAPERS_JOB: Final = "tournaments.table-papers"
Kind = Literal["scoresheets", "cards"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPapers:
    """Which papers: of an event, of one of its rounds or games, or blank sheets for so many players.

    `links`: with the private links to the tables' pads, for whoever runs the event.
    """

    paper: Kind
    event: Event | None = None
    round_id: int | None = None
    game_id: int | None = None
    players: int = 0
    links: bool = False

    @property
    def payload(self) -> dict[str, object]:
        return {
            "paper": self.paper,
            "event": self.event.pk if self.event else None,
            "round": self.round_id,
            "game": self.game_id,
            "players": self.players,
            "links": self.links,
            "language": translation.get_language() or "en",
        }

    def read(self) -> PrintedTables:
        """What they say now."""
        if self.event is None:
            return blank_papers(self.players)
        return papers_of_event(
            event=self.event, round_id=self.round_id, game_id=self.game_id, links=self.links
        )


def printed(*, asker: Person | None, wanted: WantedPapers, content: PrintedTables) -> bytes | None:
    """The file that says this; None while it is with the press, which is asked for it here."""
    payload = wanted.payload
    key = f"{wanted.paper}/{payload['event']}/{payload['language']}/{content.sha256}"
    return made_file(kind=PAPERS_JOB, key=key, payload=payload, asker=asker)


def print_tables(running: RunningJob) -> None:
    """Print the papers as they are now, in the language of whoever asked."""
    from tournaments.tables.documents.scoresheets import scoresheets_pdf
    from tournaments.tables.documents.table_cards import table_cards_pdf

    payload = running.payload
    event = Event.objects.get(pk=payload["event"]) if payload["event"] else None
    with translation.override(payload["language"]):
        wanted = WantedPapers(
            paper=payload["paper"],
            event=event,
            round_id=payload["round"],
            game_id=payload["game"],
            players=payload["players"],
            links=payload.get("links", False),
        )
        content = wanted.read()
        if wanted.paper == "cards":
            data = table_cards_pdf(content.cards, content.title, content.sha256)
        else:
            data = scoresheets_pdf(content.sheets, content.title, content.sha256)
    running.result = keep_file(f"tables/{wanted.paper}", data).as_result
