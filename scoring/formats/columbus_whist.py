"""The papers of Columbus Whist: a scoresheet for each table of the game, and the rules that are for people.

Rule section: 1, 11 to 18, 33 to 38 (C-1, C-12 to C-15, C-26, C-27) stand on the sheet of rules; 41 (C-31):
both teams sign a scoresheet.
"""

from __future__ import annotations

from rules_engine.columbus_whist.record import GAMES
from sanctioning.localised import lazily as _lazy
from sanctioning.words import day
from scoring.columbus_facts import ColumbusFacts, SheetFacts, SideFacts
from scoring.documents.columbus_sheets import rules_pdf, sheets_pdf
from scoring.formats import Paper, register_papers
from tournaments.formats.columbus_whist.games import AT_A_TABLE
from tournaments.formats.columbus_whist.pot import pot_of_a_pair
from tournaments.models import Game
from tournaments.selectors.teams import TeamLine, event_head, team_list


def facts_of(game: Game) -> ColumbusFacts:
    """The tables of the game that was seated last, under the names that the public sees."""
    head = event_head(game, "")
    listed = team_list(game.event)
    lines = {line.number: line for line in (*listed.teams, *listed.gone)}
    tables = head.rounds[-1]
    return ColumbusFacts(
        event=game.event.name,
        club=game.event.club.name,
        place=game.event.place,
        when=day(game.event.local_day(game.starts_at)),
        game=len(head.rounds),
        games=GAMES,
        sheets=tuple(
            SheetFacts(table=table, sides=(_side(lines[teams[0]]), _side(lines[teams[1]])))
            for table, teams in enumerate(tables, start=1)
            if len(teams) == AT_A_TABLE
        ),
        pot=pot_of_a_pair(head),
    )


def _side(line: TeamLine) -> SideFacts:
    return SideFacts(number=line.number, name=line.name, players=tuple(one.name for one in line.members))


register_papers(
    "columbus-whist",
    Paper(
        name="sheets",
        title=_lazy("Scoresheets of the game that is seated"),
        read=facts_of,
        draw=sheets_pdf,
    ),
    Paper(name="rules", title=_lazy("The rules of the table"), read=facts_of, draw=rules_pdf),
)
