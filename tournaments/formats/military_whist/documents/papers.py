"""The papers of Military Whist: the leader's movement with its proof, and a sheet for each table.

Rule section: 3a, 10a to 10c and the sample rotation (M-9, M-25, M-26, M-37), TIE BREAKERS (M-34,
M-35); what is for people only stands on the sheets of the tables and on the one to hang up (M-1,
M-3, M-4, M-10, M-11, M-19 to M-24, M-29, M-38).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from rules_engine.military_whist.check.movement_sheet import check_destinations
from rules_engine.military_whist.movement import PlannedHand, move_of
from rules_engine.military_whist.movement_proof import MovementProof, prove
from rules_engine.military_whist.rotation import TRUMPS, at_home
from sanctioning.kit.rule_sheets import RULE_SHEETS
from sanctioning.kit.wording.day_formats import english_day
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.display.registry import FormatPaper, register_papers
from tournaments.formats.military_whist.documents.facts import (
    Distance,
    Encounter,
    HandFacts,
    MovementFacts,
    PlayOffFacts,
    PlayOffSlip,
    TableFacts,
    TableHand,
)
from tournaments.formats.military_whist.documents.movement import movement_pdf, tables_pdf
from tournaments.formats.military_whist.documents.rules import SHEET
from tournaments.formats.military_whist.documents.signs_and_cards import (
    courtesies_pdf,
    flag_slips_pdf,
    play_off_pdf,
    rotation_pdf,
    signs_pdf,
)
from tournaments.formats.military_whist.entries import director_of
from tournaments.formats.military_whist.kept import plan_of
from tournaments.formats.military_whist.tables import home_teams, sheet_of
from tournaments.formats.military_whist.ties.playoffs import is_played_off
from tournaments.formats.slips import Due
from tournaments.games.models import Game
from tournaments.slips.event_folders import EventFolder, folder_of

Days = Sequence[Sequence[int]]
Begins = Mapping[int, tuple[int, int]]


def facts_of(game: Game) -> MovementFacts | None:
    """The sheet of an event with its proof, and what each table does hand by hand; None while the leader's
    own sheet is still to come."""
    folder = folder_of(game)
    head = folder.head
    sheet = sheet_of(head, folder.standing)
    if sheet is None:
        return None
    names = tuple(team.name for team in home_teams(head))
    proof, begins = prove(sheet), _beginnings(plan_of(head.planned)["days"])
    alike = all(move_of(hand.to) is not None for hand in sheet)
    return MovementFacts(
        event=game.event.name,
        club=game.event.club.name,
        place=game.event.place,
        when=english_day(game.event.local_day(game.starts_at)),
        director=director_of(game.event),
        teams=names,
        hands=tuple(_hand(number, hand, begins) for number, hand in enumerate(sheet, start=1)),
        distances=tuple(_distance(proof, apart) for apart in range(1, len(names) // 2 + 1) if alike),
        encounters=() if alike else _encounters(proof),
        trumps=TRUMPS,
        visits=(proof.visit_spread.least, proof.visit_spread.most),
        meetings=(proof.meeting_spread.least, proof.meeting_spread.most),
        pairs=tuple(proof.pairs.items()),
        even=proof.even,
        playable=not any(check_destinations(hand.to, number) for number, hand in enumerate(sheet, start=1)),
        tables=tuple(_table(table, team, sheet, begins) for table, team in enumerate(names, start=1)),
    )


def play_off_facts_of(game: Game) -> PlayOffFacts | None:
    """The draws and extra hands of ties that are to be played now; None while there is none."""
    due = _to_be_played(folder_of(game))
    if not due:
        return None
    return PlayOffFacts(
        event=game.event.name,
        place=game.event.place,
        when=english_day(game.event.local_day(game.starts_at)),
        slips=tuple(
            PlayOffSlip(
                title=str(slip.title),
                tie=str(slip.phase),
                boxes=tuple(
                    (str(field.label), tuple(str(words) for _value, words in field.choices))
                    for field in slip.fields
                ),
            )
            for slip in due
        ),
    )


def _to_be_played(folder: EventFolder) -> list[Due]:
    """The draws and extra hands of ties that nobody has reported yet."""
    return [slip for place, slip in folder.due.items() if is_played_off(place) and place not in folder.slips]


def _hand(number: int, hand: PlannedHand, begins: Begins) -> HandFacts:
    return HandFacts(
        number=number,
        who=hand.who,
        move=move_of(hand.to),
        trump=hand.trump,
        dealer=hand.dealer,
        begins=begins.get(number),
    )


def _beginnings(days: Days) -> dict[int, tuple[int, int]]:
    """The day and session that begin with a hand, by its number."""
    begins, first = {}, 1
    for day_number, sessions in enumerate(days, start=1):
        for session, hands in enumerate(sessions, start=1):
            begins[first] = (day_number, session)
            first += hands
    return begins


def _distance(proof: MovementProof, apart: int) -> Distance:
    """How two teams so many tables apart meet; round the circle all such teams meet alike."""
    return Distance(
        apart=apart,
        there=proof.visits[0][apart],
        back=proof.visits[apart][0],
        meetings=proof.meetings[0][apart],
        trumps=proof.trumps[0][apart],
    )


def _encounters(proof: MovementProof) -> tuple[Encounter, ...]:
    """How any two teams meet, where each pair goes its own way."""
    return tuple(
        Encounter(
            first=first + 1,
            second=second + 1,
            there=proof.visits[first][second],
            back=proof.visits[second][first],
            meetings=proof.meetings[first][second],
            trumps=proof.trumps[first][second],
        )
        for first, second in combinations(range(proof.tables), 2)
    )


def _table(table: int, team: str, sheet: Sequence[PlannedHand], begins: Begins) -> TableFacts:
    hands = []
    for number, hand in enumerate(sheet, start=1):
        visitors = hand.to.index(table) + 1 if table in hand.to else 0
        hands.append(
            TableHand(
                number=number,
                out=hand.who,
                to=hand.to[table - 1],
                home=at_home(hand.who),
                visitors=visitors,
                trump=hand.trump,
                dealer=hand.dealer,
                begins=begins.get(number),
            )
        )
    return TableFacts(table=table, team=team, hands=tuple(hands))


RULE_SHEETS.register(SHEET.format, SHEET)
register_papers(
    "military-whist",
    FormatPaper(
        name="movement",
        title=_lazy("The leader's movement, with its proof"),
        read=facts_of,
        draw=movement_pdf,
    ),
    FormatPaper(name="tables", title=_lazy("Sheets for the tables"), read=facts_of, draw=tables_pdf),
    FormatPaper(
        name="rotation", title=_lazy("Large cards of each session"), read=facts_of, draw=rotation_pdf
    ),
    FormatPaper(name="flags", title=_lazy("Slips for counting flags"), read=facts_of, draw=flag_slips_pdf),
    FormatPaper(name="signs", title=_lazy("Table signs"), read=facts_of, draw=signs_pdf),
    FormatPaper(
        name="play-off",
        title=_lazy("Slips of the play-off"),
        read=play_off_facts_of,
        draw=play_off_pdf,
        listed=lambda folder: bool(_to_be_played(folder)),
    ),
    FormatPaper(
        name="courtesies", title=_lazy("Courtesies and misdeals"), read=facts_of, draw=courtesies_pdf
    ),
)
