"""The games of an event: which sheets are due, the record that they make, how the teams stand.

Rule section: 2 to 6, 40 to 42 (C-2 to C-7, C-30 to C-32), readings 6, 7, 10 and 11.
Terms: gone (a team of which a player left with nobody to stand in; its later games are forfeited and have
no sheet), sits out (a team alone at its table, since the number of teams is odd).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from django.utils.translation import gettext as _

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.check.event import check_record
from rules_engine.columbus_whist.check.result import Check
from rules_engine.columbus_whist.document import (
    DisorderlyDocument,
    GameDocument,
    LeaverDocument,
    PotDocument,
    RecordDocument,
    TeamDocument,
)
from rules_engine.columbus_whist.reader.event import record_of
from rules_engine.columbus_whist.record import FORMAT as RECORD
from rules_engine.columbus_whist.record import PLAYOFF_GAMES
from rules_engine.columbus_whist.standings import Score
from tournaments.formats.columbus_whist.advancing import (
    PLAYOFF,
    at_the_line,
    due_at_the_line,
    how_many,
    line_words,
    numbered,
)
from tournaments.formats.columbus_whist.boston_pot import in_the_pot, pot_due, pot_in_cents, pot_words
from tournaments.formats.columbus_whist.games import (
    games,
    games_of,
    games_to_come,
    left_in_a_game,
    place,
    recorded,
    round_and_table,
    sheets_of,
    start,
    with_a_sheet,
)
from tournaments.formats.columbus_whist.plan import games_of_plan
from tournaments.formats.columbus_whist.rulings.irregularities import disorderly_by_ruling
from tournaments.formats.columbus_whist.sheets.due import sheet_due
from tournaments.formats.columbus_whist.sheets.games import disorderly_in
from tournaments.formats.fields import Field
from tournaments.formats.kept_check import KeptCheck, KeptFinding
from tournaments.formats.lateness import BEGINS, NOW
from tournaments.formats.slips import (
    BoardColumn,
    BoardLine,
    Due,
    EventHead,
    Holds,
    Scoreboard,
    Standing,
    TeamHead,
)


def due(head: EventHead, standing: Standing) -> Sequence[Due]:
    """A sheet for each game that is played; how many go on, asked once the last game is seated, before
    anybody needs it; after the last game, what is to be decided at the line."""
    slips = [_sheet(head, standing, *played) for played in with_a_sheet(head, standing)]
    if head.rounds:
        slips += [_start(len(head.rounds)), *pot_due(head)]
    if not _all_played(head, standing):
        all_played = len(head.rounds) >= games_of_plan(head.planned)
        return [*slips, how_many(head, len(head.teams), needed=False)] if all_played else slips
    checked = check_record(record_of(_rounds(head, standing)))
    return [*slips, *due_at_the_line(head, _scores(checked), standing)]


def of_game(head: EventHead, standing: Standing, place: str) -> Sequence[Due]:
    """The sheet of a game that is played."""
    number, table = round_and_table(place)
    if not (0 < number <= len(head.rounds) and 0 < table <= len(head.rounds[number - 1])):
        return ()
    of_both = games_of(head, set(head.rounds[number - 1][table - 1]))
    sheets = with_a_sheet(head, standing, [game for game in of_both if game[0] <= number])
    return [_sheet(head, standing, *played) for played in sheets if played[:2] == (number, table)]


def record(head: EventHead, standing: Standing) -> RecordDocument:
    """The event so far as `columbus-whist/1`: totals, and who goes on, once every game is there."""
    document = _rounds(head, standing)
    if not _all_played(head, standing):
        document["under_way"] = True
        return document
    checked = check_record(record_of(document))
    scores = _scores(checked)
    document["totals"] = [list(score) for score in scores]
    if checked.pot is not None:
        document["boston"]["shares"] = [[team, checked.pot.share] for team in checked.pot.winners]
    return {**document, **at_the_line(head, scores, standing)}


def place_of(head: EventHead, finding: KeptFinding) -> str:
    """The sheet that a finding speaks of; one of a team or of the ranking is of none."""
    if finding["playoff"] is not None:
        return PLAYOFF
    of_round, at = finding["round"], finding["table"]
    if of_round is None or at is None:
        return ""
    here = [table for number, table, _teams in games(head) if number == of_round]
    return place(of_round, here[at - 1])


def board(head: EventHead, standing: Standing, check: KeptCheck | None) -> Scoreboard:
    """Games won, then points; places once a game is told."""
    teams = sorted(head.teams)
    columns = (
        BoardColumn(_("Games played")),
        BoardColumn(_("Points"), _worth_of_points(head)),
        BoardColumn(_("Games won"), _("Most games won come first.")),
    )
    if not check or not standing:
        return Scoreboard(columns=columns, lines=tuple(_blank(team) for team in teams))
    played = _games_played(check)
    return Scoreboard(
        columns=columns,
        lines=tuple(
            BoardLine(place=rank, team=teams[at - 1], figures=(played.get(at, 0), points, won))
            for rank, at, won, points in check["standings"]
        ),
        notes=_notes(head, standing, check),
    )


def _worth_of_points(head: EventHead) -> str:
    if _is_playoff(head):
        return _("Of no value in a playoff round of one game.")
    return _("Of all games; they separate teams that won equally often.")


def till(head: EventHead, standing: Standing, check: KeptCheck | None) -> Holds:
    """The Boston pot; nothing is refunded to a team that forfeited or was disorderly."""
    document = _rounds(head, standing)
    teams = sorted(head.teams)
    held = {
        teams[leaver["team"] - 1]: (
            rules.LEAVER,
            _("The team forfeited its games when a player left; nothing is refunded."),
        )
        for leaver in document.get("leavers", ())
        if "substitute" not in leaver
    }
    for row in document.get("disorderly", ()):
        held[teams[row["team"] - 1]] = (
            rules.DIRECTOR,
            _("Nothing is refunded after disorderly conduct."),
        )
    words = pot_so_far(head, standing, check)
    return [words] if words else [], held


def pot_so_far(head: EventHead, standing: Standing, check: KeptCheck | None) -> str:
    """The pot in words, with the games of which no Bostons are told."""
    if check is None:
        return pot_words(head, standing, None)
    untold = {(number, table) for number, table in check.get("boston_open", ())}
    named = []
    for number, tables in groupby(games(head), key=lambda played: played[0]):
        for at, (_number, table, _teams) in enumerate(tables, start=1):
            if (number, at) in untold:
                named.append(_("game %(number)s, table %(table)s") % {"number": number, "table": table})
    return pot_words(head, standing, check["boston"], named)


def _blank(team: int) -> BoardLine:
    return BoardLine(place=0, team=team, figures=(None, None, None))


def _games_played(check: KeptCheck) -> dict[int, int]:
    played: dict[int, int] = {}
    for games_of_round in check["rounds"]:
        for game in games_of_round:
            if game["ending"] is not None or game["winner"] is not None:
                for team in game["teams"]:
                    played[team] = played.get(team, 0) + 1
    return played


def _notes(head: EventHead, standing: Standing, check: KeptCheck) -> tuple[str, ...]:
    """What decided at the line, who goes on, and the Boston pot."""
    names = [head.teams[team].name for team in sorted(head.teams)]
    by_team = sorted(check["standings"], key=lambda row: int(row[1]))
    scores = [Score(won, points) for _rank, _at, won, points in by_team]
    sentences = (
        line_words(head, scores, standing),
        _going_on(names, check["qualified"], _is_playoff(head)),
        pot_so_far(head, standing, check),
    )
    return tuple(filter(None, sentences))


def _going_on(names: Sequence[str], qualified: Sequence[int], playoff: bool) -> str:
    if not qualified:
        return ""
    if playoff and len(qualified) == 1:
        return _("The playoff is won by %(team)s.") % {"team": names[qualified[0] - 1]}
    return _("Advancing: %(teams)s.") % {"teams": ", ".join(names[team - 1] for team in qualified)}


def _start(number: int) -> Due:
    return Due(
        place=start(number),
        title=_("The game begins"),
        phase=_("Game %(number)s") % {"number": number},
        table=0,
        teams=(),
        fields=(
            Field(
                name=BEGINS,
                label=_("The five minutes run from"),
                kind="choice",
                choices=((NOW, _("now")),),
            ),
        ),
        rule=rules.FIVE_MINUTES,
        needed=False,
        signed=False,
        past=True,
    )


def _sheet(head: EventHead, standing: Standing, number: int, table: int, teams: tuple[int, int]) -> Due:
    first, other = (head.teams[team].name for team in teams)
    return sheet_due(
        head,
        standing,
        place=place(number, table),
        title=_("Table %(table)s: %(one)s against %(other)s")
        % {"table": table, "one": first, "other": other},
        phase=_("Game %(number)s") % {"number": number},
        table=table,
        teams=teams,
        rule=rules.SIGNED,
        number=number,
    )


def _all_played(head: EventHead, standing: Standing) -> bool:
    to_come = games_to_come(head, standing)
    return to_come is not None and not to_come


def _leavers(head: EventHead, standing: Standing) -> list[LeaverDocument]:
    """Who left with nobody to stand in: in a game, or between two, from the round on that was drawn since."""
    at = numbered(head)
    leavers = left_in_a_game(head, standing, games(head))
    noted = {leaver["team"] for leaver in leavers}
    for team in head.teams.values():
        if team.left is None or at[team.number] in noted or team.left.after >= len(head.rounds):
            continue
        first = team.left.after + 1
        for letter, player in team.in_round(first).items():
            if team.left.letter in ("", letter):
                leavers.append({"team": at[team.number], "player": player, "round": first})
    return leavers


def _replaced(head: EventHead) -> Iterator[LeaverDocument]:
    """Who left and has a substitute, from the round on that he plays."""
    at = numbered(head)
    for team in head.teams.values():
        for left, came in pairwise(team.sat):
            if left.letter == came.letter and came.first > 1:
                yield {
                    "team": at[team.number],
                    "player": left.player,
                    "round": came.first,
                    "substitute": came.player,
                }


def _rounds(head: EventHead, standing: Standing) -> RecordDocument:
    """The record without what follows from the games."""
    rounds: list[list[GameDocument]] = [[] for _round in head.rounds]
    for number, table, sheet in sheets_of(head, standing, games(head)):
        rounds[number - 1].append(recorded(head, number, table, sheet))
    document: RecordDocument = {
        "format": RECORD,
        "ruleset": head.ruleset,
        "id": head.id,
        "teams": [_team(head.teams[team]) for team in sorted(head.teams)],
        "rounds": rounds,
    }
    if _is_playoff(head):
        document["games"] = PLAYOFF_GAMES
    leavers = [*_leavers(head, standing), *_replaced(head)]
    if leavers:
        document["leavers"] = leavers
    disorderly = [*_disorderly(head, standing)]
    if disorderly:
        document["disorderly"] = disorderly
    if pot_in_cents(head, standing):
        document["boston"] = _pot(head, standing)
    return document


def _is_playoff(head: EventHead) -> bool:
    return games_of_plan(head.planned) == PLAYOFF_GAMES


def _pot(head: EventHead, standing: Standing) -> PotDocument:
    """What the pot holds, with the teams in it where they are not all."""
    teams, at = in_the_pot(head, standing), numbered(head)
    document: PotDocument = {"cents": pot_in_cents(head, standing)}
    if len(teams) < len(head.teams):
        document["teams"] = [at[team] for team in teams]
    return document


def _disorderly(head: EventHead, standing: Standing) -> Iterator[DisorderlyDocument]:
    """Teams of which a sheet notes disorderly conduct, or the director ruled it."""
    at = numbered(head)
    places = [place(number, table) for number, table, _teams in games(head)]
    for sheet in (*places, PLAYOFF):
        yield from disorderly_in(standing.get(sheet, {}), at)
    for team in disorderly_by_ruling(head.ruled):
        if team in at:
            yield {"team": at[team], "note": "disorderly conduct, by the director's ruling"}


def _team(team: TeamHead) -> TeamDocument:
    document: TeamDocument = {"name": team.name, "players": list(team.in_round(1).values())}
    if team.substitutes:
        document["substitutes"] = list(team.substitutes)
    return document


def _scores(checked: Check) -> list[Score]:
    """What each team has by the rules, in the order of the teams."""
    by_team = sorted(checked.ranking, key=lambda row: row[1])
    return [Score(won, points) for _place, _team, _name, won, points in by_team]
