"""The papers of Columbus Whist: a scoresheet for each table of the game and for the play-off, and the rules
that are for people.

Rule section: 1, 11 to 18, 33 to 38 (C-1, C-12 to C-15, C-26, C-27) stand on the sheet of rules; 41 (C-31):
both teams sign a scoresheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from sanctioning.kit.rule_sheets import RULE_SHEETS
from sanctioning.kit.wording.day_formats import english_day
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.columbus_whist.advancing import PLAYOFF
from tournaments.formats.columbus_whist.boston_pot import pot_of_a_pair
from tournaments.formats.columbus_whist.documents.facts import ColumbusFacts
from tournaments.formats.columbus_whist.documents.rules import SHEET
from tournaments.formats.columbus_whist.documents.sheets import rules_pdf, sheets_pdf
from tournaments.formats.columbus_whist.plan import games_of_plan
from tournaments.formats.display.registry import FormatPaper, register_papers
from tournaments.formats.display.team_sheet_facts import TeamSheetFacts
from tournaments.formats.slips import EventHead
from tournaments.games.models import Game
from tournaments.slips.event_folders import folder_of
from tournaments.slips.selectors.team_sheets import head_as_drawn, play_off_sheets, team_sheets


def sheet_facts_of(game: Game) -> ColumbusFacts:
    """Of the tables of the game; of the play-off at the line while it is to be played."""
    folder = folder_of(game)
    due = folder.due.get(PLAYOFF)
    if due is None or PLAYOFF in folder.slips:
        return _of_the_round(game, folder.head)
    return _facts(game, folder.head, play_off_sheets(game.event, [due]))


def facts_of(game: Game) -> ColumbusFacts:
    """The tables of the game that was seated last, under the names that the public sees."""
    return _of_the_round(game, head_as_drawn(game))


def _of_the_round(game: Game, head: EventHead) -> ColumbusFacts:
    return _facts(game, head, team_sheets(game.event, head.rounds[-1]))


def _facts(game: Game, head: EventHead, sheets: Sequence[TeamSheetFacts]) -> ColumbusFacts:
    return ColumbusFacts(
        event=game.event.name,
        place=game.event.place,
        when=english_day(game.event.local_day(game.starts_at)),
        game=len(head.rounds),
        games=max(len(head.rounds), games_of_plan(head.planned)),
        sheets=sheets,
        pot=pot_of_a_pair(head),
    )


RULE_SHEETS.register(SHEET.format, SHEET)
register_papers(
    "columbus-whist",
    FormatPaper(
        name="sheets",
        title=_lazy("Scoresheets of what is played next"),
        read=sheet_facts_of,
        draw=sheets_pdf,
        listed=attrgetter("is_running"),
    ),
    FormatPaper(name="rules", title=_lazy("The rules of the table"), read=facts_of, draw=rules_pdf),
)
