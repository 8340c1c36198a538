"""Who plays whom in a game: drawn, drawn so that few meet again, or as the officials say.

Rule section: none; pairings and an odd number of teams are the officials' (reading 10). An odd team sits out
at a table of its own, the last: in a draw one of those that sat out least often. So six rounds do not give
everybody six games; the officials may seat more of them, in which those play who have had fewer.
Terms: unit (the record ids of a team, A first).
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.columbus_whist import pairing
from tournaments.formats.columbus_whist.plan import games_of_plan
from tournaments.formats.format import PAIR
from tournaments.formats.round_seating import Further, SeatedTables, ToSeat
from tournaments.formats.slips import EventHead

BALANCED: Final = "balanced"
Tables = list[list[str]]


def drawn(to_seat: ToSeat) -> SeatedTables:
    """In the order of the seed, two teams a table; balanced, with as few repeats as can be."""
    units = to_seat.by_team
    lead = {unit[0]: team for team, unit in units.items()}
    met = ([lead[player] for player in table if player in lead] for table in to_seat.earlier)
    earlier = [table for table in met if table]
    done, balanced = _done(to_seat), to_seat.mode == BALANCED
    round = pairing.drawn(list(units), to_seat.seed, earlier, done, balanced=balanced)
    return SeatedTables(
        tables=[[player for team in table for player in units[team]] for table in _tables(round)],
        repeats=round.repeats,
        new_meetings=round.first,
        question={
            "teams": list(units),
            "seed": to_seat.seed,
            "balanced": balanced,
            "earlier": earlier,
            "done": done,
        },
    )


def _tables(round: pairing.DrawnPairs) -> list[tuple[int, ...]]:
    """The tables of a round, those of one team last."""
    return [*round.pairs, *((team,) for team in round.out)]


def by_hand(to_seat: ToSeat, tables: Tables) -> SeatedTables:
    """As the officials set them; who sits out comes last."""
    return SeatedTables(tables=sorted(tables, key=lambda table: len(table) == PAIR.size))


def games_of(head: EventHead) -> Counter[int]:
    """How many games each team has, by number, those that are seated among them."""
    games = Counter(dict.fromkeys(head.teams, 0))
    games.update(team for tables in head.rounds for table in tables if len(table) == 2 for team in table)
    return games


def further(head: EventHead) -> Further:
    """Rounds beyond the sixth are seated until everybody has had six games, which an odd number of teams has
    not before (reading 10)."""
    games = games_of_plan(head.planned)
    short = {team: count for team, count in games_of(head).items() if count < games}
    if not short:
        return Further(
            open=False,
            said=ngettext("Every team has had its game.", "Every team has its %(games)s games.", games)
            % {"games": games},
            remedy=_(
                "There is nothing to do. Once their sheets are in, say on the Slips page how many advance."
            ),
        )
    have = ", ".join(f"{head.teams[team].name} {count}" for team, count in sorted(short.items()))
    words = ngettext(
        "These teams have not had their game: %(have)s. Seat them again, or leave it.",
        "These teams have had fewer than their %(games)s games: %(have)s. Seat them again, or leave it.",
        games,
    )
    return Further(open=True, said=words % {"games": games, "have": have})


def _done(to_seat: ToSeat) -> list[int]:
    """The teams that have had all their games."""
    if to_seat.head is None:
        return []
    had, games = games_of(to_seat.head), games_of_plan(to_seat.head.planned)
    return [team for team in to_seat.by_team if had[team] >= games]
