"""The bracket of the playoff as the site draws it, with the names of its stages.

Rule section: 4 (B-42, B-43).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules_engine.bid_whist.bracket import THIRD, fold, stage_name
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.kit.wording.localised import lazily_as
from tournaments.formats.bid_whist.playoff.course import PlayedMatch, places_of, playoff
from tournaments.formats.bid_whist.scoresheets.games import points_of
from tournaments.formats.bid_whist.standings.standings import field_in
from tournaments.formats.brackets import Bracket, BracketStage, Match, Side
from tournaments.formats.fields import Said
from tournaments.formats.slips import EventHead, Standing

NAMES: Final[dict[str, Said]] = {
    "Final": lazily_as("stage", "Final"),
    "Final Four": _lazy("Final Four"),
    "Elite 8": _lazy("Elite 8"),
    "Sweet 16": _lazy("Sweet 16"),
    "Top 32": _lazy("Top 32"),
    "Top 64": _lazy("Top 64"),
    THIRD: _lazy("Third place"),
}


def bracket_of(head: EventHead, standing: Standing, seeds: Sequence[int]) -> Bracket:
    """The bracket as it is drawn; without seeds the empty one, with the places that meet."""
    if not seeds:
        return _empty(field_in(head))
    course = playoff(seeds, standing)
    seed_of = {team: seed for seed, team in enumerate(seeds, 1)}
    return Bracket(
        stages=tuple(
            BracketStage(
                title=title_of(stage_name(stage.teams)),
                matches=tuple(_drawn(match, seed_of if at == 0 else {}) for match in stage.matches),
            )
            for at, stage in enumerate(course.stages)
        ),
        third=_drawn(course.third, {}) if course.third is not None else None,
        third_title=title_of(THIRD),
        places=places_of(course),
    )


def title_of(name: str) -> Said:
    """The name of a stage, for people."""
    return NAMES.get(name, name)


def _drawn(match: PlayedMatch, seed_of: Mapping[int, int]) -> Match:
    points: Sequence[int] = match.result.points if match.result is not None else ()
    game = match.game
    gone = game.get("forfeit", []) if game else []
    more = points_of(match.two, game["extra"]) if match.two and game and "extra" in game else (None, None)
    first, other = (
        Side(
            team=seat.team,
            seed=seed_of.get(seat.team or 0),
            score=points[at] if points and not gone else None,
            more=more[at],
            absent=seat.team in gone,
        )
        for at, seat in enumerate(match.seats)
    )
    return Match(
        place=match.place if match.two else "",
        sides=(first, other),
        winner=match.winner,
        decided=match.decided,
        tied=match.tied,
    )


def _empty(field: int) -> Bracket:
    slots = fold(field)
    stages = []
    size = field
    while size > 1:
        first = size == field
        stages.append(
            BracketStage(
                title=title_of(stage_name(size)),
                matches=tuple(
                    Match(sides=(Side(seed=slots[at]), Side(seed=slots[at + 1]))) if first else Match()
                    for at in range(0, size, 2)
                ),
            )
        )
        size //= 2
    third = Match() if len(stages) > 1 else None
    return Bracket(stages=tuple(stages), third=third, third_title=title_of(THIRD))
