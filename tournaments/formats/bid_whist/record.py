"""The slips of a tournament of Bid Whist: which are due, the record that they make, and where it goes wrong.

Rule section: 3 (B-36 to B-38), 4 (B-39 to B-44), Canon 1 to 3 (B-46 to B-48).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.canons import Kind, Step
from rules_engine.bid_whist.document import GameDocument, RecordDocument, TeamDocument, ViolationDocument
from rules_engine.bid_whist.pairing import drawn_to_move
from rules_engine.bid_whist.record import FORMAT as RECORD
from rules_engine.bid_whist.standings import RoundResult, scores, standings
from rules_engine.bid_whist.timetable import HANDS
from tournaments.formats.bid_whist.calls_to_play import call_due, call_of_round
from tournaments.formats.bid_whist.entries import entered, fee_of
from tournaments.formats.bid_whist.plan import tournament_of
from tournaments.formats.bid_whist.playoff.bracket import bracket_of
from tournaments.formats.bid_whist.playoff.slips import due_of_playoffs, place_of_playoff, playoff_of
from tournaments.formats.bid_whist.scoresheets.due import more_due, sheet_due
from tournaments.formats.bid_whist.scoresheets.games import outcome
from tournaments.formats.bid_whist.scoresheets.hands import numbered, sides
from tournaments.formats.bid_whist.scoresheets.signatures import signed_game
from tournaments.formats.bid_whist.seating import rounds_of
from tournaments.formats.bid_whist.standings.standings import (
    drawn_for,
    due_of_ties,
    game_at,
    games_of,
    more_place,
    sheet_place,
    told,
)
from tournaments.formats.bid_whist.standings.tie_words import board_words, is_decided
from tournaments.formats.brackets import Bracket
from tournaments.formats.kept_check import GameAnswer, KeptCheck, KeptFinding
from tournaments.formats.lateness import AT_THE_START
from tournaments.formats.slips import (
    BoardColumn,
    BoardLine,
    Due,
    EventHead,
    NotedViolation,
    Scoreboard,
    Standing,
)

OF_A_ROUND: Final = re.compile(r"r(\d+)-t(\d+)(?:-more)?")
Games = Sequence[Sequence[GameDocument]]


def due(head: EventHead, standing: Standing) -> Sequence[Due]:
    """The sheets of the rounds that are drawn; once all are in the ties, and then the playoff."""
    if not head.rounds:
        return ()
    games = games_of(head, standing)
    slips = [
        slip
        for number, tables in enumerate(games, start=1)
        for slip in _of_round(head, standing, number, tables)
    ]
    stands = told(head, games, standing)
    if stands is None:
        return [*slips, *_call(len(head.rounds))]
    slips += due_of_ties(head, stands, standing)
    return [*slips, *due_of_playoffs(head, standing, stands.seeds)]


def of_game(head: EventHead, standing: Standing, place: str) -> Sequence[Due]:
    """The sheet of a game of the rounds, and the hand after it where that is tied."""
    number, table = round_and_table(place)
    if not (0 < number <= len(head.rounds) and 0 < table <= len(head.rounds[number - 1])):
        return ()
    return [*_of_round(head, standing, number, [game_at(head, standing, number, table)])]


def round_and_table(place: str) -> tuple[int, int]:
    """Of which game of the rounds a slip is; 0 and 0 where it is of none."""
    named = OF_A_ROUND.fullmatch(place)
    return (int(named[1]), int(named[2])) if named else (0, 0)


def record_game(head: EventHead, standing: Standing, number: int, table: int) -> GameDocument:
    """A game of the rounds as the record has it."""
    return signed_game(head, sheet_place(number, table), game_at(head, standing, number, table))


def record(head: EventHead, standing: Standing) -> RecordDocument:
    """The tournament so far as `bid-whist/1`: standings, seeds and playoff once the rounds are in."""
    games = games_of(head, standing)
    document: RecordDocument = {
        "format": RECORD,
        "ruleset": head.ruleset,
        "id": head.id,
        "tournament": tournament_of(head.planned).name,
        "teams": _teams(head),
        "moving": sorted(drawn_to_move(rounds_of(head)[0])),
        "rounds": _signed(head, games),
    }
    _write_canons(document, head)
    fee = fee_of(head.teams)
    if fee is not None:
        document["entry_fee"] = fee
    stands = told(head, games, standing)
    if stands is None:
        return document
    document["standings"] = [list(row) for row in stands.rows]
    document["deciders"] = list(stands.deciders)
    if stands.seeds:
        document["seeds"] = list(stands.seeds)
        return {**document, **playoff_of(head, standing, stands.seeds)}
    return document


def bracket(head: EventHead, standing: Standing) -> Bracket:
    """The bracket of the playoff, an empty one until the seeds are known."""
    stands = told(head, games_of(head, standing), standing)
    return bracket_of(head, standing, stands.seeds if stands else ())


def place_of(head: EventHead, finding: KeptFinding) -> str:
    """The slip that a finding speaks of; standings and draws are of no table."""
    if finding["stage"] is not None:
        return place_of_playoff(head, finding)
    number, table = finding["round"], finding["table"]
    if number is None or table is None:
        return ""
    hand = finding["hand"]
    return more_place(number, table) if hand is not None and hand > HANDS else sheet_place(number, table)


def board(head: EventHead, standing: Standing, check: KeptCheck | None) -> Scoreboard:
    """Rounds won and points so far, and the points of each round; once the playoff is over in its order."""
    rounds = [] if check is None else check["rounds"]
    results = [
        [_result(game, guests) for game in games]
        for games, guests in zip(rounds, _guests(head), strict=False)
    ]
    rows = standings(scores(sorted(head.teams), [game for games in results for game in games]))
    by_round = [_points(games) for games in results]
    columns = [
        BoardColumn(_("Round %(number)s") % {"number": number}) for number in range(1, len(head.rounds) + 1)
    ]
    begun = any(map(bool, by_round))
    order = [(row.place if begun else 0, row) for row in rows]
    if check is not None and is_decided(check):
        of_team = {row.team: row for row in rows}
        order = [(place, of_team[team]) for place, team in check["tables"] if team in of_team]
    return Scoreboard(
        columns=(
            *columns,
            BoardColumn(
                _("Points"),
                _("Of all rounds, as in the columns next to it; they separate teams that won equally often."),
            ),
            BoardColumn(_("Won"), _("Rounds won; most wins come first.")),
        ),
        lines=tuple(
            BoardLine(
                place=place,
                team=row.team,
                figures=(
                    *(points.get(row.team) for points in by_round),
                    *(None for _round in head.rounds[len(by_round) :]),
                    row.points,
                    row.won,
                ),
            )
            for place, row in order
        ),
        notes=tuple(board_words(head, standing, check)),
    )


def _of_round(
    head: EventHead, standing: Standing, number: int, games: Sequence[GameDocument]
) -> Iterator[Due]:
    phase = _("Round %(number)s") % {"number": number}
    for game in games:
        two = (game["teams"][0], game["teams"][1])
        table = game["table"]
        first, other = map(numbered, sides(head.teams, two))
        values = {"table": table, "one": first, "other": other}
        title = _("Table %(table)s: %(one)s – %(other)s") % values
        yield sheet_due(
            head,
            two,
            game,
            place=sheet_place(number, table),
            title=title,
            phase=phase,
            table=table,
            rule=rules.SHEET if "picked" not in game else rules.ODD_TEAM,
            number=number,
        )
        if _is_tied(game):
            yield more_due(
                head,
                standing,
                two,
                place=more_place(number, table),
                title=_("%(title)s, one more hand") % {"title": title},
                phase=phase,
                table=table,
                number=number,
                needed="ruling" not in game,
                decides=sheet_place(number, table),
            )


def _call(number: int) -> Iterator[Due]:
    """The call of the round in play; the first one counts from the start of the tournament."""
    if number not in AT_THE_START:
        phase = _("Round %(number)s") % {"number": number}
        yield call_due(call_of_round(number), _("The round begins"), phase)


def _signed(head: EventHead, games: Games) -> list[list[GameDocument]]:
    return [
        [signed_game(head, sheet_place(number, game["table"]), game) for game in tables]
        for number, tables in enumerate(games, start=1)
    ]


def _is_tied(game: GameDocument) -> bool:
    """Whether the four hands left the round open, whatever came of it after them."""
    if "hands" not in game:
        return False
    result = outcome({"table": game["table"], "teams": game["teams"], "hands": game["hands"]})
    return result is not None and result.winner is None


def _teams(head: EventHead) -> list[TeamDocument]:
    """By number, those too that were not in the draw."""
    tournament = tournament_of(head.planned)
    drawn = drawn_for(head)
    documents: list[TeamDocument] = []
    for number in range(1, max(head.teams) + 1):
        team = head.teams.get(number)
        if team is None:
            documents.append({"drawn": False})
            continue
        document: TeamDocument = {"name": team.name, "players": list(team.players.values())}
        missed = [at for at, teams in enumerate(drawn, start=1) if number not in teams]
        if missed:
            document["missed"] = missed
        came = entered(team, tournament)
        if came is not None:
            document["entered"] = came
        documents.append(document)
    return documents


def _write_canons(document: RecordDocument, head: EventHead) -> None:
    """Write into the record the violations of those who play, and who is suspended from the tournament."""
    players = {player for team in head.teams.values() for player in team.players.values()}
    violations = [_violation(noted) for noted in head.violations if noted.player in players]
    if violations:
        document["violations"] = violations
    if head.suspended:
        document["suspended"] = list(head.suspended)


def _violation(noted: NotedViolation) -> ViolationDocument:
    document: ViolationDocument = {
        "player": noted.player,
        "kind": cast(Kind, noted.kind),
        "earlier": noted.earlier,
        "step": cast(Step, noted.step),
    }
    if noted.round is not None:
        document["round"] = noted.round
    return document


def _guests(head: EventHead) -> list[dict[frozenset[int], int]]:
    """Round by round, whom a game brings nothing, by its two teams."""
    return [
        {frozenset(tables[at - 1]): guest for at, guest in guests.items()}
        for tables, guests in zip(head.rounds, head.guests, strict=True)
    ]


def _result(game: GameAnswer, guests: Mapping[frozenset[int], int]) -> RoundResult:
    teams, points = game["teams"], game["points"]
    picked = guests.get(frozenset(teams))
    return RoundResult((teams[0], teams[1]), (points[0], points[1]), game["winner"], picked)


def _points(games: Sequence[RoundResult]) -> dict[int, int]:
    """The points of each team in a round, of its own game, once that is told."""
    return {
        team: game.points[side]
        for game in games
        if game.winner is not None or game.points != (0, 0)
        for side, team in enumerate(game.teams)
        if team != game.picked
    }
