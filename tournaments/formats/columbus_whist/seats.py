"""Who plays whom in a game: drawn, drawn so that few meet again, or as the officials say.

Rule section: none; pairings and an odd number of teams are the officials' (reading 10). An odd team sits out
at a table of its own, the last: in a draw one of those that sat out least often. So six rounds do not give
everybody six games; the officials may seat more of them, in which those play who have had fewer.
Terms: unit (the record ids of a team, A first).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.matching import matched, pair_of
from rules_engine.shuffling import shuffled
from tournaments.formats.base import PAIR, Further, Seated, ToSeat
from tournaments.formats.columbus_whist.plan import games_of_plan
from tournaments.formats.slips import EventHead

PURPOSE: Final = "tables"
Tables = list[list[str]]


def drawn(asked: ToSeat) -> Seated:
    """In the order of the seed, two teams a table; balanced, with as few repeats as can be."""
    places = range(len(asked.units))
    lead = {unit[0]: at for at, unit in enumerate(asked.units)}
    earlier = [tuple(lead[player] for player in table if player in lead) for table in asked.earlier]
    order = shuffled(places, asked.seed, PURPOSE)
    out = _sits_out(order, earlier, _full(asked))
    playing = [team for team in order if team not in out]
    met = Counter(pair_of(*table) for table in earlier if len(table) == PAIR.size)
    if asked.mode == "balanced":
        pairs = matched(playing, met)
    else:
        pairs = list(zip(playing[::2], playing[1::2], strict=True))
    tables = [[*asked.units[one], *asked.units[other]] for one, other in pairs]
    tables += [list(asked.units[team]) for team in out]
    repeats = sum(met[pair_of(*pair)] for pair in pairs)
    return Seated(tables=tables, repeats=repeats, new_meetings=sum(not met[pair_of(*pair)] for pair in pairs))


def by_hand(asked: ToSeat, tables: Tables) -> Seated:
    """As the officials set them; who sits out comes last."""
    return Seated(tables=sorted(tables, key=lambda table: len(table) == PAIR.size))


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
            remedy=_("Nothing to do: once their sheets are there, say on the page Slips how many go on."),
        )
    have = ", ".join(f"{head.teams[team].name} {count}" for team, count in sorted(short.items()))
    words = ngettext(
        "These teams have not had their game: %(have)s. Seat them again, or leave it so.",
        "Of their %(games)s games these teams have fewer: %(have)s. Seat them again, or leave it so.",
        games,
    )
    return Further(open=True, said=words % {"games": games, "have": have})


def _full(asked: ToSeat) -> frozenset[int]:
    """The teams, by their place in the order of the house, that have had all their games."""
    if asked.head is None:
        return frozenset()
    had, games = games_of(asked.head), games_of_plan(asked.head.planned)
    return frozenset(at for at, team in enumerate(asked.teams) if had[team.number] >= games)


def _sits_out(
    order: Sequence[int], earlier: Iterable[Sequence[int]], full: Collection[int]
) -> Collection[int]:
    """Whoever has had his games, and the team without an opponent, of an odd number; one that has had them
    plays once more where a single team would be left."""
    been = Counter(table[0] for table in earlier if len(table) == 1)
    short = [team for team in order if team not in full]
    done = [team for team in order if team in full]
    if len(short) % 2 == 0:
        return done
    if len(short) > 1 or not done:
        return [*done, min(short, key=been.__getitem__)]
    rested = max(done, key=been.__getitem__)
    return [team for team in done if team != rested]
