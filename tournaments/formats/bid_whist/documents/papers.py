"""The papers of Bid Whist: scoresheets of the round and of the playoff, the tables for the wall, and the
rules for people.

Rule section: 3 (B-13, B-14, B-36 to B-38), 4 (B-42, B-43), R1 to R22 (B-18 to B-22, B-26, B-45), 6 (B-27 to
B-35).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from sanctioning.kit.rule_sheets import RULE_SHEETS
from sanctioning.kit.wording.day_formats import english_day
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.bid_whist.documents.facts import BidFacts
from tournaments.formats.bid_whist.documents.rules import SHEET
from tournaments.formats.bid_whist.documents.sheets import rules_pdf, sheets_pdf, tables_pdf
from tournaments.formats.bid_whist.plan import tournament_of
from tournaments.formats.bid_whist.standings.standings import field_in
from tournaments.formats.display.registry import FormatPaper, register_papers
from tournaments.formats.display.team_sheet_facts import TeamSheetFacts
from tournaments.formats.slips import EventHead
from tournaments.games.models import Game
from tournaments.slips.event_folders import folder_of
from tournaments.slips.selectors.team_sheets import head_as_drawn, play_off_sheets, team_sheets


def sheet_facts_of(game: Game) -> BidFacts:
    """Of the round; once the playoff is on, of its matches that can be played and are not handed in."""
    folder = folder_of(game)
    assert folder.slipping.bracket is not None
    bracket = folder.slipping.bracket(folder.head, folder.standing)
    matches = [match for stage in bracket.stages for match in stage.matches]
    if bracket.third is not None:
        matches.append(bracket.third)
    known = {match.place for match in matches if match.place}
    if not known:
        return _of_the_round(game, folder.head)
    due = [slip for place, slip in folder.due.items() if place in known and place not in folder.slips]
    return _facts(game, folder.head, play_off_sheets(game.event, due), ())


def facts_of(game: Game) -> BidFacts:
    """The tables of the round that was drawn last, under the names that the public sees."""
    return _of_the_round(game, head_as_drawn(game))


def _of_the_round(game: Game, head: EventHead) -> BidFacts:
    return _facts(game, head, team_sheets(game.event, head.rounds[-1]), sorted(head.guests[-1]))


def _facts(game: Game, head: EventHead, sheets: Sequence[TeamSheetFacts], guests: Sequence[int]) -> BidFacts:
    return BidFacts(
        event=game.event.name,
        place=game.event.place,
        when=english_day(game.event.local_day(game.starts_at)),
        round=len(head.rounds),
        rounds=tournament_of(head.planned).rounds,
        sheets=sheets,
        guests=guests,
        field=field_in(head),
    )


RULE_SHEETS.register(SHEET.format, SHEET)
register_papers(
    "bid-whist",
    FormatPaper(
        name="sheets",
        title=_lazy("Scoresheets of what is played next"),
        read=sheet_facts_of,
        draw=sheets_pdf,
        listed=attrgetter("is_running"),
    ),
    FormatPaper(name="tables", title=_lazy("Who plays whom, for the wall"), read=facts_of, draw=tables_pdf),
    FormatPaper(name="rules", title=_lazy("The rules of the table"), read=facts_of, draw=rules_pdf),
)
