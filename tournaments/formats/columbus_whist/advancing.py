"""Who goes on: the officials' number, and the play-off of teams tied at the line.

Rule section: 4 to 6 and CLOSING (C-4, C-5, C-7, C-33), reading 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, TypedDict

from django.utils.translation import gettext as _

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.check.games import GameCheck
from rules_engine.columbus_whist.check.result import Spot
from rules_engine.columbus_whist.document import GameDocument, PlayoffDocument
from rules_engine.columbus_whist.reader.games import read_game
from rules_engine.columbus_whist.record import Team
from rules_engine.columbus_whist.standings import PLAYED_OFF, Score, Standings, standings
from tournaments.formats.columbus_whist.kept import plan_of
from tournaments.formats.columbus_whist.sheets.due import sheet_due
from tournaments.formats.columbus_whist.sheets.games import GameSheet
from tournaments.formats.fields import Field
from tournaments.formats.slips import Due, EventHead, Standing
from tournaments.formats.tie_orders import order_fields, ordered, read_order

LINE: Final = "line"
PLAYOFF: Final = "q-1"
RULING: Final = "q-ruling"
PLACE: Final = "place"
Scores = Sequence[Score]


def due_at_the_line(head: EventHead, scores: Scores, standing: Standing) -> list[Due]:
    """How many go on; then, of teams tied at the line, two play a game; more the officials put in order."""
    slips = [how_many(head, len(scores))]
    tied = [] if LINE not in standing else _tied(head, scores, standing)
    if len(tied) == PLAYED_OFF:
        slips.append(_game(head, standing, (tied[0], tied[1])))
    elif tied:
        slips.append(_ruling(head, tied))
    return slips


class LinePart(TypedDict, total=False):
    """The fields of a record that are about the line."""

    qualifiers: int
    playoffs: list[PlayoffDocument]
    ranking: list[list[int]]
    qualified: list[int]


def at_the_line(head: EventHead, scores: Scores, standing: Standing) -> LinePart:
    """What the record says of it: the number, the play-off once it is decided, the ranking, who goes on."""
    if LINE not in standing:
        return {}
    count = _count(standing)
    document: LinePart = {"qualifiers": count}
    playoff = _playoff(head, scores, standing)
    orders = {}
    if playoff is not None:
        document["playoffs"] = [playoff]
        orders[frozenset(playoff["teams"])] = tuple(playoff["order"])
    ended = standings(scores, count, orders)
    document["ranking"] = [list(row) for row in ended.ranking]
    if not ended.tied:
        document["qualified"] = list(ended.qualified)
    return document


def line_words(head: EventHead, scores: Scores, standing: Standing) -> str:
    """What decided between teams that are level at the line; "" where none are."""
    if LINE not in standing:
        return ""
    tied = _tied(head, scores, standing)
    if not tied:
        return ""
    score = scores[numbered(head)[tied[0]] - 1]
    values = {"teams": _named(head, tied), "won": score.won, "points": score.points}
    playoff = _playoff(head, scores, standing)
    if playoff is None:
        words = _(
            "%(teams)s are level at the line (games won: %(won)s, points: %(points)s); this is not decided."
        )
        return words % values
    at = {number: team for team, number in numbered(head).items()}
    order = [at[number] for number in playoff["order"]]
    if "ruling" in playoff:
        values |= {"order": _named(head, order), "why": playoff["ruling"]}
        words = _(
            "%(teams)s were level at the line (games won: %(won)s, points: %(points)s); the officials "
            "put them in this order: %(order)s. %(why)s"
        )
        return words % values
    values["first"] = head.teams[order[0]].name
    words = _(
        "%(teams)s were level at the line (games won: %(won)s, points: %(points)s); %(first)s won the "
        "play-off game, which brings no points."
    )
    return words % values


def _named(head: EventHead, teams: Sequence[int]) -> str:
    return ", ".join(head.teams[team].name for team in teams)


def numbered(head: EventHead) -> dict[int, int]:
    """The numbers of the teams in the record, which counts without gaps."""
    return {team: at for at, team in enumerate(sorted(head.teams), start=1)}


def _count(standing: Standing) -> int:
    return int(standing[LINE]["qualifiers"])


def _before(scores: Scores, standing: Standing) -> Standings:
    return standings(scores, _count(standing))


def _tied(head: EventHead, scores: Scores, standing: Standing) -> list[int]:
    """The numbers on the site of the teams tied at the line."""
    at = {number: team for team, number in numbered(head).items()}
    return [at[number] for number in _before(scores, standing).tied]


def _playoff(head: EventHead, scores: Scores, standing: Standing) -> PlayoffDocument | None:
    tied = _before(scores, standing).tied
    if len(tied) > PLAYED_OFF and RULING in standing:
        ruled = standing[RULING]
        at = numbered(head)
        order = ordered(_tied(head, scores, standing), PLACE, ruled)
        return {"teams": list(tied), "order": [at[team] for team in order], "ruling": ruled["why"]}
    if len(tied) != PLAYED_OFF or PLAYOFF not in standing:
        return None
    numbers = numbered(head)
    sides = [head.teams[team] for team in _tied(head, scores, standing)]
    sheet = GameSheet(sides, numbers, standing[PLAYOFF], "/playoffs/0/games/0")
    game = sheet.game(head.signed.get(PLAYOFF, ()))
    winner = _winner(game, len(numbers))
    if winner is None:
        return None
    return {"teams": list(tied), "games": [game], "order": [tied[winner], tied[1 - winner]]}


def _winner(game: GameDocument, teams: int) -> int | None:
    """The side that won by the rules, or as reported where its hands are not told."""
    nobody = Team("", None, ())
    check = GameCheck(read_game(game, "/playoffs/0/games/0", teams), Spot(table=1, playoff=1))
    return check.run((nobody, nobody)).by_rule.winner


def how_many(head: EventHead, teams: int, *, needed: bool = True) -> Due:
    """The officials' number; it need not be said before the last game is over."""
    planned = plan_of(head.planned)["qualifiers"]
    return Due(
        place=LINE,
        title=_("How many teams advance"),
        phase=_("Who advances"),
        table=0,
        teams=(),
        fields=(
            Field(
                name="qualifiers",
                label=_("Teams that advance"),
                kind="whole",
                most=teams,
                initial="" if planned is None else str(min(planned, teams)),
            ),
        ),
        rule=rules.QUALIFIERS,
        needed=needed,
    )


def _game(head: EventHead, standing: Standing, tied: tuple[int, int]) -> Due:
    first, other = (head.teams[team].name for team in tied)
    return sheet_due(
        head,
        standing,
        place=PLAYOFF,
        title=_("Play-off of %(one)s and %(other)s") % {"one": first, "other": other},
        phase=_("Who advances"),
        table=0,
        teams=tied,
        rule=rules.TIES,
    )


def _ruling(head: EventHead, tied: Sequence[int]) -> Due:
    names = {team: {"team": head.teams[team].name} for team in tied}
    return Due(
        place=RULING,
        title=_("The officials' order of the tied teams"),
        phase=_("Who advances"),
        table=0,
        teams=(),
        fields=(
            *order_fields(tied, PLACE, lambda team: _("Order of %(team)s among them") % names[team]),
            Field(name="why", label=_("How it was decided"), most=300),
        ),
        rule=rules.DIRECTOR,
        read=partial(read_order, PLACE, rules.DIRECTOR),
    )
