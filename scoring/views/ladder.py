"""The distance to the next degree, in words and as bars.

The numbers are the engine's (through the selector); here they are only put into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from sanctioning.localised import tenths
from scoring.degrees import full_style
from scoring.selectors.players import PlayerDetail


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    kind: str  # "" for all points, "blue" for blue ones
    held: Decimal
    goal: Decimal


@dataclass(frozen=True, slots=True)
class Ladder:
    sentence: str
    bars: tuple[Bar, ...]


def ladder(player: PlayerDetail) -> Ladder:
    """What is missing to the next degree."""
    if not player.next_degree:
        return Ladder(_("There is no higher degree."), ())
    points, blue = player.needs_points, player.needs_blue
    if player.recorded.points == 0 and player.sanctioned_games == 0:
        return Ladder(_("A first sanctioned game makes a Novice of Whoopie."), ())
    bars = [
        Bar(_("Recorded points"), "", player.recorded.points, player.recorded.points + points),
    ]
    goal_blue = player.recorded.blue + blue
    if blue:
        bars.append(Bar(_("Recorded blue points"), "blue", player.recorded.blue, goal_blue))
    return Ladder(_missing(points, blue, full_style(player.next_degree)), tuple(bars))


def _missing(points: Decimal, blue: Decimal, degree: str) -> str:
    words = {"points": tenths(points), "blue": tenths(blue), "degree": degree}
    if points and blue >= points:
        return _("%(blue)s more, all of them blue, to %(degree)s.") % words
    if points and blue:
        return _("%(points)s more, of them %(blue)s blue, to %(degree)s.") % words
    if blue:
        return _("%(blue)s more blue points to %(degree)s.") % words
    return _("%(points)s more points to %(degree)s.") % words
