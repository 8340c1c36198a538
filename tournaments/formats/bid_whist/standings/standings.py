"""How the teams stand after the rounds, and how equal ones are told apart by slips.

Rule section: 4 (B-39 to B-41), readings 9 and 10.
Terms: rows (the standings), decider (equal teams told apart), seeds (the teams that play on, in their order).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import chain
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.document import DeciderDocument, GameDocument
from rules_engine.bid_whist.standings import (
    RoundResult,
    StandingsRow,
    Tie,
    field_of,
    scores,
    seeding,
    standings,
    ties,
    who_is_there,
)
from rules_engine.shuffling import shuffled
from tournaments.formats.bid_whist.kept import SheetSlip
from tournaments.formats.bid_whist.plan import tournament_of
from tournaments.formats.bid_whist.scoresheets.due import more_due
from tournaments.formats.bid_whist.scoresheets.games import game_of, hands_of, outcome, points_of
from tournaments.formats.fields import Body, Field
from tournaments.formats.slips import Due, EventHead, Standing
from tournaments.formats.tie_orders import order_fields, ordered, read_order

ORDER: Final = "order"
_LONGEST: Final = 60
"""So many letters of numbers a place can hold."""
_ONE_HAND: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsSoFar:
    """The standings after all rounds, what of them is open, and the seeds; no seeds while a tie is open."""

    rows: tuple[StandingsRow, ...]
    ties: tuple[Tie, ...]
    deciders: tuple[DeciderDocument, ...]
    seeds: tuple[int, ...]


def sheet_place(number: int, table: int) -> str:
    return f"r{number}-t{table}"


def more_place(number: int, table: int) -> str:
    return f"r{number}-t{table}-more"


def games_of(head: EventHead, standing: Standing) -> list[list[GameDocument]]:
    """The games of the rounds that were drawn, as the record has them, those still to come too."""
    return [
        [game_at(head, standing, number, table) for table in range(1, len(tables) + 1)]
        for number, tables in enumerate(head.rounds, start=1)
    ]


def game_at(head: EventHead, standing: Standing, number: int, table: int) -> GameDocument:
    """One of them."""
    two = head.rounds[number - 1][table - 1]
    return game_of(
        table,
        (two[0], two[1]),
        standing.get(sheet_place(number, table)),
        standing.get(more_place(number, table)),
        head.guests[number - 1].get(table),
    )


def drawn_for(head: EventHead) -> list[frozenset[int]]:
    """Round by round the teams that were drawn for it: not who came later, had gone, or was excluded."""
    return [frozenset(chain(*tables)) for tables in head.rounds]


def field_in(head: EventHead) -> int:
    """How many teams play on, as far as the draw tells: of those alone who were drawn for the last round."""
    return field_of(len(head.teams), len(drawn_for(head)[-1]))


def told(
    head: EventHead, games: Sequence[Sequence[GameDocument]], standing: Standing
) -> StandingsSoFar | None:
    """The standings; None until every game of every round has a winner, or is forfeited by both."""
    if len(games) < tournament_of(head.planned).rounds:
        return None
    results: list[RoundResult] = []
    for game in (game for games_of_round in games for game in games_of_round):
        result = outcome(game)
        if result is None or (result.winner is None and "forfeit" not in game):
            return None
        results.append(result)
    rows = standings(scores(sorted(head.teams), results))
    present = who_is_there(rows, drawn_for(head)[-1])
    field = field_in(head)
    open_ties = ties(present, field)
    decided = [_decider(tie, standing) for tie in open_ties]
    deciders = tuple(decider for decider in decided if decider is not None)
    orders = {frozenset(decider["teams"]): decider["order"] for decider in deciders}
    seeded = seeding(present, field, orders)
    return StandingsSoFar(
        rows=rows, ties=open_ties, deciders=deciders, seeds=() if seeded.open else seeded.seeds
    )


def due_of_ties(head: EventHead, stands: StandingsSoFar, standing: Standing) -> list[Due]:
    """A slip for each tie that must be decided: one hand, a draw, or the Director's ruling."""
    return [_one_hand(head, standing, tie) if _is_hand(tie) else _order(head, tie) for tie in stands.ties]


