"""Who plays whom in a round: the first table of a pair is the team that stays, the second the moving team.

Rule section: 2 (B-9, B-10), 3 (B-37, B-38), reading 6.
Terms: guest (the team picked to play the odd one; it has its own game at another table).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.pairing import (
    FEWEST_TEAMS,
    Pairing,
    Round,
    first_round,
    meetings,
    next_round,
    odd_game,
    repeats,
)
from rules_engine.matching import pair_of
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.bid_whist.entries import bars, is_late
from tournaments.formats.bid_whist.plan import tournament_of
from tournaments.formats.format import PAIR
from tournaments.formats.round_seating import RoundSeating, SeatedTables, ToSeat
from tournaments.formats.slips import EventHead

TOPIC: Final = "bid-pairing"


def rounds_of(head: EventHead) -> list[Round]:
    """The rounds that were drawn, as the engine has them."""
    return [_round(tables, guests) for tables, guests in zip(head.rounds, head.guests, strict=True)]


def drawn(to_seat: ToSeat) -> SeatedTables:
    """The first round by numbers drawn two at a time, the late ones last; a later one by moving, of the teams
    that are there then."""
    earlier = _earlier(to_seat)
    numbers = sorted(team.number for team in to_seat.teams)
    late = sorted(team.number for team in to_seat.teams if is_late(team))
    if earlier:
        games = next_round(earlier, to_seat.seed, numbers)
    else:
        games = first_round([number for number in numbers if number not in late], to_seat.seed, late)
    question: dict[str, object] = {
        "teams": numbers,
        "late": late,
        "seed": to_seat.seed,
        "earlier": [[_as_question(game) for game in games] for games in earlier],
    }
    return _seated(to_seat, games, earlier, question)


def by_hand(to_seat: ToSeat, tables: list[list[str]]) -> SeatedTables:
    """Two teams at each table, the first of them stays; a team alone is given one to play."""
    number_of = {player: team.number for team in to_seat.teams for player in team.players.values()}
    named = [list(dict.fromkeys(number_of[player] for player in table)) for table in tables]
    alone = [at for at, teams in enumerate(named, start=1) if len(teams) == 1]
    if len(alone) > 1:
        raise Refusal(
            code="seating-unreadable",
            sentence=_("Tables %(tables)s have one team each.") % {"tables": ", ".join(map(str, alone))},
            rule=rules.ODD_TEAM,
            remedy=_("Put two teams at each table; one alone may be left over."),
            status=422,
            facts={"field": "tables"},
        )
    earlier = _earlier(to_seat)
    games = []
    for at, teams in enumerate(named, start=1):
        if len(teams) == 1:
            others = [team.number for team in to_seat.teams if team.number != teams[0]]
            games.append(odd_game(at, teams[0], others, earlier, to_seat.seed))
        else:
            games.append(Pairing(at, teams[0], teams[1]))
    return _seated(to_seat, games, earlier, None)


def _earlier(to_seat: ToSeat) -> list[Round]:
    assert to_seat.head is not None
    return rounds_of(to_seat.head)


def _round(tables: Sequence[tuple[int, ...]], guests: Mapping[int, int]) -> Round:
    return tuple(Pairing(at, table[0], table[1], guests.get(at)) for at, table in enumerate(tables, start=1))


def _seated(
    to_seat: ToSeat, games: Sequence[Pairing], earlier: Sequence[Round], question: Mapping[str, object] | None
) -> SeatedTables:
    players = {team.number: [team.players[letter] for letter in PAIR.letters] for team in to_seat.teams}
    met = meetings(earlier)
    return SeatedTables(
        tables=[
            [
                *players[game.stays],
                *(players[game.moves] if game.picked is None else ()),
            ]
            for game in games
        ],
        repeats=repeats(games, met),
        new_meetings=sum(pair_of(game.stays, game.moves) not in met for game in games),
        question=question,
        guests={game.table: players[game.picked] for game in games if game.picked is not None},
    )


def _as_question(game: Pairing) -> dict[str, int]:
    return {name: value for name, value in game._asdict().items() if value is not None}


SEATING: Final = RoundSeating(
    modes=("draw", "hand"),
    least=FEWEST_TEAMS * PAIR.size,
    rule=rules.DRAW,
    units=drawn,
    by_hand=by_hand,
    bars=bars,
    leaving=rules.CORRECTION,
    rounds=lambda planned: tournament_of(planned).rounds,
    guests=True,
    keeps_seed=True,
    topic=TOPIC,
    roles=(_lazy("stays"), _lazy("moves on")),
)
