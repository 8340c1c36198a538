"""What decided between teams with equally many flags, in words for the board and the result.

Rule section: TIE BREAKERS (M-34 to M-36).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from rules_engine.military_whist import ties
from rules_engine.military_whist.document import PlayoffDocument
from tournaments.formats.military_whist.tables import home_teams
from tournaments.formats.military_whist.ties.playoffs import playoffs_of, tied
from tournaments.formats.slips import EventHead, Standing


def tie_words(head: EventHead, totals: Sequence[int], standing: Standing) -> Iterator[str]:
    """A sentence or two for each tie that touches a place to be decided: how it ended, or that it is open."""
    names = {table: team.name for table, team in enumerate(home_teams(head), start=1)}
    over = {frozenset(playoff["teams"]): playoff for playoff in playoffs_of(head, totals, standing)}
    for teams in tied(head, totals):
        values = {"teams": _named(names, teams), "flags": totals[teams[0] - 1]}
        playoff = over.get(frozenset(teams))
        if playoff is None:
            yield _("%(teams)s are equal with %(flags)s flags; the tie has not been decided.") % values
            continue
        values["order"] = _named(names, playoff["order"])
        if "ruling" in playoff:
            words = _(
                "%(teams)s were equal with %(flags)s flags; the leader put them in this order: %(order)s."
            )
            yield f"{words % values} {playoff['ruling']}"
            continue
        words = _("%(teams)s were equal with %(flags)s flags and played it off; in this order: %(order)s.")
        yield " ".join([words % values, *_course(names, playoff)])


def _course(names: Mapping[int, str], playoff: PlayoffDocument) -> Iterator[str]:
    """The bye, and the tricks of each extra hand with its revokes awarded."""
    if "bye" in playoff:
        yield _("%(team)s drew the lowest card and had the bye.") % {"team": names[playoff["bye"]]}
    for hand in playoff.get("hands", ()):
        former, other = hand["teams"]
        tricks, revokes = hand["tricks"], hand.get("revokes", [0, 0])
        first, second = ties.awarded((tricks[0], tricks[1]), (revokes[0], revokes[1]))
        values = {"one": names[former], "other": names[other], "first": first, "second": second}
        yield _("Extra hand: %(one)s %(first)s tricks, %(other)s %(second)s.") % values


def _named(names: Mapping[int, str], teams: Sequence[int]) -> str:
    return ", ".join(names[team] for team in teams)
