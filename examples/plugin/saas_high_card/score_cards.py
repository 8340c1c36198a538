"""A card for each table of the round, on which both pairs write their points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from tournaments.formats.display.registry import FormatPaper
from tournaments.games.models import Game
from tournaments.papers.printing import printed
from tournaments.slips.event_folders import folder_of

TEMPLATES = Path(__file__).resolve().parent / "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    table: int
    pairs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCardFacts:
    """All that the cards say: the same facts are printed once, and other facts make another paper."""

    event: str
    round: int
    tables: Sequence[TableFacts]


def facts_of(game: Game) -> ScoreCardFacts:
    """Of the round that was confirmed last."""
    head = folder_of(game).head
    tables = head.rounds[-1] if head.rounds else ()
    return ScoreCardFacts(
        event=game.event.name,
        round=len(head.rounds),
        tables=tuple(
            TableFacts(table=at, pairs=tuple(head.teams[team].name for team in teams))
            for at, teams in enumerate(tables, start=1)
        ),
    )


def score_cards_pdf(facts: ScoreCardFacts, title: str, identifier: str) -> bytes:
    template, style = TEMPLATES / "score-cards.html", TEMPLATES / "score-cards.css"
    return printed(template, style, title, identifier, facts=facts)


SCORE_CARDS = FormatPaper(
    name="score-cards",
    title="Score cards",
    read=facts_of,
    draw=score_cards_pdf,
    listed=attrgetter("is_running"),
)
