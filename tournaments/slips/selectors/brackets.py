"""The bracket of an event as anybody sees it, where its format has one.

Invariants: a constant number of queries, however many teams; names are those of the teams, which are public.
Terms: as in `tournaments.formats.brackets`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.events.models.event import Event
from tournaments.events.selectors.events import visible_events
from tournaments.formats.brackets import Bracket, Match, Side
from tournaments.formats.registry import format_named
from tournaments.formats.slips import TeamHead
from tournaments.games.models import Game
from tournaments.slips.event_folders import EventFolder, folder_of
from tournaments.slips.selectors.slips import game_of_event

LATE: Final = 8
"""Matches of the first stage that a screen across the room can show as a tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSide:
    """`number` is that of the team, 0 while nobody is known; `more` is what it got in what was played on to
    tell the two apart; `won` and `lost` once the match is decided."""

    number: int
    name: str
    seed: int
    score: int | None
    absent: bool
    won: bool
    lost: bool
    more: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMatch:
    """`number` is its place in its stage from 1; `known` once both sides are; `played_on` where more than the
    score of a match that is `tied` was played."""

    number: int
    place: str
    sides: tuple[ShownSide, ...]
    decided: bool
    tied: bool = False

    @property
    def known(self) -> bool:
        return all(side.number for side in self.sides)

    @property
    def played_on(self) -> bool:
        return any(side.more is not None for side in self.sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStage:
    title: str
    matches: tuple[ShownMatch, ...]

    @property
    def decided(self) -> bool:
        return all(match.decided for match in self.matches)

    @property
    def begun(self) -> bool:
        return any(side.number for match in self.matches for side in match.sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlace:
    place: int
    number: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBracket:
    """`stages` are empty while the teams are not seated; `places` are those that are decided; it is
    `certified` with the event."""

    slug: str
    name: str
    club: str
    venue: str
    format: str
    certified: bool
    stages: tuple[ShownStage, ...]
    third: ShownMatch | None
    third_title: str
    places: tuple[ShownPlace, ...]

    @property
    def teams(self) -> int:
        """How many the bracket has room for."""
        return 2 * len(self.stages[0].matches) if self.stages else 0

    @property
    def from_sixteen(self) -> tuple[ShownStage, ...]:
        """The stages with no more than sixteen teams."""
        return tuple(stage for stage in self.stages if len(stage.matches) <= LATE)

    @property
    def begun(self) -> bool:
        return bool(self.stages) and self.stages[0].begun


def event_bracket(slug: str) -> EventBracket | None:
    """The bracket of an event; None where the public sees no such event, or it has none. Ten queries."""
    event: Event | None = visible_events(None).select_related("club").filter(slug=slug).first()
    if event is None or not format_named(event.format).has_bracket:
        return None
    game = game_of_event(event)
    return bracket_in(event, folder_of(game) if game else None)


def bracket_of_game(game: Game) -> EventBracket:
    """The same of the game of an event that has a bracket."""
    return bracket_in(game.event, folder_of(game))


def bracket_in(event: Event, folder: EventFolder | None) -> EventBracket:
    """The same of an event whose slips were read already; none before its teams are seated."""
    bracket = Bracket(stages=())
    teams: Mapping[int, TeamHead] = {}
    if folder is not None and folder.slipping.bracket is not None:
        bracket, teams = folder.slipping.bracket(folder.head, folder.standing), folder.head.teams
    return EventBracket(
        slug=event.slug,
        name=event.name,
        club=event.club.name,
        venue=event.place,
        format=event.format,
        certified=folder is not None and folder.game.state in Game.ENDED,
        stages=tuple(
            ShownStage(
                title=str(stage.title),
                matches=tuple(_match(number, match, teams) for number, match in enumerate(stage.matches, 1)),
            )
            for stage in bracket.stages
        ),
        third=_match(1, bracket.third, teams) if bracket.third else None,
        third_title=str(bracket.third_title),
        places=tuple(
            ShownPlace(place=place, number=team, name=teams[team].name)
            for place, team in enumerate(bracket.places, 1)
        ),
    )


def _match(number: int, match: Match, teams: Mapping[int, TeamHead]) -> ShownMatch:
    first, second = match.sides
    return ShownMatch(
        number=number,
        place=match.place,
        sides=(_side(first, match, teams), _side(second, match, teams)),
        decided=match.decided,
        tied=match.tied,
    )


def _side(side: Side, match: Match, teams: Mapping[int, TeamHead]) -> ShownSide:
    won = side.team is not None and side.team == match.winner
    return ShownSide(
        number=side.team or 0,
        name=teams[side.team].name if side.team else "",
        seed=side.seed or 0,
        score=side.score,
        more=side.more,
        absent=side.absent,
        won=won,
        lost=match.decided and side.team is not None and not won,
    )
