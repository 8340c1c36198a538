"""A bracket as data: matches in stages, who wins one meets who wins the one beside it.

Purpose: a format whose event ends in a bracket says it here; the site draws it on a page, a projector and
paper, and knows nothing of the game.
Invariants: each stage has half the matches of the one before it, the last has one; the winner of match k of a
stage comes into match k // 2 of the next, counted from 0.
Terms: side (one of the two of a match), seed (the place by which a team came into the bracket), absent
(eliminated without play), third (the match of the losers of the last stage but one, for the third place).
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.fields import Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """`team` is None while nobody is known, or where nobody came; `score` while there is none, `more` where
    nothing further was played to tell the two apart."""

    team: int | None = None
    seed: int | None = None
    score: int | None = None
    more: int | None = None
    absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """`place` is its slip, "" where none is due; `winner` is None while it is open, and where both are absent
    once it is `decided`; `tied` says that its score alone does not decide it."""

    place: str = ""
    sides: tuple[Side, Side] = (Side(), Side())
    winner: int | None = None
    decided: bool = False
    tied: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketStage:
    title: Said
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """All stages from the first to the final, those to come with empty sides; `third` where it is played;
    `places` are the first teams in their order, as far as they are decided."""

    stages: tuple[BracketStage, ...]
    third: Match | None = None
    third_title: Said = ""
    places: tuple[int, ...] = ()
