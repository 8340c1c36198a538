"""The canons of Bid Whist for the site: its Code of Conduct, and the words and books that are warned of.

Rule section: Canon 1 to 3 (B-46 to B-48), R6 (B-25), the note to R8 (B-27); readings 8 and 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, takewhile
from typing import Final, cast

from django.utils.translation import gettext as _

from rules_engine.bid_whist import canons as law
from rules_engine.bid_whist.bracket import stage_name
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.bid_whist.plan import TOURNAMENT, tournament_of
from tournaments.formats.bid_whist.playoff.bracket import title_of
from tournaments.formats.bid_whist.standings.standings import field_in
from tournaments.formats.canons import EXCLUDE, FORFEIT, NOTHING, Canon, Canons, CanonStepKind, Violated
from tournaments.formats.fields import Said
from tournaments.formats.slips import EventHead

_SAID: Final[dict[law.Kind, tuple[str, str]]] = {
    "late-appearance": (
        _lazy("appeared late for registration"),
        _lazy("Teams appear no more than 15 minutes after registration closes; later they may be excluded."),
    ),
    "late-to-seat": (
        _lazy("not seated 15 minutes after the call"),
        _lazy("Nobody delays the start of play. At the start of the tournament itself section 2 counts."),
    ),
    "disruption": (
        _lazy("disrespectful, loud or delaying"),
        _lazy("Nobody is disrespectful or loud, or slows down the tournament."),
    ),
    "food": (
        _lazy("food or drink in the room"),
        _lazy("No food or drink in the room unless the Director has permitted it."),
    ),
    "words": (_lazy("other words than “Pass”"), _lazy("Players who do not bid say “Pass” and nothing else.")),
    "book-turned": (
        _lazy("turned a book early"),
        _lazy("A book is not turned before all four have had a chance to play a card."),
    ),
}
_STEPS: Final[dict[str, CanonStepKind]] = {
    "warning": CanonStepKind(title=_lazy("a warning")),
    "written-warning": CanonStepKind(title=_lazy("a written warning from the board")),
    "forfeit": CanonStepKind(title=_lazy("forfeit of the game"), forfeits=True),
    "forfeit-and-suspension": CanonStepKind(
        title=_lazy("forfeit of the game, and suspension from the next tournament entered"),
        forfeits=True,
        suspends=True,
    ),
    "suspension": CanonStepKind(title=_lazy("suspension from the next tournament entered"), suspends=True),
    "director": CanonStepKind(title=_lazy("as the Director decides"), choices=(NOTHING, FORFEIT, EXCLUDE)),
    "renege": CanonStepKind(title=_lazy("a renege, if the other team calls it")),
}


def _step(kind: str, earlier: int) -> str:
    return law.step(cast(law.Kind, kind), earlier)


def _earlier(violation: Violated, before: Sequence[Violated]) -> int:
    return law.earlier(_as_law(violation), map(_as_law, before))


def _suspended_from(
    player: str, violations: Sequence[Violated], entered: Sequence[str]
) -> tuple[tuple[str, ...], int]:
    return law.suspended_from(player, tuple(map(_as_law, violations)), entered)


def _games(head: EventHead) -> list[Said]:
    """The rounds, and the stages of a playoff of as many teams as play on."""
    if TOURNAMENT not in head.planned:
        return []
    rounds = range(1, tournament_of(head.planned).rounds + 1)
    stages = takewhile(lambda teams: teams > 1, (field_in(head) >> at for at in count()))
    numbered = [_("round %(number)s") % {"number": number} for number in rounds]
    return [*numbered, *(title_of(stage_name(teams)) for teams in stages)]


def _as_law(violation: Violated) -> law.Violation:
    return law.Violation(violation.player, cast(law.Kind, violation.kind), violation.tournament)


CANONS: Final = Canons(
    canons=tuple(
        Canon(kind=kind, title=_SAID[kind][0], words=_SAID[kind][1], rule=law.RULES[kind])
        for kind in law.KINDS
    ),
    steps=_STEPS,
    earlier=_earlier,
    step=_step,
    suspended_from=_suspended_from,
    games=_games,
)
