"""What a decision would change, or changed, in plain lines for programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from scoring.results.selectors.appeal_consequences import FollowedDecision
from scoring.results.selectors.consequences import Touched
from scoring.results.selectors.decision_effects import Effects
from tournaments.justice.rulings.kept_outcomes import ShownOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedLine:
    """One person; what is not issued yet has no serial, so certificates to come are given by their points."""

    number: str
    name: str
    place_before: int | None
    place_after: int | None
    score_before: int | None
    score_after: int | None
    points_before: Decimal | None
    points_after: Decimal | None
    blue_before: Decimal | None
    blue_after: Decimal | None
    certificates_void: tuple[str, ...]
    certificates_issued: tuple[Decimal, ...]
    recording_reopened: bool
    degrees_lost: tuple[str, ...]
    degrees_won: tuple[str, ...]
    rosters_with_errata: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """`version` is that of its result; none where nothing is certified, or certified yet."""

    label: str
    certified: bool
    version: int | None
    confirmed_again: bool
    people: tuple[TouchedLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectsLine:
    """`outcome` is what the rules make of the facts where it is varied."""

    decision: str
    outcome: Annotated[dict[str, object], ShownOutcome]
    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedLine:
    games: tuple[GameLine, ...]
    bars_lifted: int


def effects_line(effects: Effects) -> EffectsLine:
    return EffectsLine(
        decision=effects.decision,
        outcome=dict(effects.outcome),
        games=tuple(
            GameLine(
                label=game.game.label,
                certified=game.certified,
                version=None,
                confirmed_again=game.again,
                people=_people(game.touched),
            )
            for game in effects.games
        ),
    )


def followed_line(followed: FollowedDecision) -> FollowedLine:
    corrected = [
        GameLine(
            label=correction.label,
            certified=True,
            version=correction.version,
            confirmed_again=False,
            people=_people(correction.touched),
        )
        for correction in followed.corrected
    ]
    changed = [
        GameLine(label=game.label, certified=False, version=None, confirmed_again=False, people=())
        for game in followed.changed
    ]
    return FollowedLine(games=(*changed, *corrected), bars_lifted=followed.bars_lifted)


def _people(touched: Iterable[Touched]) -> tuple[TouchedLine, ...]:
    return tuple(_line(person) for person in touched)


def _line(touched: Touched) -> TouchedLine:
    before, after = touched.before, touched.after
    return TouchedLine(
        number=touched.person.identity.number,
        name=touched.name,
        place_before=before.place if before else None,
        place_after=after.place if after else None,
        score_before=before.score if before else None,
        score_after=after.score if after else None,
        points_before=before.points if before else None,
        points_after=after.points if after else None,
        blue_before=before.blue if before else None,
        blue_after=after.blue if after else None,
        certificates_void=tuple(paper.serial for paper in touched.void),
        certificates_issued=tuple(paper.points for paper in touched.issued),
        recording_reopened=touched.taken_over or touched.taken_out,
        degrees_lost=touched.degrees_lost,
        degrees_won=touched.degrees_won,
        rosters_with_errata=tuple(str(erratum.roster) for erratum in touched.errata),
    )