def tie_place(tie: Tie) -> str:
    """Named by the teams; where those are too many, by their number and a short digest."""
    named = "-".join(map(str, tie.teams))
    if len(named) > _LONGEST:
        named = f"{len(tie.teams)}-teams-{sha256(named.encode()).hexdigest()[:12]}"
    return f"seat-tie-{named}"


def _is_hand(tie: Tie) -> bool:
    return tie.at_the_cut and len(tie.teams) == _ONE_HAND


def _decider(tie: Tie, standing: Standing) -> DeciderDocument | None:
    place = tie_place(tie)
    if place not in standing:
        return None
    return _by_a_hand(tie, standing[place]) if _is_hand(tie) else _by_order(tie, standing[place])


def _by_order(tie: Tie, slip: Body) -> DeciderDocument:
    decider: DeciderDocument = {
        "teams": list(tie.teams),
        "by": "director" if tie.at_the_cut else "draw",
        "order": ordered(tie.teams, ORDER, slip),
    }
    if "why" in slip:
        decider["note"] = slip["why"]
    return decider


def _by_a_hand(tie: Tie, slip: SheetSlip) -> DeciderDocument:
    two = (tie.teams[0], tie.teams[1])
    hands = hands_of(two, slip)
    decider: DeciderDocument
    if hands:
        own, other = points_of(two, hands[0])
        first = two[0] if own > other else two[1]
        decider = {"teams": list(two), "by": "hand", "hand": hands[0], "order": _first(two, first)}
    else:
        decider = {"teams": list(two), "by": "director", "order": _first(two, int(slip["winner"]))}
    if "ruling" in slip:
        decider["note"] = slip["ruling"]
    return decider


def _first(two: tuple[int, int], first: int) -> list[int]:
    return sorted(two, key=lambda team: team != first)


def _phase(tie: Tie) -> str:
    return _("Equal teams before the playoff") if not tie.at_the_cut else _("Equal teams at the last seat")


def _one_hand(head: EventHead, standing: Standing, tie: Tie) -> Due:
    two = (tie.teams[0], tie.teams[1])
    values = {"one": two[0], "other": two[1]}
    return more_due(
        head,
        standing,
        two,
        place=tie_place(tie),
        title=_("One hand for the last seat: teams %(one)s and %(other)s") % values,
        phase=_phase(tie),
        table=1,
        rule=tie.rule,
    )


def _order(head: EventHead, tie: Tie) -> Due:
    """Inside the field drawn beforehand, so that the Director has only to look at it."""
    numbers = ", ".join(map(str, tie.teams))
    lots = {}
    if not tie.at_the_cut:
        drawn = shuffled(tie.teams, head.seeds[-1], f"seeds {tie.teams[0]}")
        lots = {team: at for at, team in enumerate(drawn, start=1)}
    names = {team: {"number": team, "name": head.teams[team].name} for team in tie.teams}
    title = _("Teams %(numbers)s: their order as drawn")
    if tie.at_the_cut:
        title = _("Teams %(numbers)s: the Director decides who plays on")
    return Due(
        place=tie_place(tie),
        title=title % {"numbers": numbers},
        phase=_phase(tie),
        table=1,
        teams=(),
        fields=(
            *order_fields(
                tie.teams,
                ORDER,
                lambda team: _("Place of %(number)s. %(name)s among them") % names[team],
                lots,
            ),
            Field(
                name="why",
                label=_("How it was decided"),
                most=300,
                needed=tie.at_the_cut,
                initial="" if tie.at_the_cut else _("Drawn from the seed of the last round."),
            ),
        ),
        rule=tie.rule if tie.at_the_cut else rules.STANDINGS,
        read=partial(read_order, ORDER, rules.STANDINGS),
    )
