"""The distance to the next degree, in words and as bars, and the ladder of all degrees.

The numbers are the engine's (through the selector); here they are only put into words.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from rules_engine.points.degrees import DEGREES
from rules_engine.points.recordings import LEAST_QUANTITY
from sanctioning.kit.wording.localised import tenths
from scoring.degree_names import NOVICE_NAME, full_style
from scoring.players.selectors.player_page import InHand, PlayerPage
from scoring.players.selectors.players import PlayerDetail
from scoring.players.selectors.points_held import PointsHeld


@dataclass(frozen=True, slots=True)
class DistanceBar:
    label: str
    kind: str  # "" for all points, "blue" for blue ones
    held: Decimal
    goal: Decimal
    in_hand: Decimal


@dataclass(frozen=True, slots=True)
class DegreeLadder:
    """`in_hand` says what recording the papers in hand would bring, empty for whoever has none to record."""

    sentence: str
    bars: tuple[DistanceBar, ...]
    in_hand: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One degree: its limits in recorded points, and since when it is held, if it is.

    `is_held` is true of the degree borne now alone, `is_reached` of it and of all below it. `lost_on` are the
    days on which a correction took it away.
    """

    degree: str
    points: Decimal
    blue: Decimal
    is_held: bool
    is_reached: bool
    is_next: bool
    since: dt.date | None
    brought_forward: bool
    lost_on: tuple[dt.date, ...]


def rungs(player: PlayerDetail) -> tuple[Rung, ...]:
    """All degrees of the card game, the highest first."""
    held = {line.rank: line for line in player.degrees if line.until is None}
    highest = max(held, default=-1)
    return tuple(
        Rung(
            degree=degree.name,
            points=degree.points,
            blue=degree.blue,
            is_held=rank == highest,
            is_reached=rank <= highest,
            is_next=degree.name == player.next_degree,
            since=held[rank].since if rank in held else None,
            brought_forward=rank in held and held[rank].brought_forward,
            lost_on=tuple(line.until for line in player.degrees if line.rank == rank and line.until),
        )
        for rank, degree in reversed(list(enumerate(DEGREES)))
    )


def ladder(page: PlayerPage) -> DegreeLadder:
    """What is missing to the next degree, and how far the papers in hand would go."""
    player, papers = page.detail, page.in_hand
    in_hand = _in_hand(papers, player.card_game) if papers else ""
    if not player.next_degree:
        return DegreeLadder(_("This is the highest degree."), (), in_hand)
    points, blue = player.needs_points, player.needs_blue
    if player.recorded.points == 0 and player.sanctioned_games == 0:
        novice = full_style(NOVICE_NAME, player.card_game)
        return DegreeLadder(_("Your first sanctioned game makes you a %(degree)s.") % {"degree": novice}, ())
    held = papers.held if papers else PointsHeld()
    goal, goal_blue = player.recorded.points + points, player.recorded.blue + blue
    bars = [DistanceBar(_("Recorded points"), "", player.recorded.points, goal, held.points)]
    if blue:
        bars.append(
            DistanceBar(_("Recorded blue points"), "blue", player.recorded.blue, goal_blue, held.blue)
        )
    return DegreeLadder(
        _missing(points, blue, full_style(player.next_degree, player.card_game)), tuple(bars), in_hand
    )


def _in_hand(papers: InHand, card_game: str) -> str:
    """What they come to, whether they may be recorded, what that brings and leaves."""
    facts = {
        "points": tenths(papers.held.points),
        "blue": tenths(papers.held.blue),
        "short": tenths(papers.short),
        "least": tenths(LEAST_QUANTITY),
        "degree": full_style(papers.degree, card_game) if papers.degree else "",
    }
    come_to = _("Your unrecorded certificates add up to %(points)s points.")
    if papers.held.blue:
        come_to = _("Your unrecorded certificates add up to %(points)s points (%(blue)s blue).")
    if not papers.accepted:
        brings = _("They cannot be recorded yet: %(short)s short of %(least)s, and no new degree.")
    elif papers.degree:
        brings = _("Recorded together they make you a %(degree)s.")
    elif papers.next_degree:
        left = _missing(papers.needs_points, papers.needs_blue, full_style(papers.next_degree, card_game))
        brings = _("You can record them together. Then: %(left)s")
        facts["left"] = left
    else:
        brings = _("You can record them together.")
    return f"{come_to % facts} {brings % facts}"


def _missing(points: Decimal, blue: Decimal, degree: str) -> str:
    words = {"points": tenths(points), "blue": tenths(blue), "degree": degree}
    if points and blue >= points:
        return _("%(blue)s blue points to %(degree)s.") % words
    if points and blue:
        return _("%(points)s points (%(blue)s blue) to %(degree)s.") % words
    if blue:
        return _("%(blue)s more blue points to %(degree)s.") % words
    return _("%(points)s points to %(degree)s.") % words
